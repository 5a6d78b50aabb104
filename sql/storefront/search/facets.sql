create function storefront.facets(
  brand_id text, query text, filters jsonb, names jsonb default '{}', variants text default 'grouped', is_strict boolean default false, said jsonb default null
)
returns json
language sql stable
as $$
  with kept as materialized (
    select product.product_brand, product.category, product.availability, product.attributes, product.price_micros, product.currency, product.group_key
    from storefront.match_products(
      facets.brand_id, facets.query, facets.filters, facets.names, facets.is_strict,
      coalesce(facets.said, storefront.said_terms(facets.brand_id, facets.query))
    ) as matched
    -- A lookup for each product. The planner would filter the whole catalog.
    cross join lateral (
      select products.product_brand, products.category, products.availability, products.attributes, products.price_micros, products.currency,
        case facets.variants when 'grouped' then products.group_key else products.product_id end as group_key
      from storefront.products
      where products.brand_id = facets.brand_id and products.product_id = matched.product_id
      offset 0
    ) as product
  ),
  counted as (
    select facet.name, facet.value, count(distinct kept.group_key) as count
    from kept
    cross join lateral (
      values ('brand', kept.product_brand), ('category', kept.category), ('availability', kept.availability)
      union all
      select 'attributes.' || attribute.key, attribute.value #>> '{}'
      from pg_catalog.jsonb_each(kept.attributes) as attribute
      where pg_catalog.jsonb_typeof(attribute.value) <> 'array'
      union all
      select 'attributes.' || attribute.key, said
      from pg_catalog.jsonb_each(kept.attributes) as attribute
      cross join lateral pg_catalog.jsonb_array_elements_text(attribute.value) as said
      where pg_catalog.jsonb_typeof(attribute.value) = 'array'
    ) as facet (name, value)
    where facet.value is not null
    group by facet.name, facet.value
  ),
  placed as (
    select
      counted.*,
      pg_catalog.row_number() over (partition by counted.name order by counted.count desc, counted.value) as place,
      pg_catalog.dense_rank() over (order by counted.name) as facet_place
    from counted
  )
  select pg_catalog.json_build_object(
    'values', coalesce(
      (
        select pg_catalog.json_object_agg(listed.name, listed.values order by listed.name)
        from (
          select placed.name, pg_catalog.json_agg(pg_catalog.json_build_object('value', placed.value, 'count', placed.count) order by placed.place) as values
          from placed
          where placed.place <= 20 and placed.facet_place <= 40
          group by placed.name
        ) as listed
      ), '{}'
    ),
    'price', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object('currency', price.currency, 'min', price.min_micros * 0.000001, 'max', price.max_micros * 0.000001) order by price.currency
      )
      from (
        select kept.currency, min(kept.price_micros) as min_micros, max(kept.price_micros) as max_micros from kept group by kept.currency
      ) as price
    )
  );
$$;
comment on function storefront.facets(text, text, jsonb, jsonb, text, boolean, jsonb) is
  'Counts the hits of a query (groups of variants, or products), the same as those of storefront.find_products, by brand, category, availability and attribute. Returns the 20 most frequent values '
  'of each, and the price range of each currency.';

grant execute on function storefront.facets(text, text, jsonb, jsonb, text, boolean, jsonb) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
