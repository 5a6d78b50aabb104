create function storefront.variant_range(variants jsonb, currency core.currencies)
returns jsonb
language sql stable
return case when variant_range.variants is not null then pg_catalog.jsonb_build_object(
  'group_id', variant_range.variants ->> 'group_id',
  'total', variant_range.variants -> 'total',
  'matching', variant_range.variants -> 'matching',
  'price_min', pg_catalog.round((variant_range.variants ->> 'price_min_micros')::bigint * 0.000001, variant_range.currency.exponent),
  'price_max', pg_catalog.round((variant_range.variants ->> 'price_max_micros')::bigint * 0.000001, variant_range.currency.exponent),
  'currency', variant_range.currency.currency
) end;
comment on function storefront.variant_range(jsonb, core.currencies) is
  'Returns the group of variants of a hit: number of variants, number of matching variants, and the price range of the matching ones.';

create function storefront.relevance(score double precision, is_ranked boolean)
returns numeric
language sql immutable
return case when relevance.is_ranked then pg_catalog.round((relevance.score / (relevance.score + 8))::numeric, 4) else 1 end;
comment on function storefront.relevance(double precision, boolean) is
  'Returns the relevance of a hit, 0 to 1, which increases with the score. 1 for a search by filters only.';

create function storefront.search(
  brand_id text,
  q text default null,
  "limit" integer default 10,
  page integer default 1,
  category text default null,
  brand text default null,
  price_min numeric default null,
  price_max numeric default null,
  currency text default null,
  in_stock boolean default null,
  rating_min numeric default null,
  sort text default 'relevance',
  variants text default 'grouped',
  facets boolean default false
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(search.brand_id);
  v_given constant jsonb := pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'category', search.category, 'brand', search.brand, 'price_min', search.price_min, 'price_max', search.price_max,
    'currency', search.currency, 'in_stock', search.in_stock, 'rating_min', search.rating_min
  ));
  v_read record;
  v_sort text;
  v_unmatched text[];
  v_said jsonb;
begin
  perform platform.require_page(search."limit", search.page);
  perform platform.require_number('price_min', coalesce(search.price_min, 0), 0, 1e12);
  perform platform.require_number('price_max', coalesce(search.price_max, 0), 0, 1e12);
  perform platform.require_number('rating_min', coalesce(search.rating_min, 0), 0, 5);
  perform platform.require_choice('sort', search.sort, array['relevance', 'price_asc', 'price_desc', 'rating', 'newest']);
  perform platform.require_choice('variants', search.variants, array['grouped', 'all']);
  if search.q is null and v_given = '{}' then
    perform platform.fail('BADRQ', 'is_required_without_filters', 'q');
  end if;
  select understood.* into v_read from storefront.understand(v_brand_id, coalesce(search.q, ''), v_given) as understood;
  v_sort := case when search.sort = 'relevance' then coalesce(v_read.sort, 'relevance') else search.sort end;
  v_unmatched := v_read.unmatched
    || case when v_read.sort is not null and v_sort <> v_read.sort then array['order: ' || v_read.sort] else '{}' end;
  v_said := storefront.said_terms(v_brand_id, v_read.words);
  return (
    with page as materialized (
      select found.*
      from storefront.find_products(
        v_brand_id, v_read.words, v_read.filters, v_read.names, sort => v_sort,
        "limit" => search."limit", "offset" => (search.page - 1) * search."limit"::bigint,
        variants => search.variants, is_strict => v_read.sort is not null, said => v_said
      ) as found
    ),
    -- A page beyond the last one is empty. Its totals come from the first page.
    summed as (
      select coalesce(max(found.total), 0) as total, coalesce(pg_catalog.bool_or(found.goes_by_names), false) as goes_by_names,
        coalesce(pg_catalog.bool_or(found.is_repaired), false) as is_repaired, coalesce(max(found.lacking), 0) as lacking
      from (
        select page.total, page.goes_by_names, page.is_repaired, page.lacking from page
        union all
        select first.total, first.goes_by_names, first.is_repaired, first.lacking
        from storefront.find_products(
          v_brand_id, v_read.words, v_read.filters, v_read.names, sort => v_sort, "limit" => 1,
          variants => search.variants, is_strict => v_read.sort is not null, said => v_said
        ) as first
        where search.page > 1 and not exists (select from page)
      ) as found
    ),
    understood as materialized (
      select storefront.interpretation(
        v_brand_id, 'search', v_read.filters || case when summed.goes_by_names then v_read.names else '{}' end,
        v_read.words, case when summed.goes_by_names then v_read.name_words else '{}' end, v_sort, v_unmatched, v_said, absent.words
      ) as interpretation, absent.words as absent
      from summed
      cross join lateral (
        select storefront.absent_words(v_brand_id, v_read.words, v_said, array(select page.product_id from page)) as words
      ) as absent
    )
    select pg_catalog.json_build_object(
      'query', coalesce(search.q, ''),
      'products', (
        select coalesce(
          pg_catalog.json_agg(
            platform.with_members(
              cards.card,
              pg_catalog.json_build_object(
                'relevance', storefront.relevance(page.score, v_said <> '[]'), 'variants', storefront.variant_range(page.siblings, currencies)
              )
            )
            order by page.number
          ), '[]'
        )
        from page
        join storefront.cards(v_brand_id, array(select page.product_id from page)) as cards using (product_id)
        join core.currencies on currencies.currency = cards.card #>> '{price,currency}'
      ),
      'applied_filters', understood.interpretation -> 'applied_filters',
      'query_interpretation', understood.interpretation,
      'answers', storefront.shop_answers(v_brand_id, v_read.topics),
      'facets', case when search.facets then storefront.facets(
        v_brand_id, v_read.words, v_read.filters, v_read.names, search.variants, v_read.sort is not null, v_said
      ) end,
      'messages', storefront.notices(
        v_brand_id, v_read.filters, v_sort, summed.lacking, summed.total, understood.interpretation, understood.absent,
        case when summed.goes_by_names and v_read.names ? 'category' then '[]'::jsonb else storefront.kind_notices(
          v_brand_id, v_read.words, v_read.filters, v_read.names, v_sort, v_said, array(select page.product_id from page order by page.number)
        ) end
      ),
      'meta', storefront.page_meta(v_brand_id, summed.total, search.page),
      'degradation', storefront.degradation(v_brand_id, case when summed.is_repaired then array['search;reason=words_repaired'] else '{}' end)
    )
    from summed
    cross join understood
  );
end
$$;
comment on function storefront.search(text, text, integer, integer, text, text, numeric, numeric, text, boolean, numeric, text, text, boolean) is
  'GET /search: returns products by relevance, by default one for each group of variants. Prices, ratings and stock in the words become filters, '
  'superlatives a sort order, and negations exclusions. Parameters take precedence. Raises BADRQ without q and filters.';

grant execute on function
  storefront.variant_range(jsonb, core.currencies),
  storefront.relevance(double precision, boolean),
  storefront.search(text, text, integer, integer, text, text, numeric, numeric, text, boolean, numeric, text, text, boolean)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.search', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup', served_by => '{storefront,mcp,console}', is_public_in_connector => true);
