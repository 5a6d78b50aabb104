create function storefront.shop_capabilities(brand_id text)
returns text[]
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(shop_capabilities.brand_id);
  v_products constant integer := (
    select count(*) from (select from storefront.products where products.brand_id = v_brand_id limit 2) as first_two
  );
begin
  return array(
    select capability.name
    from (
      values
        (1, 'product_search', v_products >= 1),
        (2, 'product_comparison', v_products >= 2),
        (3, 'price_negotiation', commerce.negotiates(v_brand_id)),
        (
          4, 'trust_verification',
          exists (select from storefront.trust_scores as scores where scores.brand_id = v_brand_id and scores.score is not null)
            or (storefront.certificate(v_brand_id)).certificate_id is not null
        ),
        (5, 'real_time_pricing', v_products >= 1 and storefront.degradation(v_brand_id) ->> 'status' = 'live'),
        (6, 'bundle_deals', (storefront.bundles(shop_capabilities.brand_id) ->> 'count')::bigint > 0)
    ) as capability (position, name, is_true)
    where capability.is_true
    order by capability.position
  );
end
$$;
comment on function storefront.shop_capabilities(text) is
  'Returns the capabilities that a shop has now. product_search needs a product, product_comparison two. price_negotiation needs a pricing policy '
  'that applies to a product or bundle. trust_verification needs a score or a certificate. real_time_pricing needs products and a catalog that is '
  'not stale. bundle_deals needs a valid bundle.';

create function storefront.platform_config(brand_id text, platform text, base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(platform_config.brand_id);
  v_root constant text := platform_config.base_url || '/api/storefront/' || platform_config.brand_id;
  v_platform storefront.platforms;
  v_shop storefront.shops;
  v_name text;
  v_trust_score numeric;
begin
  select held.* into v_platform from storefront.platforms as held where held.platform = platform_config.platform;
  if not found then
    perform platform.fail(
      'NTFND', 'must_be_one_of', 'platform',
      pg_catalog.json_build_object(
        'choices', array(select held.platform from storefront.platforms as held order by held.position), 'platform', platform_config.platform
      )
    );
  end if;
  select shops.* into v_shop from storefront.shops where shops.brand_id = v_brand_id;
  select scores.score into v_trust_score from storefront.trust_scores as scores where scores.brand_id = v_brand_id;
  select brands.name into v_name from core.brands where brands.brand_id = platform_config.brand_id;
  return pg_catalog.json_build_object(
    'provider', v_platform.platform,
    'version', '1.0',
    'brand', pg_catalog.jsonb_build_object(
      'name', v_name,
      'website', storefront.web_address(v_shop.website),
      'description', v_shop.description,
      'certification', storefront.certification(platform_config.brand_id, platform_config.base_url)
    ) || case when v_trust_score is null then '{}' else pg_catalog.jsonb_build_object('trust_score', v_trust_score) end,
    'api', pg_catalog.json_build_object(
      'base_url', v_root,
      'authentication', pg_catalog.json_build_object('type', 'bearer', 'header', 'Authorization', 'required', false),
      'endpoints', pg_catalog.json_build_object(
        'search', pg_catalog.json_build_object('method', 'GET', 'path', '/search', 'params', array['q', 'limit', 'category']),
        'product', pg_catalog.json_build_object('method', 'GET', 'path', '/products/{productId}'),
        'query', pg_catalog.json_build_object('method', 'POST', 'path', '/query'),
        'trust', pg_catalog.json_build_object('method', 'GET', 'path', '/trust'),
        'certification', pg_catalog.json_build_object('method', 'GET', 'path', '/certification'),
        -- The specification lists POST in this configuration, but exports the route as GET. served_methods names the method that works.
        'compare', pg_catalog.json_build_object('method', 'POST', 'path', '/compare', 'params', array['ids'], 'served_methods', array['GET'])
      )
    ),
    'citation', pg_catalog.json_build_object(
      'format', v_platform.citation_format,
      'include_price', true,
      'include_availability', true,
      'include_trust_score', v_trust_score is not null,
      'include_certification', (storefront.certificate(v_brand_id)).certificate_id is not null,
      'source_attribution', 'Source: ' || coalesce(v_name, platform_config.brand_id),
      'source_url', coalesce(storefront.web_address(v_shop.website), v_root)
    ),
    'capabilities', storefront.shop_capabilities(platform_config.brand_id),
    '_cache', 'live'
  );
end
$$;
comment on function storefront.platform_config(text, text, text) is
  'GET /platforms/{platform}/config: returns how an assistant calls this shop and cites it. Raises NTFND for an unknown platform.';

grant execute on function storefront.platform_config(text, text, text), storefront.shop_capabilities(text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.platform_config', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
