create function storefront.ucp_price(micros bigint, currency text)
returns json
language sql stable
return (
  select pg_catalog.json_build_object('amount', storefront.amount_minor(ucp_price.micros, currencies), 'currency', currencies.currency)
  from core.currencies
  where currencies.currency = ucp_price.currency
);
comment on function storefront.ucp_price(bigint, text) is 'Returns a price in minor units, in the format of the Universal Commerce Protocol.';

create function storefront.ucp_variant(product storefront.products)
returns json
language sql stable
-- The protocol has no null values, so unknown members are omitted.
return pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
  'id', ucp_variant.product.product_id,
  'sku', ucp_variant.product.sku,
  'title', ucp_variant.product.title,
  'description', pg_catalog.json_build_object('plain', coalesce(ucp_variant.product.description, '')),
  'price', storefront.ucp_price(ucp_variant.product.price_micros, ucp_variant.product.currency),
  'list_price', case when ucp_variant.product.list_price_micros is not null
    then storefront.ucp_price(ucp_variant.product.list_price_micros, ucp_variant.product.currency)
  end,
  'barcodes', case when ucp_variant.product.gtin is null then '[]'::json
    else pg_catalog.json_build_array(pg_catalog.json_build_object('type', 'GTIN', 'value', ucp_variant.product.gtin))
  end,
  'availability', pg_catalog.json_build_object(
    'available', ucp_variant.product.availability <> 'out_of_stock',
    'status', case ucp_variant.product.availability when 'low_stock' then 'in_stock' else ucp_variant.product.availability end
  ),
  'options', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', option.key, 'label', option.value #>> '{}') order by option.key), '[]')
    from pg_catalog.jsonb_each(ucp_variant.product.attributes) as option
    where pg_catalog.jsonb_typeof(option.value) = 'string'
  )
));
comment on function storefront.ucp_variant(storefront.products) is 'Returns a product as a Variant of the Universal Commerce Protocol.';

create function storefront.ucp_products(brand_id text, product_ids text[])
returns table (product_id text, product json)
language sql stable
as $$
  select
    held.product_id,
    pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
      'id', held.product_id,
      'title', held.title,
      'description', pg_catalog.json_build_object('plain', coalesce(held.description, '')),
      'url', storefront.web_address(held.link),
      'categories', case when held.category is null then '[]'::json
        else pg_catalog.json_build_array(pg_catalog.json_build_object('value', held.category, 'taxonomy', 'merchant'))
      end,
      'price_range', pg_catalog.json_build_object(
        'min', storefront.ucp_price(family.min_micros, held.currency), 'max', storefront.ucp_price(family.max_micros, held.currency)
      ),
      'media', (
        select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', 'image', 'url', image.link) order by image.number), '[]')
        from pg_catalog.unnest(storefront.web_addresses(held.images)) with ordinality as image (link, number)
      ),
      'rating', case when held.shown_count > 0 then pg_catalog.json_build_object(
        'value', pg_catalog.round(held.shown_score, 2), 'scale_min', 1, 'scale_max', 5, 'count', held.shown_count
      ) end,
      'variants', family.variants
    ))
  from storefront.products as held
  cross join lateral (
    select
      min(variants.price_micros) as min_micros, max(variants.price_micros) as max_micros,
      pg_catalog.json_agg(storefront.ucp_variant(variants) order by variants.product_id <> held.product_id, variants.product_id) as variants
    from storefront.products as variants
    -- Only variants in one currency, because a price range cannot have two.
    where variants.brand_id = held.brand_id and variants.currency = held.currency
      and (variants.product_id = held.product_id or variants.item_group_id = held.item_group_id)
  ) as family
  where held.brand_id = ucp_products.brand_id and held.product_id = any (ucp_products.product_ids);
$$;
comment on function storefront.ucp_products(text, text[]) is
  'Returns products of the Universal Commerce Protocol, each with the variants of its group in its currency. The product itself is the first '
  'variant.';

create function storefront.ucp_envelope(capability text)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'version', '2026-04-08',
  'capabilities', pg_catalog.json_build_object(ucp_envelope.capability, pg_catalog.json_build_array(pg_catalog.json_build_object('version', '2026-04-08')))
);
comment on function storefront.ucp_envelope(text) is 'Returns the ucp object of a response: the protocol version and the capability that was used.';

grant execute on function
  storefront.ucp_price(bigint, text),
  storefront.ucp_variant(storefront.products),
  storefront.ucp_products(text, text[]),
  storefront.ucp_envelope(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
