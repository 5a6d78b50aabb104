create function storefront.ucp_search(
  brand_id text, query text default null, filters jsonb default '{}', context jsonb default '{}', pagination jsonb default '{}'
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_search.brand_id);
  -- The protocol lets a service return fewer products than requested.
  v_limit constant integer := least(coalesce(platform.read_number('pagination.limit', ucp_search.pagination ->> 'limit', 1, 1000000), 10), 50);
  v_offset constant bigint := coalesce(platform.read_number('pagination.cursor', ucp_search.pagination ->> 'cursor', 0, 1e15), 0);
  v_given record;
  v_read record;
  v_sort text;
  v_said jsonb;
begin
  perform platform.require_object('pagination', coalesce(ucp_search.pagination, '{}'));
  select read.* into v_given from storefront.ucp_filters(v_brand_id, ucp_search.filters, ucp_search.context) as read;
  if ucp_search.query is null and not coalesce(ucp_search.filters ?| array['categories', 'price'], false) then
    perform platform.fail('BADRQ', 'is_required_without_filters', 'query');
  end if;
  select understood.* into v_read
  from storefront.understand(v_brand_id, coalesce(ucp_search.query, ''), v_given.given) as understood;
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
    shown as (
      select page.number, pg_catalog.jsonb_build_object(
        'key', best.group_key,
        'ids', pg_catalog.jsonb_agg(variants.product_id order by variants.product_id <> best.product_id, variants.product_id)
      ) as product
      from page
      join storefront.products as best on best.brand_id = v_brand_id and best.product_id = page.product_id
      -- Only variants in one currency, because a price range cannot have two, and only those that pass the filters.
      join storefront.products as variants on variants.brand_id = v_brand_id and variants.group_key = best.group_key and variants.currency = best.currency
        and (variants.product_id = best.product_id or storefront.meets(variants, v_given.given))
      group by page.number, best.group_key
    ),
    listed as (
      select
        (
          select pg_catalog.json_agg(products.product order by products.number)
          from storefront.ucp_products(v_brand_id, (select pg_catalog.jsonb_agg(shown.product order by shown.number) from shown)) as products
        ) as products,
        coalesce(max(found.total), 0) as total, coalesce(pg_catalog.bool_or(found.goes_by_names), false) as goes_by_names,
        (select pg_catalog.array_agg(page.product_id order by page.number) from page) as ids,
        coalesce(max(found.lacking), 0) as lacking, coalesce(pg_catalog.bool_or(found.is_repaired), false) as is_repaired
      from (
        select page.total, page.goes_by_names, page.lacking, page.is_repaired from page
        union all
        -- A page beyond the last one is empty. Its totals come from the first page.
        select first.total, first.goes_by_names, first.lacking, first.is_repaired
        from storefront.find_products(
          v_brand_id, v_read.words, v_read.filters, v_read.names, sort => v_sort, "limit" => 1, is_strict => v_read.sort is not null, said => v_said
        ) as first
        where v_offset > 0 and not exists (select from page)
      ) as found
    )
    select pg_catalog.json_build_object(
      'ucp', storefront.ucp_envelope(),
      'products', coalesce(listed.products, '[]'),
      'pagination', pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
        'cursor', case when v_offset + v_limit < listed.total then (v_offset + v_limit)::text end,
        'has_next_page', v_offset + v_limit < listed.total,
        'total_count', listed.total
      )),
      'answers', storefront.shop_answers(v_brand_id, v_read.topics),
      -- A search without results has no messages about its words (Catalog, Empty Search), but prices that were not compared are no empty result.
      'messages', case when listed.total = 0 then storefront.notices(
        v_brand_id, v_read.filters, 'relevance', 0, 0, '{"repaired": [], "unmatched": []}', '{}', v_given.notices
      ) else storefront.notices(
        v_brand_id, v_read.filters, v_sort, listed.lacking, listed.total,
        storefront.interpretation(v_brand_id, 'search', v_read.filters, v_read.words, '{}', v_sort, v_read.unmatched, v_said, '{}'),
        storefront.absent_words(v_brand_id, v_read.words, v_said, array(
          select variant.id from shown cross join lateral pg_catalog.jsonb_array_elements_text(shown.product -> 'ids') as variant (id)
        )),
        v_given.notices || case when listed.goes_by_names and v_read.names ? 'category' then '[]'::jsonb
          else storefront.kind_notices(v_brand_id, v_read.words, v_read.filters, v_read.names, v_sort, v_said, listed.ids) end
      ) end,
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
