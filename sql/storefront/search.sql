create function storefront.search(
  brand_id text,
  q text,
  "limit" integer default 10,
  page integer default 1,
  category text default null,
  brand text default null,
  price_min numeric default null,
  price_max numeric default null,
  in_stock boolean default null,
  rating_min numeric default null,
  sort text default 'relevance',
  facets boolean default false
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(search.brand_id);
  v_words text;
  v_filters jsonb;
  v_names jsonb;
begin
  select understood.words, understood.filters, understood.names
  into v_words, v_filters, v_names
  from storefront.understand(v_brand_id, search.q, pg_catalog.jsonb_build_object(
    'category', search.category, 'brand', search.brand, 'price_min', search.price_min, 'price_max', search.price_max,
    'in_stock', search.in_stock, 'rating_min', search.rating_min
  )) as understood;
  return (
    with page as materialized (
      select found.*
      from storefront.find_products(
        v_brand_id, v_words, v_filters, v_names, sort => search.sort,
        "limit" => search."limit", "offset" => (search.page - 1) * search."limit"::bigint
      ) as found
    ),
    -- A page beyond the last one is empty; what it is a page of is the same.
    summed as (
      select coalesce(max(found.total), 0) as total, coalesce(pg_catalog.bool_or(found.goes_by_names), false) as goes_by_names,
        coalesce(pg_catalog.bool_or(found.is_repaired), false) as is_repaired
      from (
        select page.total, page.goes_by_names, page.is_repaired from page
        union all
        select first.total, first.goes_by_names, first.is_repaired
        from storefront.find_products(v_brand_id, v_words, v_filters, v_names, "limit" => 1) as first
        where search.page > 1 and not exists (select from page)
      ) as found
    )
    select pg_catalog.json_build_object(
      'query', search.q,
      'products', (
        select coalesce(
          pg_catalog.json_agg(
            cards.card || pg_catalog.jsonb_build_object('relevance', pg_catalog.round((page.score / (page.score + 8))::numeric, 4))
            order by page.number
          ), '[]'
        )
        from page
        join storefront.cards(v_brand_id, array(select page.product_id from page)) as cards using (product_id)
      ),
      'applied_filters', v_filters || case when summed.goes_by_names then v_names else '{}' end,
      'facets', case when search.facets then storefront.facets(v_brand_id, v_words, v_filters || case when summed.goes_by_names then v_names else '{}' end) end,
      'meta', storefront.page_meta(v_brand_id, summed.total, search.page),
      'degradation', storefront.degradation(v_brand_id, case when summed.is_repaired then array['search;reason=words_repaired'] else '{}' end)
    )
    from summed
  );
end
$$;
comment on function storefront.search(text, text, integer, integer, text, text, numeric, numeric, boolean, numeric, text, boolean) is
  'GET /search: products by relevance. A price, rating or stock that the words name is a filter; parameters come before it.';

grant execute on function storefront.search(text, text, integer, integer, text, text, numeric, numeric, boolean, numeric, text, boolean) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.search', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
