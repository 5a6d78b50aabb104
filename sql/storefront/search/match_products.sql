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
  brand_id text, query text, filters jsonb, names jsonb, is_strict boolean, said jsonb, keep bigint default null,
  is_grouped boolean default false
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
begin
  select coalesce(pg_catalog.array_agg(used.asked), '{}'), coalesce(pg_catalog.array_agg(used.term), '{}')
  into v_asked, v_terms
  from storefront.used_terms(match_products.said) as used;
  -- The first products are enough only if none of them is left out below.
  if v_without = '{}' and v_stated is null and not match_products.is_strict then
    if v_terms <> '{}' then
      -- A name in the query is a filter if some product has this name and every word. Otherwise its words are ordinary words.
      if v_has_names then
        return query
        select hits.product_id, hits.score, hits.has_all, hits.hits, true
        from storefront.rank_products(
          match_products.brand_id, v_asked, v_terms, match_products.query, match_products.keep, v_filters, match_products.names, match_products.is_grouped
        ) as hits
        where hits.is_some_complete;
        if found then
          return;
        end if;
      end if;
      return query
      select hits.product_id, hits.score, hits.has_all, hits.hits, false
      from storefront.rank_products(
        match_products.brand_id, v_asked, v_terms, match_products.query, match_products.keep, v_filters, is_grouped => match_products.is_grouped
      ) as hits;
      return;
    elsif match_products.query !~ '\S' and not v_has_names and storefront.filters_need_facts_only(v_filters) then
      return query
      select hits.product_id, hits.score, hits.has_all, hits.hits, false
      from storefront.rank_common_words(
        match_products.brand_id, '{}', '{}', '{}', '{}', 0, 0, match_products.keep, v_filters, '{}', match_products.is_grouped
      ) as hits;
      return;
    end if;
  end if;
  return query
  with ranked as materialized (
    select hits.product_id, hits.score, hits.has_all
    from storefront.rank_products(match_products.brand_id, v_asked, v_terms, match_products.query) as hits
    where v_terms <> '{}' and (v_stated is null or hits.product_id = any (v_stated))
    union all
    -- Without words there is no ranking. Every product has the same score.
    select products.product_id, 0, true
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
  select whole.product_id, whole.score, whole.has_all, null::bigint, (select choice.goes_by_names from choice)
  from whole
  where (not match_products.is_strict or whole.has_all or not exists (select from whole as other where other.has_all))
    and (v_filters = '{}' or exists (
      select
      from storefront.products
      where products.brand_id = match_products.brand_id and products.product_id = whole.product_id and storefront.meets(products, v_filters)
      offset 0
    ));
end
$$;
comment on function storefront.match_products(text, text, jsonb, jsonb, boolean, jsonb, bigint, boolean) is
  'Returns the products that match the words and filters of a query. The rows and the facets of a search read them. names apply only if some product '
  'then has every word and passes the filters. is_strict returns only products that have every word, if there are any. keep and is_grouped: as in '
  'rank_products, with the number of all products, or groups, in hits. hits is null if all of them are returned.';

grant execute on function
  storefront.used_terms(jsonb),
  storefront.named_products(text, text, text),
  storefront.numbered_products(text, text),
  storefront.match_products(text, text, jsonb, jsonb, boolean, jsonb, bigint, boolean)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
