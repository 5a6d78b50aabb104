create function storefront.facets(brand_id text, query text, filters jsonb, variants text default 'grouped', is_strict boolean default false, said jsonb default null)
returns json
language sql stable
as $$
  with said as materialized (
    select pg_catalog.array_agg(term.words ->> 0) as asked, pg_catalog.array_agg(term.words ->> 1) as terms
    from pg_catalog.jsonb_array_elements(coalesce(facets.said, storefront.said_terms(facets.brand_id, facets.query))) as term (words)
  ),
  ranked as materialized (
    select hits.product_id, hits.has_all
    from said
    cross join lateral storefront.rank_products(facets.brand_id, said.asked, said.terms, facets.query) as hits
    where said.terms is not null
  ),
  kept as materialized (
    select products.product_brand, products.category, products.availability, products.attributes, products.price_micros, products.currency,
      case facets.variants when 'grouped' then products.group_key else products.product_id end as group_key
    from storefront.products
    where products.brand_id = facets.brand_id
      and (
        ((select said.terms from said) is null and facets.query !~ '\S')
        or products.product_id in (
          select ranked.product_id from ranked
          where not facets.is_strict or ranked.has_all or not exists (select from ranked as other where other.has_all)
        )
      )
      and storefront.meets(products, pg_catalog.jsonb_strip_nulls(facets.filters) - 'without' - 'stated_without')
      and (
        facets.filters -> 'stated_without' is null
        or products.product_id in (select stated.product_id from storefront.stating(facets.brand_id, facets.filters -> 'stated_without') as stated)
      )
      and products.product_id not in (select mentioned.product_id from storefront.mentioning(facets.brand_id, facets.filters -> 'without') as mentioned)
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
comment on function storefront.facets(text, text, jsonb, text, boolean, jsonb) is
  'Counts the hits of a query (groups of variants, or products) by brand, category, availability and attribute. Returns the 20 most frequent values '
  'of each, and the price range of each currency.';

grant execute on function storefront.facets(text, text, jsonb, text, boolean, jsonb) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
