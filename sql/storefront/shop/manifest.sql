create function storefront.manifest(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'protocol', pg_catalog.json_build_object('name', 'agent-query-protocol', 'version', '1.0', 'supported_versions', array['1.0']),
    'osp_version', '2026-08-01',
    'brand', pg_catalog.json_build_object('id', brands.brand_id, 'name', brands.name, 'currency', brands.currency),
    'api_base_url', root.url,
    'transports', array['rest'],
    'auth', array[
      pg_catalog.json_build_object('type', 'anonymous', 'limit_per_minute', 10, 'counted_by', 'address'),
      pg_catalog.json_build_object('type', 'bearer', 'prefixes', array['pk_live_', 'pk_test_'], 'limit_per_minute', 120),
      pg_catalog.json_build_object('type', 'bearer', 'prefixes', array['sk_live_', 'sk_test_'], 'limit_per_minute', 600)
    ],
    'capabilities', pg_catalog.json_build_object(
      'search', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/search', 'limits', pg_catalog.json_build_object('limit_max', 30)),
      'query', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/query', 'limits', pg_catalog.json_build_object('limit_max', 50)),
      'compare', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/compare', 'limits', pg_catalog.json_build_object('ids_max', 5)),
      'recommend', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/recommend', 'limits', pg_catalog.json_build_object('limit_max', 30)),
      'reviews', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/reviews/{productId}', 'limits', pg_catalog.json_build_object('limit_max', 100)),
      'bundles', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/bundles', 'limits', '{}'::json),
      'trust', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/trust', 'limits', '{}'::json),
      'negotiation', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/negotiations', 'limits', '{}'::json),
      'price_holds', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/holds', 'limits', pg_catalog.json_build_object('minutes_max', 1440)),
      'transactions', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/transactions', 'limits', pg_catalog.json_build_object('items_max', 20)),
      'offers', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/offers', 'limits', '{}'::json),
      'feedback', pg_catalog.json_build_object('versions', array['1.0'], 'endpoint', root.url || '/feedback', 'limits', '{}'::json),
      'ucp_catalog', pg_catalog.json_build_object('versions', array['2026-04-08'], 'endpoint', root.url || '/.well-known/ucp', 'limits', '{}'::json)
    ),
    'keys', '[]'::json,
    'feeds', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object('format', feeds.platform, 'url', root.url || '/platforms/' || feeds.platform || '/feed') order by feeds.platform
      )
      from storefront.feed_platforms as feeds
    ),
    'policies', pg_catalog.json_build_object(
      'privacy', storefront.web_address(shops.privacy_policy), 'terms', storefront.web_address(shops.terms_of_service),
      'returns', storefront.web_address(shops.returns_policy)
    )
  )
  from core.brands
  cross join lateral (select manifest.base_url || '/api/storefront/' || manifest.brand_id as url) as root
  left join storefront.shops on shops.brand_id = core.data_brand_id(manifest.brand_id)
  -- core.data_brand_id raises NTFND for a brand that an analyst may not read.
  where brands.brand_id = manifest.brand_id and core.data_brand_id(manifest.brand_id) is not null;
$$;
comment on function storefront.manifest(text, text) is
  'GET /.well-known/osp.json: returns the capabilities, endpoints, rate limits and feeds of a shop.';
grant execute on function storefront.manifest(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.manifest', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
