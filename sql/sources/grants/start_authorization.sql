create function sources.start_authorization(
  brand_id text, platform text, state_hash text, bound_to text, sealed_verifier text, redirect_uri text, shop text default null,
  source_id text default null
)
returns jsonb
language sql volatile
as $$
  select sources.add_authorization(
    start_authorization.brand_id, start_authorization.platform, start_authorization.state_hash, start_authorization.bound_to,
    start_authorization.sealed_verifier, start_authorization.redirect_uri, start_authorization.shop,
    start_authorization.source_id
  );
  select pg_catalog.jsonb_build_object('platform', start_authorization.platform);
$$;
comment on function sources.start_authorization(text, text, text, text, text, text, text, text) is
  'Records that a person goes to a platform to give access. The state and the session are hashes, and the code verifier is encrypted.';
grant execute on function sources.start_authorization(text, text, text, text, text, text, text, text) to vitrine_person;
call core.register_operation('sources.start_authorization', 'console', access => 'write', served_by => '{console}');
