create function storefront.write_profile(brand_id text, profile jsonb)
returns integer
language sql volatile
as $$
  insert into storefront.shops as held (
    brand_id, website, description, category, legal_name, support_contact, privacy_policy, terms_of_service, returns_policy,
    shipping_state, shipping_statement, payment_state, payment_statement
  )
  select
    write_profile.brand_id, said.website, said.description, said.category, said.legal_name, said.support_contact,
    said.privacy_policy, said.terms_of_service, said.returns_policy,
    coalesce(said.shipping ->> 'state', 'unconfigured'), said.shipping ->> 'statement',
    coalesce(said.payment ->> 'state', 'unconfigured'), said.payment ->> 'statement'
  from pg_catalog.jsonb_to_record(write_profile.profile) as said (
    website text, description text, category text, legal_name text, support_contact text, privacy_policy text, terms_of_service text,
    returns_policy text, shipping jsonb, payment jsonb
  )
  on conflict on constraint shops_pkey do update
  set
    website = excluded.website, description = excluded.description, category = excluded.category, legal_name = excluded.legal_name,
    support_contact = excluded.support_contact, privacy_policy = excluded.privacy_policy, terms_of_service = excluded.terms_of_service,
    returns_policy = excluded.returns_policy, shipping_state = excluded.shipping_state, shipping_statement = excluded.shipping_statement,
    payment_state = excluded.payment_state, payment_statement = excluded.payment_statement, updated_at = excluded.updated_at,
    version = held.version + 1
  returning held.version;
$$;
comment on function storefront.write_profile(text, jsonb) is
  'Replaces the profile and the policies of a shop, and what it states about shipping and payment. Returns the new version, 1 for the first. Keeps '
  'destinations, methods and bundles.';

create function storefront.emit_deployment(brand_id text, type text)
returns void
language sql volatile
as $$
  select events.emit(
    emit_deployment.brand_id, emit_deployment.type,
    pg_catalog.jsonb_build_object('platforms', (select pg_catalog.jsonb_agg(platforms.platform order by platforms.position) from storefront.platforms))
  );
$$;
comment on function storefront.emit_deployment(text, text) is 'Emits an event of a storefront: deployment.created or deployment.updated.';
grant execute on function storefront.write_profile(text, jsonb), storefront.emit_deployment(text, text) to vitrine_person, vitrine_worker;
