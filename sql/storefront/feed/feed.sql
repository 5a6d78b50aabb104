create table storefront.feed_platforms (
  platform text not null,
  version text not null,
  files text[] not null,
  constraint feed_platforms_pkey primary key (platform)
);
comment on table storefront.feed_platforms is 'Platforms that a catalog is exported to, with the files that each of them accepts.';

insert into storefront.feed_platforms values
  ('google', '2026-11', '{feed.tsv,feed.xml}'), ('openai', '2026-11', '{feed.csv,feed.jsonl}'), ('acp', '2026-04-17', '{feed.jsonl}'),
  ('meta', '2026-11', '{feed.csv}'), ('shopify', '2024-10', '{feed.csv}');
insert into storefront.feed_platforms
select platforms.platform, '1.0', '{feed.jsonl}' from storefront.platforms;

create function storefront.require_feed_platform(platform text)
returns storefront.feed_platforms
language plpgsql stable
as $$
declare
  v_platform storefront.feed_platforms;
begin
  select held.* into v_platform from storefront.feed_platforms as held where held.platform = require_feed_platform.platform;
  if not found then
    perform platform.fail(
      'NTFND', 'must_be_one_of', 'platform',
      pg_catalog.json_build_object(
        'choices', array(select held.platform from storefront.feed_platforms as held order by held.platform),
        'platform', require_feed_platform.platform
      )
    );
  end if;
  return v_platform;
end
$$;
comment on function storefront.require_feed_platform(text) is 'Returns the platform of a feed. Raises NTFND for an unknown platform.';

create function storefront.feed_price(micros bigint, currency text)
returns text
language sql stable
return storefront.amount(feed_price.micros, feed_price.currency)::text || ' ' || feed_price.currency;
comment on function storefront.feed_price(bigint, text) is 'Returns a price in feed format, such as 15.00 USD.';

create function storefront.feed_minute(at timestamptz)
returns text
language sql stable
return pg_catalog.to_char(feed_minute.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"+0000"');
comment on function storefront.feed_minute(timestamptz) is
  'Returns an instant in the form that Google and Meta publish: 2026-11-20T12:00+0000. Seconds are cut.';

create function storefront.sale_period(product storefront.products)
returns text
language sql stable
return case when sale_period.product.sale_ends_at > platform.now()
  and pg_catalog.date_trunc('minute', sale_period.product.sale_ends_at) > coalesce(sale_period.product.sale_starts_at, sale_period.product.created_at)
then
  -- The form has no seconds. The period is cut to whole minutes within the sale, so that no feed states a sale price that does not apply.
  storefront.feed_minute(coalesce(sale_period.product.sale_starts_at, sale_period.product.created_at) + interval '59.999999 seconds')
  || '/' || storefront.feed_minute(sale_period.product.sale_ends_at)
end;
comment on function storefront.sale_period(storefront.products) is
  'Returns the period of a sale in the format of sale_price_effective_date: start/end, in whole minutes. Without a stated start, the period starts at the '
  'first import of the product. Null if the sale is over or has no stated end.';

create function storefront.feed_prices(product storefront.products)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'full_price', storefront.feed_price(feed_prices.product.regular_price_micros, feed_prices.product.currency),
  'sale_price', case when feed_prices.product.list_price_micros is not null
    then storefront.feed_price(feed_prices.product.price_micros, feed_prices.product.currency)
  end,
  -- Platforms that accept a sale period receive the sale price before the sale starts.
  'planned_sale_price', case when feed_prices.product.list_price_micros is not null or storefront.sale_period(feed_prices.product) is not null
    then storefront.feed_price(feed_prices.product.sale_price_micros, feed_prices.product.currency)
  end,
  'sale_period', storefront.sale_period(feed_prices.product)
);
comment on function storefront.feed_prices(storefront.products) is
  'Returns the prices of a product for merchant feeds: the price outside a sale, that of a current sale, that of a current or future sale, and its period. '
  'Null without a sale.';

create function storefront.feed(brand_id text, platform text, "limit" integer default 1000, page integer default 1, base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(feed.brand_id);
  v_platform constant storefront.feed_platforms := storefront.require_feed_platform(feed.platform);
  v_root constant text := feed.base_url || '/api/storefront/' || feed.brand_id;
begin
  perform platform.require_page(feed."limit", feed.page);
  return pg_catalog.json_build_object(
    'format', v_platform.platform,
    'version', v_platform.version,
    'brand', (
      select pg_catalog.json_build_object(
        'name', brands.name, 'website', storefront.web_address(shops.website), 'description', shops.description
      )
      from core.brands
      left join storefront.shops on shops.brand_id = v_brand_id
      where brands.brand_id = feed.brand_id
    ),
    'feed_url', v_root || '/platforms/' || v_platform.platform || '/feed',
    'files', (select pg_catalog.json_agg(v_root || '/platforms/' || v_platform.platform || '/' || file order by file) from pg_catalog.unnest(v_platform.files) as file),
    'acp_storefront', v_root,
    'total_products', coalesce((select catalogs.products from storefront.catalogs where catalogs.brand_id = v_brand_id), 0),
    'page', feed.page,
    'products', (
      select coalesce(pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'id', listed.product_id,
          'title', listed.title,
          'description', coalesce(listed.description, ''),
          'link', coalesce(storefront.web_address(listed.link), ''),
          'image_link', coalesce((storefront.web_addresses(listed.images))[1], ''),
          'price', prices.said ->> 'full_price',
          'availability', listed.availability,
          -- Unknown values are empty texts. The value "new" would be an unverified claim.
          'condition', coalesce(listed.condition, ''),
          'brand', coalesce(listed.product_brand, ''),
          'merchant_product_category', coalesce(listed.category, ''),
          'gtin', coalesce(listed.gtin, ''),
          'item_group_id', coalesce(listed.item_group_id, listed.product_id),
          'custom_label_0', case when listed.list_price_micros is not null then 'reduced' else '' end
        )::jsonb || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
          'sale_price', prices.said -> 'planned_sale_price',
          'sale_price_effective_date', prices.said -> 'sale_period'
        ))
        order by listed.product_id
      ), '[]')
      from (
        select products.*
        from storefront.products
        where products.brand_id = v_brand_id
        order by products.product_id
        limit feed."limit" offset (feed.page - 1) * feed."limit"::bigint
      ) as listed
      cross join lateral (select storefront.feed_prices(listed) as said) as prices
    ),
    'degradation', storefront.degradation(v_brand_id)
  );
end
$$;
comment on function storefront.feed(text, text, integer, integer, text) is
  'GET /platforms/{platform}/feed: returns the catalog in the format of merchant feeds, in pages, ordered by product id. Raises NTFND for an unknown '
  'platform.';

create function storefront.lacks_identifiers(gtin text, mpn text, product_brand text)
returns boolean
language sql immutable
return lacks_identifiers.gtin is null and (lacks_identifiers.mpn is null or lacks_identifiers.product_brand is null);
comment on function storefront.lacks_identifiers(text, text, text) is
  'Returns whether a product has neither a GTIN nor a brand with an MPN (Google Merchant Center, identifier_exists).';

grant select on storefront.feed_platforms, storefront.platforms, storefront.trust_components, storefront.trust_tiers to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function
  storefront.require_feed_platform(text),
  storefront.feed_price(bigint, text),
  storefront.feed_minute(timestamptz),
  storefront.sale_period(storefront.products),
  storefront.feed_prices(storefront.products),
  storefront.lacks_identifiers(text, text, text),
  storefront.feed(text, text, integer, integer, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.feed', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
