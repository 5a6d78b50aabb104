create function storefront.emptied_fields(brand_id text, product_ids text[], stated_fields text[])
returns jsonb
language sql stable
as $$
  with held as (
    select
      products.product_id, products.item_group_id, products.description, products.link, products.images <> '{}' as has_images, products.quantity,
      products.product_brand as brand, products.category, products.gtin, products.mpn, products.sku, products.condition, products.rating_score,
      products.attributes, products.feed_fields
    from storefront.catalog_products as products
    where products.brand_id = emptied_fields.brand_id and products.product_id = any (emptied_fields.product_ids)
    union all
    select
      hidden.product_id, given.item_group_id, given.description, given.link, given.image_links <> '[]', given.quantity,
      given.brand, given.category, given.gtin, given.mpn, given.sku, given.condition, given.rating_score,
      given.attributes, given.feed_fields
    from storefront.hidden_products as hidden
    cross join lateral pg_catalog.jsonb_to_record(hidden.product) as given (
      item_group_id text, description text, link text, image_links jsonb, quantity integer, brand text, category text, gtin text, mpn text, sku text,
      condition text, rating_score numeric, attributes jsonb, feed_fields jsonb
    )
    where hidden.brand_id = emptied_fields.brand_id and hidden.product_id = any (emptied_fields.product_ids)
  ),
  emptied as materialized (
    select held.product_id, fields.field
    from held
    -- A sale ends when a file does not state it, so its price is not a lost value.
    cross join lateral (
      select named.field
      from (
        values
          ('item_group_id', held.item_group_id is not null),
          ('description', held.description is not null),
          ('link', held.link is not null),
          ('image_links', held.has_images),
          ('quantity', held.quantity is not null),
          ('brand', held.brand is not null),
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
    where fields.field <> all (emptied_fields.stated_fields)
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
