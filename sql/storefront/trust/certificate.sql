create function storefront.certificate(brand_id text)
returns storefront.certificates
language sql stable
return (
  select certificates
  from storefront.certificates
  where certificates.brand_id = certificate.brand_id and certificates.state = 'valid' and certificates.valid_until > platform.now()
  order by certificates.valid_until desc
  limit 1
);
comment on function storefront.certificate(text) is 'Returns the valid certificate of a shop. Null without one.';
grant execute on function storefront.certificate(text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
