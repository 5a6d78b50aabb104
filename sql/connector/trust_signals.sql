create function connector.trust_signals(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'brand_id', trust_signals.brand_id,
    'trust', record.trust,
    'network_trust', storefront.trust_network(trust_signals.brand_id) -> 'network_trust',
    'certification', record.trust -> 'certification',
    'meta', pg_catalog.json_build_object('data_as_of', record.trust -> 'calculated_at', 'status', record.trust #> '{degradation,status}')
  )
  from (select storefront.trust(trust_signals.brand_id, trust_signals.base_url) as trust) as record;
$$;
comment on function connector.trust_signals(text, text) is
  'get_trust_signals: returns the trust record, the trust over the assistant platforms and the certificate. Values without enough signals are null.';
grant execute on function connector.trust_signals(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.trust_signals', 'read:commerce', brand => 'shown', may_lag => true, is_public_in_connector => true);
