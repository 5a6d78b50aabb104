create function storefront.emptied_fields(brand_id text, product_ids text[], stated_fields text[])
returns jsonb
language sql stable
as $$
  with stated as (
    select held.product_id, fields.field
    from storefront.catalog_products as held
    -- A sale ends when a file does not state it, so its price is not a lost value.
    cross join lateral (
      select named.field
      from (
        values
          ('item_group_id', held.item_group_id is not null),
          ('description', held.description is not null),
          ('link', held.link is not null),
          ('image_links', held.images <> '{}'),
          ('quantity', held.quantity is not null),
          ('brand', held.product_brand is not null),
          ('category', held.category is not null),
          ('gtin', held.gtin is not null),
          ('mpn', held.mpn is not null),
          ('sku', held.sku is not null),
          ('condition', held.condition is not null),
          ('rating_score', held.rating_score is not null)
      ) as named (field, is_held)
      where named.is_held
      union
      select pg_catalog.jsonb_object_keys(held.attributes)
      union
      select pg_catalog.jsonb_object_keys(held.feed_fields - 'shopify')
    ) as fields
    where held.brand_id = emptied_fields.brand_id and held.product_id = any (emptied_fields.product_ids)
    union all
    select held.product_id, fields.field
    from storefront.hidden_products as held
    cross join lateral (
      select given.key as field
      from pg_catalog.jsonb_each(pg_catalog.jsonb_strip_nulls(held.product)) as given
      where given.key in (
        'item_group_id', 'description', 'link', 'image_links', 'quantity', 'brand', 'category', 'gtin', 'mpn', 'sku', 'condition', 'rating_score'
      ) and given.value <> '[]'
      union
      select pg_catalog.jsonb_object_keys(held.product -> 'attributes')
      union
      select pg_catalog.jsonb_object_keys((held.product -> 'feed_fields') - 'shopify')
    ) as fields
    where held.brand_id = emptied_fields.brand_id and held.product_id = any (emptied_fields.product_ids)
  ),
  emptied as materialized (
    select stated.product_id, stated.field from stated where stated.field <> all (emptied_fields.stated_fields)
  ),
  counted as (
    select emptied.field, count(*) as products, pg_catalog.row_number() over (order by count(*) desc, emptied.field collate "C") as number
    from emptied
    group by emptied.field
  )
  select pg_catalog.jsonb_build_object(
    'products', (select count(distinct emptied.product_id) from emptied),
    'fields', pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('field', counted.field, 'products', counted.products) order by counted.number
    ) filter (where counted.number <= 30),
    'more', count(*) filter (where counted.number > 30)
  )
  from counted
  having count(*) > 0;
$$;
comment on function storefront.emptied_fields(text, text[], text[]) is
  'Returns which values of these products, also hidden ones, a file empties that states only some fields: the number of products, and that of each field, the 30 most frequent '
  'first. Fields have the names of the catalog, which columns of a format can differ from. Null if it empties none.';
grant execute on function storefront.emptied_fields(text, text[], text[]) to vitrine_worker, vitrine_person;
