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
return (
    is_priced_within.filters ->> 'price_min' is null
    or is_priced_within.price_micros >= pg_catalog.ceil(least((is_priced_within.filters ->> 'price_min')::numeric * 1000000, 9223372036854775807))::bigint
  )
  and (
    is_priced_within.filters ->> 'price_max' is null
    or is_priced_within.price_micros <= pg_catalog.floor(least((is_priced_within.filters ->> 'price_max')::numeric * 1000000, 9223372036854775807))::bigint
  );
comment on function storefront.is_priced_within(bigint, jsonb) is
  'Returns whether a price in the currency of the filters passes price_min and price_max. It becomes a part of the expression that calls it. Bounds that are constants '
  'are converted once.';

create function storefront.passes(
  product_id text, product_brand text, category text, attributes jsonb, price_micros bigint, currency text, availability text, shown_score numeric, filters jsonb
)
returns boolean
language sql immutable
return (passes.filters ->> 'category' is null or pg_catalog.strpos(storefront.lowered(passes.category), storefront.lowered(passes.filters ->> 'category')) > 0)
  and (passes.filters -> 'categories' is null or storefront.has_category(passes.category, passes.filters -> 'categories'))
  and (passes.filters ->> 'brand' is null or storefront.lowered(passes.product_brand) = storefront.lowered(passes.filters ->> 'brand'))
  and (passes.filters ->> 'brand_not' is null or storefront.lowered(passes.product_brand) is distinct from storefront.lowered(passes.filters ->> 'brand_not'))
  and (passes.filters ->> 'category_not' is null or passes.category is distinct from passes.filters ->> 'category_not')
  and (passes.filters -> 'not_ids' is null or not passes.filters -> 'not_ids' ? passes.product_id)
  and (passes.filters ->> 'currency' is null or passes.currency = passes.filters ->> 'currency')
  and storefront.is_priced_within(passes.price_micros, passes.filters)
  and (passes.filters -> 'in_stock' is distinct from 'true' or passes.availability in ('in_stock', 'low_stock'))
  and (passes.filters -> 'in_stock' is distinct from 'false' or passes.availability not in ('in_stock', 'low_stock'))
  and (passes.filters ->> 'rating_min' is null or passes.shown_score >= (passes.filters ->> 'rating_min')::numeric)
  and (passes.filters ->> 'rating_max' is null or passes.shown_score <= (passes.filters ->> 'rating_max')::numeric)
  and (passes.filters -> 'attributes' is null or storefront.has_attributes(passes.attributes, passes.filters -> 'attributes'));
comment on function storefront.passes(text, text, text, jsonb, bigint, text, text, numeric, jsonb) is
  'Returns whether a product with these columns of storefront.products passes all filters. Filters: category (part of the name), categories (any of '
  'them), brand, currency, price_min, price_max, in_stock, rating_min, rating_max and attributes. Exclusions: brand_not, category_not and not_ids. It '
  'becomes a part of the statement that calls it, if the arguments are plain columns: a subquery with offset 0 makes the columns of the view plain.';

create function storefront.filters_need_facts_only(filters jsonb)
returns boolean
language sql immutable
return not filters_need_facts_only.filters ?| array['categories', 'category_not', 'brand_not', 'attributes'];
comment on function storefront.filters_need_facts_only(jsonb) is
  'Returns whether storefront.rank_common_words can apply the filters: it knows no attributes, and takes one category and one brand.';

create function storefront.meets(product storefront.products, filters jsonb)
returns boolean
language plpgsql immutable
as $$
begin
  -- An expression without a subquery in plpgsql takes a fifth of the time of a language sql function.
  return storefront.passes(
    meets.product.product_id, meets.product.product_brand, meets.product.category, meets.product.attributes, meets.product.price_micros,
    meets.product.currency, meets.product.availability, meets.product.shown_score, meets.filters
  );
end
$$;
comment on function storefront.meets(storefront.products, jsonb) is
  'Returns whether a product passes all filters, as storefront.passes. For a few products: a whole row is copied with its texts, and its orders are counted.';

create function storefront.fact_filters(filters jsonb)
returns jsonb
language sql immutable
return pg_catalog.jsonb_strip_nulls(fact_filters.filters) - 'without' - 'stated_without';
comment on function storefront.fact_filters(jsonb) is
  'Returns the filters that storefront.meets checks. storefront.match_products applies the others, which concern words.';

grant execute on function
  storefront.filters_need_facts_only(jsonb),
  storefront.has_category(text, jsonb),
  storefront.has_attributes(jsonb, jsonb),
  storefront.is_priced_within(bigint, jsonb),
  storefront.passes(text, text, text, jsonb, bigint, text, text, numeric, jsonb),
  storefront.meets(storefront.products, jsonb),
  storefront.fact_filters(jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
