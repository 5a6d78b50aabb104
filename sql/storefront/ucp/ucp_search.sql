create function storefront.ucp_search(
  brand_id text, query text default null, filters jsonb default '{}', context jsonb default '{}', pagination jsonb default '{}'
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_search.brand_id);
  v_limit constant integer := coalesce(platform.read_number('pagination.limit', ucp_search.pagination ->> 'limit', 1, 1000000), 10);
  v_offset constant bigint := coalesce(platform.read_number('pagination.cursor', ucp_search.pagination ->> 'cursor', 0, 1e15), 0);
  v_exponent integer;
  v_read record;
  v_sort text;
  v_said jsonb;
begin
  perform platform.require_object('filters', ucp_search.filters);
  perform platform.require_object('context', coalesce(ucp_search.context, '{}'));
  perform platform.require_object('pagination', coalesce(ucp_search.pagination, '{}'));
  if ucp_search.query is null and ucp_search.filters = '{}' then
    perform platform.fail('BADRQ', 'is_required_without_filters', 'query');
  end if;
  select currencies.exponent into v_exponent
  from core.currencies
  where currencies.currency = storefront.bound_currency(v_brand_id, null, ucp_search.context ->> 'currency');
  select understood.* into v_read
  from storefront.understand(v_brand_id, coalesce(ucp_search.query, ''), pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'categories', nullif(ucp_search.filters -> 'categories', '[]'),
    'currency', ucp_search.context ->> 'currency',
    'price_min', platform.read_number('filters.price.min', ucp_search.filters #>> '{price,min}', 0, 1e15) / 10 ^ coalesce(v_exponent, 2),
    'price_max', platform.read_number('filters.price.max', ucp_search.filters #>> '{price,max}', 0, 1e15) / 10 ^ coalesce(v_exponent, 2)
  ))) as understood;
  v_sort := coalesce(v_read.sort, 'relevance');
  v_said := storefront.said_terms(v_brand_id, v_read.words);
  return (
    with page as materialized (
      select found.*
      from storefront.find_products(
        v_brand_id, v_read.words, v_read.filters, v_read.names, sort => v_sort, "limit" => v_limit, "offset" => v_offset,
        is_strict => v_read.sort is not null, said => v_said
      ) as found
    ),
    listed as (
      select pg_catalog.json_agg(products.product order by page.number) as products, max(page.total) as total, coalesce(max(page.lacking), 0) as lacking,
        coalesce(pg_catalog.bool_or(page.is_repaired), false) as is_repaired
      from page
      join storefront.ucp_products(v_brand_id, array(select page.product_id from page)) as products using (product_id)
    )
    select pg_catalog.json_build_object(
      'ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.search'),
      'products', coalesce(listed.products, '[]'),
      'pagination', pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
        'cursor', case when v_offset + v_limit < listed.total then (v_offset + v_limit)::text end,
        'has_next_page', coalesce(v_offset + v_limit < listed.total, false),
        'total_count', coalesce(listed.total, 0)
      )),
      'answers', storefront.shop_answers(v_brand_id, v_read.topics),
      'messages', storefront.notices(
        v_brand_id, v_read.filters, v_sort, listed.lacking, coalesce(listed.total, 0),
        storefront.interpretation(v_brand_id, 'search', v_read.filters, v_read.words, '{}', v_sort, v_read.unmatched, v_said)
      ),
      'degradation', storefront.degradation(v_brand_id, case when listed.is_repaired then array['search;reason=words_repaired'] else '{}' end)
    )
    from listed
  );
end
$$;
comment on function storefront.ucp_search(text, text, jsonb, jsonb, jsonb) is
  'POST /catalog/search of the Universal Commerce Protocol. Searches like GET /search. Raises BADRQ without a query and filters.';
grant execute on function storefront.ucp_search(text, text, jsonb, jsonb, jsonb) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp_search', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup');
