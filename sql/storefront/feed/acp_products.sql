create function storefront.acp_products(brand_id text, shop_brand_id text, "limit" integer, "offset" bigint)
returns table (number bigint, "row" json)
language sql stable
as $$
  -- Agentic Commerce Protocol, schema.feed.json of 2026-04-17: Product and Variant.
  with groups as (
    select distinct products.group_key
    from storefront.products
    where products.brand_id = acp_products.shop_brand_id
    order by products.group_key
    limit acp_products."limit" offset acp_products."offset"
  ),
  variants as (
    select products.*, storefront.feed_availability(products.availability, products.feed_fields) as feed_availability, pg_catalog.row_number() over (partition by products.group_key order by products.product_id) as place
    from groups
    join storefront.products on products.brand_id = acp_products.shop_brand_id and products.group_key = groups.group_key
  ),
  said as (
    select
      variants.group_key, variants.place, variants.title, variants.description, variants.link, variants.feed_fields ->> 'item_group_title' as group_title, variants.feed_fields ->> 'canonical_link' as canonical_link,
      pg_catalog.json_build_object(
        'id', variants.product_id,
        'title', variants.title,
        'description', pg_catalog.json_build_object('plain', coalesce(variants.description, '')),
        'url', storefront.web_address(variants.link),
        'barcodes', (
          select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', held.type, 'value', held.value) order by held.type), '[]')
          from (values ('gtin', variants.gtin), ('mpn', variants.mpn), ('sku', variants.sku)) as held (type, value)
          where held.value is not null
        ),
        'price', pg_catalog.json_build_object('amount', storefront.amount_minor(variants.price_micros, currencies), 'currency', variants.currency),
        'list_price', case when variants.list_price_micros is not null then pg_catalog.json_build_object(
          'amount', storefront.amount_minor(variants.list_price_micros, currencies), 'currency', variants.currency
        ) end,
        'availability', pg_catalog.json_build_object(
          'available', variants.availability <> 'out_of_stock',
          'status', case variants.availability when 'low_stock' then 'limited_stock' else variants.feed_availability end
        ),
        'categories', (
          select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('value', held.value, 'taxonomy', held.taxonomy) order by held.taxonomy desc), '[]')
          from (
            values ('merchant', variants.category), ('google_product_category', variants.feed_fields ->> 'google_product_category')
          ) as held (taxonomy, value)
          where held.value is not null
        ),
        'condition', case when variants.condition is not null then pg_catalog.json_build_array(case variants.condition when 'used' then 'secondhand' else variants.condition end) end,
        'variant_options', (
          select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', storefront.option_label(option.value ->> 'name'), 'value', option.value ->> 'label') order by option.number), '[]')
          from pg_catalog.jsonb_array_elements(options.options) with ordinality as option (value, number)
        ),
        'media', (
          select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', 'image', 'url', image.link) order by image.number), '[]')
          from pg_catalog.unnest(storefront.web_addresses(variants.images)) with ordinality as image (link, number)
        )
      ) as variant
    from variants
    join core.currencies on currencies.currency = variants.currency
    left join storefront.buyer_options(acp_products.shop_brand_id, array(select groups.group_key from groups)) as options
      on options.group_key = variants.group_key and options.product_id = variants.product_id
  )
  select
    pg_catalog.row_number() over (order by said.group_key),
    -- The protocol has no null values, so unknown members are omitted.
    pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
      'id', said.group_key,
      -- The title that the feed gives the group precedes the words that the titles of its variants share.
      'title', coalesce(
        min(said.group_title),
        storefront.group_title(pg_catalog.array_agg(said.title order by said.place), min(said.title) filter (where said.place = 1))
      ),
      'description', pg_catalog.json_build_object('plain', storefront.group_description(
        pg_catalog.array_agg(said.description order by said.place), min(said.description) filter (where said.place = 1)
      )),
      'url', storefront.web_address(coalesce(min(said.canonical_link) filter (where said.place = 1), min(said.link) filter (where said.place = 1))),
      'variants', pg_catalog.json_agg(said.variant order by said.place)
    ))
  from said
  group by said.group_key;
$$;
comment on function storefront.acp_products(text, text, integer, bigint) is
  'Returns the catalog as Product objects of the Agentic Commerce Protocol, each with its variants.';

grant execute on function storefront.acp_products(text, text, integer, bigint) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
