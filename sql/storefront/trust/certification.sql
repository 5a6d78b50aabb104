create function storefront.certification(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select case when certificate.certificate_id is not null then pg_catalog.json_build_object(
    'certified', true,
    'level', certificate.level,
    'certificate_id', certificate.certificate_id,
    'valid_until', platform.utc(certificate.valid_until),
    'verified_url', certification.base_url || '/api/storefront/' || certification.brand_id || '/certification',
    '_cache', 'live'
  ) end
  from storefront.certificate(core.data_brand_id(certification.brand_id)) as certificate;
$$;
comment on function storefront.certification(text, text) is 'GET /certification: returns the certificate of a shop. Null without one.';
grant execute on function storefront.certification(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.certification', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
