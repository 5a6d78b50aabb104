create function console.set_storefront(
  brand_id text,
  version integer,
  website text default null,
  description text default null,
  category text default null,
  legal_name text default null,
  support_contact text default null,
  privacy_policy text default null,
  terms_of_service text default null,
  returns_policy text default null,
  shipping_state text default 'unconfigured',
  shipping_statement text default null,
  payment_state text default 'unconfigured',
  payment_statement text default null
)
returns jsonb
language plpgsql volatile
as $$
declare
  v_version integer;
begin
  if not console.lock_shop(set_storefront.brand_id, set_storefront.version) then
    perform platform.fail('STALE', 'the_profile_changed_meanwhile');
  end if;
  v_version := storefront.write_profile(set_storefront.brand_id, platform.plain(pg_catalog.jsonb_build_object(
    'website', set_storefront.website,
    'description', set_storefront.description,
    'category', set_storefront.category,
    'legal_name', set_storefront.legal_name,
    'support_contact', set_storefront.support_contact,
    'privacy_policy', set_storefront.privacy_policy,
    'terms_of_service', set_storefront.terms_of_service,
    'returns_policy', set_storefront.returns_policy,
    'shipping', pg_catalog.jsonb_build_object('state', set_storefront.shipping_state, 'statement', set_storefront.shipping_statement),
    'payment', pg_catalog.jsonb_build_object('state', set_storefront.payment_state, 'statement', set_storefront.payment_statement)
  )));
  perform storefront.emit_deployment(set_storefront.brand_id, 'deployment.updated');
  return pg_catalog.jsonb_build_object('version', v_version);
end
$$;
comment on function console.set_storefront(text, integer, text, text, text, text, text, text, text, text, text, text, text, text) is
  'Replaces the public profile of a storefront for an admin. A value that is not given is removed. Keeps destinations, payment methods and bundles. version '
  'is the one that the person saw, 0 for none. Raises STALE if it changed since.';
grant execute on function console.set_storefront(text, integer, text, text, text, text, text, text, text, text, text, text, text, text) to vitrine_person;
call core.register_operation('console.set_storefront', 'console', access => 'write');
