create function storefront.has_category(category text, names jsonb)
returns boolean
language sql immutable
return exists (
  select from pg_catalog.jsonb_array_elements_text(has_category.names) as wanted (name)
  where pg_catalog.strpos(storefront.lowered(has_category.category), storefront.lowered(wanted.name)) > 0
);
comment on function storefront.has_category(text, jsonb) is 'Returns whether the name of a category contains any of these names.';

create function storefront.has_attributes(attributes jsonb, wanted jsonb)
returns boolean
language sql immutable
return not exists (
  select from pg_catalog.jsonb_each(has_attributes.wanted) as wanted
  where not exists (
    select
    from pg_catalog.jsonb_path_query(has_attributes.attributes -> wanted.key, 'lax $[*]') as has
    join pg_catalog.jsonb_path_query(wanted.value, 'lax $[*]') as any_of on storefront.lowered(has #>> '{}') = storefront.lowered(any_of #>> '{}')
  )
);
comment on function storefront.has_attributes(jsonb, jsonb) is 'Returns whether each wanted attribute has any of its wanted values.';

create function storefront.is_priced_within(price_micros bigint, filters jsonb)
returns boolean
language sql immutable
return (is_priced_within.filters ->> 'price_min' is null or is_priced_within.price_micros >= (is_priced_within.filters ->> 'price_min')::numeric * 1000000)
  and (is_priced_within.filters ->> 'price_max' is null or is_priced_within.price_micros <= (is_priced_within.filters ->> 'price_max')::numeric * 1000000);
comment on function storefront.is_priced_within(bigint, jsonb) is
  'Returns whether a price in the currency of the filters passes price_min and price_max. It becomes a part of the expression that calls it.';

create function storefront.meets(product storefront.products, filters jsonb)
returns boolean
language plpgsql immutable
as $$
begin
  -- An expression without a subquery in plpgsql takes a fifth of the time of a language sql function.
  return (meets.filters ->> 'category' is null or pg_catalog.strpos(storefront.lowered(meets.product.category), storefront.lowered(meets.filters ->> 'category')) > 0)
    and (meets.filters -> 'categories' is null or storefront.has_category(meets.product.category, meets.filters -> 'categories'))
    and (meets.filters ->> 'brand' is null or storefront.lowered(meets.product.product_brand) = storefront.lowered(meets.filters ->> 'brand'))
    and (meets.filters ->> 'brand_not' is null or storefront.lowered(meets.product.product_brand) is distinct from storefront.lowered(meets.filters ->> 'brand_not'))
    and (meets.filters ->> 'category_not' is null or meets.product.category is distinct from meets.filters ->> 'category_not')
    and (meets.filters -> 'not_ids' is null or not meets.filters -> 'not_ids' ? meets.product.product_id)
    and (meets.filters ->> 'currency' is null or meets.product.currency = meets.filters ->> 'currency')
    and storefront.is_priced_within(meets.product.price_micros, meets.filters)
    and (meets.filters -> 'in_stock' is distinct from 'true' or meets.product.availability in ('in_stock', 'low_stock'))
    and (meets.filters -> 'in_stock' is distinct from 'false' or meets.product.availability not in ('in_stock', 'low_stock'))
    and (meets.filters ->> 'rating_min' is null or meets.product.shown_score >= (meets.filters ->> 'rating_min')::numeric)
    and (meets.filters ->> 'rating_max' is null or meets.product.shown_score <= (meets.filters ->> 'rating_max')::numeric)
    and (meets.filters -> 'attributes' is null or storefront.has_attributes(meets.product.attributes, meets.filters -> 'attributes'));
end
$$;
comment on function storefront.meets(storefront.products, jsonb) is
  'Returns whether a product passes all filters. Filters: category (part of the name), categories (any of them), brand, currency, price_min, '
  'price_max, in_stock, rating_min, rating_max and attributes. Exclusions: brand_not, category_not and not_ids.';

create function storefront.fact_filters(filters jsonb)
returns jsonb
language sql immutable
return pg_catalog.jsonb_strip_nulls(fact_filters.filters) - 'without' - 'stated_without';
comment on function storefront.fact_filters(jsonb) is
  'Returns the filters that storefront.meets checks. storefront.match_products applies the others, which concern words.';

create function storefront.used_terms(said jsonb)
returns table (asked text, term text)
language sql immutable
as $$
  select term.words ->> 0, term.words ->> 1
  from pg_catalog.jsonb_array_elements(used_terms.said) as term (words)
  -- If no word is known, the query may be a product number.
  where term.words -> 2 = 'true' or not used_terms.said @? 'strict $[*] ? (@[2] == true)';
$$;
comment on function storefront.used_terms(jsonb) is 'Returns the terms of said_terms by which products are ranked.';

create function storefront.named_products(brand_id text, brand text, category text)
returns setof text
language plpgsql stable
as $$
begin
  -- Each statement reads one index of the catalog.
  if named_products.category is null then
    return query
    select products.product_id from storefront.products
    where products.brand_id = named_products.brand_id and products.product_brand = named_products.brand;
  else
    return query
    select products.product_id from storefront.products
    where products.brand_id = named_products.brand_id and products.category = named_products.category
      and (named_products.brand is null or products.product_brand = named_products.brand);
  end if;
end
$$;
comment on function storefront.named_products(text, text, text) is
  'Returns the products of exactly this brand name and category of the catalog. Null is any.';

create function storefront.numbered_products(brand_id text, query text)
returns setof text
language plpgsql stable
as $$
declare
  v_number constant text := pg_catalog.btrim(numbered_products.query);
  v_key constant text := storefront.lowered(v_number);
begin
  return query
  select products.product_id from storefront.products where products.brand_id = numbered_products.brand_id and products.product_id = v_number
  union
  select products.product_id from storefront.products where products.brand_id = numbered_products.brand_id and products.sku_key = v_key
  union
  select products.product_id from storefront.products where products.brand_id = numbered_products.brand_id and products.gtin = v_number
  union
  select products.product_id from storefront.products where products.brand_id = numbered_products.brand_id and products.mpn_key = v_key;
end
$$;
comment on function storefront.numbered_products(text, text) is 'Returns the products whose id, SKU, GTIN or MPN is this query.';

create function storefront.match_products(
  brand_id text, query text, filters jsonb, names jsonb, is_strict boolean, said jsonb, keep bigint default null
)
returns table (product_id text, score double precision, has_all boolean, hits bigint, goes_by_names boolean)
language plpgsql stable
-- Planning takes longer than execution, and a custom plan would be the same.
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  v_asked text[];
  v_terms text[];
  v_has_names constant boolean := match_products.names <> '{}';
  v_brand constant text := match_products.names ->> 'brand';
  v_category constant text := match_products.names ->> 'category';
  v_filters constant jsonb := storefront.fact_filters(match_products.filters);
  v_without constant text[] := case when match_products.filters ? 'without'
    then array(select mentioned.product_id from storefront.mentioning(match_products.brand_id, match_products.filters -> 'without') as mentioned)
    else '{}'
  end;
  v_stated constant text[] := case when match_products.filters ? 'stated_without'
    then array(select stated.product_id from storefront.stating(match_products.brand_id, match_products.filters -> 'stated_without') as stated)
  end;
  v_keep bigint;
begin
  select coalesce(pg_catalog.array_agg(used.asked), '{}'), coalesce(pg_catalog.array_agg(used.term), '{}')
  into v_asked, v_terms
  from storefront.used_terms(match_products.said) as used;
  -- The first products are enough only if none of them is left out below.
  if v_terms <> '{}' and not v_has_names and v_without = '{}' and v_stated is null and not match_products.is_strict then
    v_keep := match_products.keep;
  end if;
  return query
  with ranked as materialized (
    select hits.product_id, hits.score, hits.has_all, case when v_keep is not null then hits.hits end as hits
    from storefront.rank_products(match_products.brand_id, v_asked, v_terms, match_products.query, v_keep) as hits
    where v_terms <> '{}' and (v_stated is null or hits.product_id = any (v_stated))
    union all
    -- Without words there is no ranking. Every product has the same score.
    select products.product_id, 0, true, null
    from storefront.products
    where v_terms = '{}' and match_products.query !~ '\S' and products.brand_id = match_products.brand_id
      and (v_stated is null or products.product_id = any (v_stated))
  ),
  named as materialized (
    select ranked.*
    from ranked
    where v_has_names
      -- "is true" keeps the list of named products a hash table. As a join, it can become a nested loop of two lists of thousands.
      and (
        ranked.product_id in (select named.product_id from storefront.named_products(match_products.brand_id, v_brand, v_category) as named (product_id))
      ) is true
  ),
  -- A name in the query is a filter if some product has this name and every word. Otherwise its words are ordinary words.
  choice as materialized (
    select exists (
      select
      from named
      join storefront.products on products.brand_id = match_products.brand_id and products.product_id = named.product_id
      where named.has_all and (v_filters = '{}' or storefront.meets(products, v_filters))
    ) as goes_by_names
  ),
  answering as (
    select named.* from named where (select choice.goes_by_names from choice)
    union all
    select ranked.* from ranked where not (select choice.goes_by_names from choice)
  ),
  whole as materialized (
    select answering.* from answering where v_without = '{}' or not answering.product_id = any (v_without)
  )
  select whole.product_id, whole.score, whole.has_all, whole.hits, (select choice.goes_by_names from choice)
  from whole
  where not match_products.is_strict or whole.has_all or not exists (select from whole as other where other.has_all);
end
$$;
comment on function storefront.match_products(text, text, jsonb, jsonb, boolean, jsonb, bigint) is
  'Returns the products that match the words of a query, before the filters of storefront.meets. The rows and the facets of a search read them. names '
  'apply only if some product then has every word and passes the filters. is_strict returns only products that have every word, if there are any. keep: '
  'as in rank_products, with the number of all products in hits. Otherwise hits is null.';

grant execute on function
  storefront.has_category(text, jsonb),
  storefront.has_attributes(jsonb, jsonb),
  storefront.is_priced_within(bigint, jsonb),
  storefront.meets(storefront.products, jsonb),
  storefront.fact_filters(jsonb),
  storefront.used_terms(jsonb),
  storefront.named_products(text, text, text),
  storefront.numbered_products(text, text),
  storefront.match_products(text, text, jsonb, jsonb, boolean, jsonb, bigint)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
