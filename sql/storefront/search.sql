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
  v_read record;
  v_filters jsonb;
  v_names jsonb;
begin
  select * into v_read from storefront.read_query(search.q);
  v_filters := v_read.filters || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'category', search.category, 'brand', search.brand, 'price_min', search.price_min, 'price_max', search.price_max,
    'in_stock', search.in_stock, 'rating_min', search.rating_min
  ));
  select coalesce(pg_catalog.jsonb_object_agg(named.kind, named.name), '{}') into v_names
  from storefront.read_names(v_brand_id, v_read.words) as named
  where not v_filters ? named.kind;
  return (
    with page as materialized (
      select found.*
      from storefront.find_products(
        v_brand_id, v_read.words, v_filters, v_names, sort => search.sort,
        "limit" => search."limit", "offset" => (search.page - 1) * search."limit"::bigint
      ) as found
    )
    select pg_catalog.json_build_object(
      'query', search.q,
      'products', coalesce(
        pg_catalog.json_agg(
          cards.card || pg_catalog.jsonb_build_object('relevance', pg_catalog.round((page.score / (page.score + 8))::numeric, 4))
          order by page.number
        ), '[]'
      ),
      'applied_filters', v_filters || case when pg_catalog.bool_or(page.goes_by_names) then v_names else '{}' end,
      'facets', case when search.facets then storefront.facets(v_brand_id, v_read.words, v_filters) end,
      'meta', storefront.page_meta(v_brand_id, coalesce(max(page.total), storefront.count_found(v_brand_id, v_read.words, v_filters, v_names, search.page)), search.page),
      'degradation', storefront.degradation(v_brand_id, case when pg_catalog.bool_or(page.is_repaired) then array['search;reason=words_repaired'] else '{}' end)
    )
    from page
    join storefront.cards(v_brand_id, array(select page.product_id from page)) as cards using (product_id)
  );
end
$$;
comment on function storefront.search(text, text, integer, integer, text, text, numeric, numeric, boolean, numeric, text, boolean) is
  'GET /search: products by relevance. A price, rating or stock that the words name is a filter; parameters come before it.';

create function storefront.count_found(brand_id text, query text, filters jsonb, names jsonb, page integer)
returns bigint
language sql stable
return case when count_found.page > 1 then coalesce(
  (select found.total from storefront.find_products(count_found.brand_id, count_found.query, count_found.filters, count_found.names, "limit" => 1) as found), 0
) else 0 end;
comment on function storefront.count_found(text, text, jsonb, jsonb, integer) is 'How many there are of what a page beyond the last one asks for.';

grant execute on function
  storefront.search(text, text, integer, integer, text, text, numeric, numeric, boolean, numeric, text, boolean),
  storefront.count_found(text, text, jsonb, jsonb, integer)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.search', 'read:commerce', brand => 'shown', allow_anonymous => true);
