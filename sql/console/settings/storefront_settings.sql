create function console.storefront_settings(brand_id text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'is_published', brands.is_storefront_published,
    'brand_version', brands.version,
    'version', coalesce(shops.version, 0),
    'profile', pg_catalog.json_build_object(
      'website', shops.website,
      'description', shops.description,
      'category', shops.category,
      'legal_name', shops.legal_name,
      'support_contact', shops.support_contact,
      'privacy_policy', shops.privacy_policy,
      'terms_of_service', shops.terms_of_service,
      'returns_policy', shops.returns_policy,
      'shipping_state', coalesce(shops.shipping_state, 'unconfigured'),
      'shipping_statement', shops.shipping_statement,
      'payment_state', coalesce(shops.payment_state, 'unconfigured'),
      'payment_statement', shops.payment_statement
    ),
    'countries', array(
      select distinct held.country from storefront.shipping_destinations as held where held.brand_id = brands.brand_id order by 1
    ),
    'payment_methods', array(
      select held.type from storefront.payment_methods as held where held.brand_id = brands.brand_id order by held.position
    ),
    'bundles', (
      select count(*) from storefront.bundles as held
      where held.brand_id = brands.brand_id and (held.valid_until is null or held.valid_until > platform.now())
    ),
    'negotiates', commerce.negotiates(brands.brand_id),
    'products', coalesce(catalogs.products, 0),
    'catalog_updated_at', platform.utc(catalogs.updated_at),
    'feeds', (
      select pg_catalog.json_agg(pg_catalog.json_build_object('platform', feeds.platform, 'files', feeds.files) order by feeds.platform)
      from storefront.feed_platforms as feeds
    )
  )
  from core.brands
  left join storefront.shops on shops.brand_id = brands.brand_id
  left join storefront.catalogs on catalogs.brand_id = brands.brand_id
  where brands.brand_id = storefront_settings.brand_id;
$$;
comment on function console.storefront_settings(text) is
  'The publication of a storefront, its public profile, and the state of its catalog. version is 0 if nothing is published about the shop.';
grant execute on function console.storefront_settings(text) to vitrine_person;
call core.register_operation('console.storefront_settings', 'console');
