create function storefront.meets(product storefront.products, filters jsonb)
returns boolean
language sql immutable
return
  (meets.filters ->> 'category' is null or pg_catalog.strpos(pg_catalog.lower(meets.product.category), pg_catalog.lower(meets.filters ->> 'category')) > 0)
  and (
    meets.filters -> 'categories' is null
    or exists (
      select from pg_catalog.jsonb_array_elements_text(meets.filters -> 'categories') as wanted (name)
      where pg_catalog.strpos(pg_catalog.lower(meets.product.category), pg_catalog.lower(wanted.name)) > 0
    )
  )
  and (meets.filters ->> 'brand' is null or pg_catalog.lower(meets.product.product_brand) = pg_catalog.lower(meets.filters ->> 'brand'))
  and (meets.filters ->> 'brand_not' is null or pg_catalog.lower(meets.product.product_brand) is distinct from pg_catalog.lower(meets.filters ->> 'brand_not'))
  and (meets.filters ->> 'category_not' is null or meets.product.category is distinct from meets.filters ->> 'category_not')
  and (meets.filters -> 'not_ids' is null or not meets.filters -> 'not_ids' ? meets.product.product_id)
  and (meets.filters ->> 'currency' is null or meets.product.currency = meets.filters ->> 'currency')
  and (meets.filters ->> 'price_min' is null or meets.product.price_micros >= (meets.filters ->> 'price_min')::numeric * 1000000)
  and (meets.filters ->> 'price_max' is null or meets.product.price_micros <= (meets.filters ->> 'price_max')::numeric * 1000000)
  and (meets.filters -> 'in_stock' is distinct from 'true' or meets.product.availability in ('in_stock', 'low_stock'))
  and (meets.filters -> 'in_stock' is distinct from 'false' or meets.product.availability not in ('in_stock', 'low_stock'))
  and (meets.filters ->> 'rating_min' is null or meets.product.shown_score >= (meets.filters ->> 'rating_min')::numeric)
  and (meets.filters ->> 'rating_max' is null or meets.product.shown_score <= (meets.filters ->> 'rating_max')::numeric)
  and (
    meets.filters -> 'attributes' is null
    or not exists (
      select from pg_catalog.jsonb_each(meets.filters -> 'attributes') as wanted
      where not exists (
        select
        from pg_catalog.jsonb_path_query(meets.product.attributes -> wanted.key, 'lax $[*]') as has
        join pg_catalog.jsonb_path_query(wanted.value, 'lax $[*]') as any_of on pg_catalog.lower(has #>> '{}') = pg_catalog.lower(any_of #>> '{}')
      )
    )
  );
comment on function storefront.meets(storefront.products, jsonb) is
  'Whether a product passes filters: category (a part of its name), categories (any of them), brand, currency, price_min, price_max, in_stock, rating_min, rating_max, '
  'attributes; and what it must not be: brand_not, category_not, not_ids.';

create function storefront.preferred(brand_id text, preferences jsonb)
returns table (product_id text, preferences text[])
language sql stable
as $$
  select postings.product_id, pg_catalog.array_agg(distinct wish.words order by wish.words)
  from pg_catalog.jsonb_array_elements_text(preferred.preferences) as wish (words)
  cross join lateral pg_catalog.unnest(pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('storefront.shop', wish.words))) as said (term)
  join storefront.postings on postings.brand_id = preferred.brand_id and postings.term = said.term
  group by postings.product_id;
$$;
comment on function storefront.preferred(text, jsonb) is 'Which products speak of which preferences.';

create function storefront.find_products(
  brand_id text,
  query text,
  filters jsonb default '{}',
  names jsonb default '{}',
  context jsonb default '{}',
  sort text default 'relevance',
  "limit" integer default 10,
  "offset" bigint default 0
)
returns table (product_id text, score double precision, has_all boolean, number bigint, total bigint, goes_by_names boolean, is_repaired boolean)
language plpgsql stable
as $$
declare
  v_terms text[];
  v_is_repaired boolean;
  v_filters constant jsonb := pg_catalog.jsonb_strip_nulls(find_products.filters);
  v_context constant jsonb := pg_catalog.jsonb_strip_nulls(find_products.context);
  -- Without any of these, only what may come on the page has to be looked at.
  v_is_plain constant boolean := v_filters = '{}' and find_products.names = '{}' and v_context = '{}' and find_products.sort = 'relevance';
begin
  select coalesce(pg_catalog.array_agg(distinct said.term), '{}'), coalesce(pg_catalog.bool_or(said.term <> said.asked), false)
  into v_terms, v_is_repaired
  from storefront.query_terms(find_products.brand_id, find_products.query) as said;
  return query
  with ranked as materialized (
    select hits.product_id, hits.score, hits.has_all
    from storefront.rank_products(find_products.brand_id, v_terms, find_products.query) as hits
    where v_terms <> '{}'
    union all
    select products.product_id, 0, true
    from storefront.products
    where v_terms = '{}' and products.brand_id = find_products.brand_id
  ),
  edge as (
    select ranked.score from ranked where v_is_plain order by ranked.score desc limit 1 offset find_products."limit" + find_products."offset" - 1
  ),
  held as (
    select
      ranked.*, product.price_micros, product.shown_score, product.created_at, product.is_named
    from ranked
    cross join lateral (
      select
        products.price_micros, products.shown_score, products.created_at,
        find_products.names = '{}' or storefront.meets(products, find_products.names) as is_named
      from storefront.products
      where products.brand_id = find_products.brand_id and products.product_id = ranked.product_id
        and (v_filters = '{}' or storefront.meets(products, v_filters))
      offset 0
    ) as product
    where ranked.score >= coalesce((select edge.score from edge), 0)
  ),
  -- A name in the words is a filter where some product answers to the name and to every word; else it is a word like others.
  chosen as (
    select held.*, find_products.names <> '{}' and pg_catalog.bool_or(held.is_named and held.has_all) over () as goes_by_names from held
  ),
  weighed as (
    select
      chosen.*,
      chosen.score
        * case when chosen.price_micros > (v_context ->> 'user_budget')::numeric * 1000000 then 0.5 else 1 end
        * (1 + 0.15 * coalesce(pg_catalog.cardinality(preferred.preferences), 0)) as weight
    from chosen
    left join storefront.preferred(find_products.brand_id, coalesce(v_context -> 'user_preferences', '[]')) as preferred using (product_id)
    where not chosen.goes_by_names or chosen.is_named
  ),
  ordered as (
    select
      weighed.*,
      pg_catalog.row_number() over (
        order by
          case find_products.sort when 'price_asc' then weighed.price_micros when 'price_desc' then -weighed.price_micros end,
          case when find_products.sort = 'rating' then -weighed.shown_score end,
          case when find_products.sort = 'newest' then -extract(epoch from weighed.created_at) end,
          weighed.weight desc, weighed.shown_score desc nulls last, weighed.product_id
      ) as number,
      case when v_is_plain then (select count(*) from ranked) else count(*) over () end as total
    from weighed
  )
  select ordered.product_id, ordered.weight, ordered.has_all, ordered.number, ordered.total, ordered.goes_by_names, v_is_repaired
  from ordered
  where ordered.number > find_products."offset" and ordered.number <= find_products."offset" + find_products."limit"
  order by ordered.number;
end
$$;
comment on function storefront.find_products(text, text, jsonb, jsonb, jsonb, text, integer, bigint) is
  'A page of the products that answer a query, in order, and how many there are. Filters always hold; names only where they leave something that '
  'has every word; context moves what is above a budget down and what somebody prefers up.';

create function storefront.facets(brand_id text, query text, filters jsonb)
returns json
language sql stable
as $$
  with terms as (
    select array(select said.term from storefront.query_terms(facets.brand_id, facets.query) as said) as terms
  ),
  kept as materialized (
    select products.product_brand, products.category, products.availability, products.attributes, products.price_micros, products.currency
    from storefront.products
    where products.brand_id = facets.brand_id
      and (
        (select terms.terms from terms) = '{}'
        or products.product_id in (select ranked.product_id from storefront.rank_products(facets.brand_id, (select terms.terms from terms), facets.query) as ranked)
      )
      and storefront.meets(products, pg_catalog.jsonb_strip_nulls(facets.filters))
  ),
  counted as (
    select facet.name, facet.value, count(*) as count
    from kept
    cross join lateral (
      values ('brand', kept.product_brand), ('category', kept.category), ('availability', kept.availability)
      union all
      select 'attributes.' || attribute.key, said #>> '{}'
      from pg_catalog.jsonb_each(kept.attributes) as attribute
      cross join lateral pg_catalog.jsonb_path_query(attribute.value, 'lax $[*]') as said
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
comment on function storefront.facets(text, text, jsonb) is
  'How many of the products that answer a query bear each brand, category, availability and attribute: the twenty most frequent values of each.';

grant execute on function
  storefront.meets(storefront.products, jsonb),
  storefront.preferred(text, jsonb),
  storefront.find_products(text, text, jsonb, jsonb, jsonb, text, integer, bigint),
  storefront.facets(text, text, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
