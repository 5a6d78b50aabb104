create function storefront.choose_products(
  brand_id text, intent text, words text, filters jsonb, names jsonb, context jsonb, "limit" integer, "offset" bigint,
  sort text, variants text, is_strict boolean, said jsonb
)
returns table (
  product_id text, score double precision, number bigint, total bigint, goes_by_names boolean, is_repaired boolean, lacking bigint, siblings jsonb
)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  -- Uses the last five viewed products that exist, because older ones are less relevant.
  v_viewed constant jsonb := coalesce(
    (
      select pg_catalog.jsonb_agg(viewed.id)
      from (
        select given.id
        from pg_catalog.jsonb_array_elements_text(coalesce(choose_products.context -> 'previous_products_viewed', '[]')) with ordinality as given (id, number)
        join storefront.products on products.brand_id = choose_products.brand_id and products.product_id = given.id
        order by given.number desc
        limit 5
      ) as viewed
    ), '[]'
  );
begin
  if choose_products.intent = 'compare' then
    -- Compares the best match of each named product, then the products in comparison_against.
    return query
    with said as (
      select best.product_id, 0 as source, subject.number, best.is_repaired
      from pg_catalog.regexp_split_to_table(choose_products.words, '\s+(?:vs\.?|versus|and|with|or|against|to)\s+', 'i') with ordinality as subject (words, number)
      cross join lateral storefront.find_products(
        choose_products.brand_id, subject.words, choose_products.filters, context => choose_products.context - 'comparison_against', "limit" => 1, variants => 'all'
      ) as best
      where subject.words ~ '[[:alnum:]]' and subject.number <= 5
      union all
      select products.product_id, 1, given.number, false
      from pg_catalog.jsonb_array_elements_text(coalesce(choose_products.context -> 'comparison_against', '[]')) with ordinality as given (id, number)
      join storefront.products on products.brand_id = choose_products.brand_id and products.product_id = given.id
    ),
    once as (
      select distinct on (said.product_id) said.* from said order by said.product_id, said.source, said.number
    ),
    listed as (
      select once.*, pg_catalog.row_number() over (order by once.source, once.number) as place, count(*) over () as total from once
    )
    select listed.product_id, 8 / listed.place::double precision, listed.place, listed.total, false, listed.is_repaired, 0::bigint, null::jsonb
    from listed
    where listed.place > choose_products."offset" and listed.place <= choose_products."offset" + choose_products."limit";
  elsif choose_products.intent = 'recommend' and v_viewed <> '[]' and storefront.search_terms(choose_products.words, '{}') = '{}' then
    return query
    with viewed as (
      select given.id as product_id from pg_catalog.jsonb_array_elements_text(v_viewed) as given (id)
    ),
    related as (
      select relation.related_id as product_id, max(relation.strength) as strength
      from viewed
      cross join lateral storefront.relations(choose_products.brand_id, viewed.product_id, 'similar_to') as relation
      where not exists (select from viewed as seen where seen.product_id = relation.related_id)
      group by relation.related_id
    ),
    listed as (
      select related.*, pg_catalog.row_number() over (order by related.strength desc, related.product_id) as place, count(*) over () as total
      from related
      join storefront.products on products.brand_id = choose_products.brand_id and products.product_id = related.product_id
      where storefront.meets(products, choose_products.filters)
    )
    select listed.product_id, 16 * listed.strength::double precision, listed.place, listed.total, false, false, 0::bigint, null::jsonb
    from listed
    where listed.place > choose_products."offset" and listed.place <= choose_products."offset" + choose_products."limit";
  else
    return query
    select found.product_id, found.score, found.number, found.total, found.goes_by_names, found.is_repaired, found.lacking, found.siblings
    from storefront.find_products(
      choose_products.brand_id, choose_products.words,
      choose_products.filters || case when choose_products.intent = 'recommend' and v_viewed <> '[]' then pg_catalog.jsonb_build_object('not_ids', v_viewed) else '{}' end,
      choose_products.names,
      pg_catalog.jsonb_build_object(
        'user_budget', choose_products.context -> 'user_budget',
        'budget_currency', choose_products.context -> 'budget_currency',
        'user_preferences', nullif(choose_products.context -> 'user_preferences', '[]')
      ),
      choose_products.sort, choose_products."limit", choose_products."offset", choose_products.variants, choose_products.is_strict, choose_products.said
    ) as found;
  end if;
end
$$;
comment on function storefront.choose_products(text, text, text, jsonb, jsonb, jsonb, integer, bigint, text, text, boolean, jsonb) is
  'Returns a page of the products for a query and its intent: compare, recommend (similar to the products viewed), or search for all other intents.';

create function storefront.answer_query(
  brand_id text,
  protocol_version text default '1.0',
  request_id text default null,
  query jsonb default '{}',
  pagination jsonb default '{}',
  response jsonb default '{}'
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(answer_query.brand_id);
  v_filters_given constant jsonb := coalesce(answer_query.query -> 'filters', '{}');
  -- The specification defines USD as the default, which matters only with a price bound.
  v_given constant jsonb := v_filters_given || case
    when (v_filters_given ->> 'price_min' is not null or v_filters_given ->> 'price_max' is not null) and v_filters_given ->> 'currency' is null
      then '{"currency": "USD"}'::jsonb else '{}'::jsonb
  end;
  v_limit constant integer := coalesce(platform.read_number('pagination.limit', answer_query.pagination ->> 'limit', 1, 1000000), 20);
  v_page constant integer := coalesce(platform.read_number('pagination.page', answer_query.pagination ->> 'page', 1, 1000000), 1);
  v_language constant text := coalesce(answer_query.response ->> 'language', 'en');
  v_variants constant text := coalesce(answer_query.response ->> 'variants', 'grouped');
  v_context jsonb := coalesce(answer_query.query -> 'context', '{}');
  v_intent text;
  v_words text;
  v_read record;
  v_sort text;
  v_said jsonb;
begin
  perform platform.require_object('query.filters', v_filters_given);
  perform platform.require_object('query.context', v_context);
  perform platform.require_choice('protocol_version', answer_query.protocol_version, array['1.0']);
  select read.words, read.intent into v_words, v_intent from storefront.read_intent(coalesce(answer_query.query ->> 'text', '')) as read;
  select understood.* into v_read from storefront.understand(v_brand_id, v_words, v_given) as understood;
  -- "what is your returns policy" asks about the shop, not about the details of a product.
  if v_read.topics = '[]' and v_words <> coalesce(answer_query.query ->> 'text', '') then
    select understood.topics into v_read.topics from storefront.read_topics(coalesce(answer_query.query ->> 'text', '')) as understood;
    if v_read.topics <> '[]' then
      select understood.* into v_read from storefront.understand(v_brand_id, answer_query.query ->> 'text', v_given) as understood;
    end if;
  end if;
  v_intent := coalesce(
    answer_query.query ->> 'intent',
    case when pg_catalog.jsonb_array_length(v_context -> 'comparison_against') > 0 then 'compare' when v_read.topics <> '[]' then 'detail' else v_intent end
  );
  -- A question about availability also finds products that are out of stock.
  if v_intent = 'availability' and not v_given ? 'in_stock' then
    v_read.filters := v_read.filters - 'in_stock';
  end if;
  if v_context ? 'user_budget' then
    v_context := v_context || pg_catalog.jsonb_build_object('budget_currency', coalesce(v_filters_given ->> 'currency', 'USD'));
  end if;
  -- Lists the products that are not compared: those with an unknown id, or all of them with another intent.
  v_read.unmatched := v_read.unmatched || array(
    select given.id
    from pg_catalog.jsonb_array_elements_text(coalesce(v_context -> 'comparison_against', '[]')) with ordinality as given (id, number)
    where v_intent <> 'compare'
      or not exists (select from storefront.products where products.brand_id = v_brand_id and products.product_id = given.id)
    order by given.number
  );
  v_sort := coalesce(v_read.sort, 'relevance');
  v_said := storefront.said_terms(v_brand_id, v_read.words);
  return (
    with page as materialized (
      select chosen.*
      from storefront.choose_products(
        v_brand_id, v_intent, v_read.words, v_read.filters, v_read.names, v_context, v_limit, (v_page - 1) * v_limit::bigint,
        v_sort, v_variants, v_read.sort is not null, v_said
      ) as chosen
    ),
    counted as (
      select
        coalesce(max(found.total), 0) as total, coalesce(pg_catalog.bool_or(found.goes_by_names), false) as goes_by_names,
        case when pg_catalog.bool_or(found.is_repaired) then array['search;reason=words_repaired'] else '{}' end as notes,
        coalesce(max(found.lacking), 0) as lacking
      from (
        select page.total, page.goes_by_names, page.is_repaired, page.lacking from page
        union all
        select first.total, first.goes_by_names, first.is_repaired, first.lacking
        from storefront.choose_products(
          v_brand_id, v_intent, v_read.words, v_read.filters, v_read.names, v_context, 1, 0, v_sort, v_variants, v_read.sort is not null, v_said
        ) as first
        where v_page > 1 and not exists (select from page)
      ) as found
    ),
    understood as materialized (
      select storefront.interpretation(
        v_brand_id, v_intent, v_read.filters || case when counted.goes_by_names then v_read.names else '{}' end,
        v_read.words, case when counted.goes_by_names then v_read.name_words else '{}' end, v_sort, v_read.unmatched, v_said, absent.words
      ) as interpretation, absent.words as absent
      from counted
      cross join lateral (
        select storefront.absent_words(v_brand_id, v_read.words, v_said, array(select page.product_id from page)) as words
      ) as absent
    )
    select pg_catalog.json_build_object(
      'protocol_version', answer_query.protocol_version,
      'request_id', answer_query.request_id,
      'meta', pg_catalog.json_build_object(
        'brand', (select brands.name from core.brands where brands.brand_id = answer_query.brand_id),
        'authority_score', (select scores.score from storefront.trust_scores as scores where scores.brand_id = v_brand_id),
        'total_results', counted.total,
        'cache_status', 'live'
      ),
      'results', coalesce(
        (
          select pg_catalog.json_agg(
            platform.with_members(
              platform.with_members(
                cards.card,
                pg_catalog.json_build_object('relevance_score', storefront.relevance(page.score, v_said <> '[]' or v_intent = 'compare'))
              ),
              case when page.siblings is not null
                then pg_catalog.json_build_object('variants', storefront.variant_range(page.siblings, currencies))
              end
            )
            order by page.number
          )
          from page
          join storefront.rich_cards(
            v_brand_id, array(select page.product_id from page), coalesce(answer_query.response ->> 'format', 'full'), v_context,
            storefront.search_terms(v_read.words, '{}')
          ) as cards using (product_id)
          join core.currencies on currencies.currency = cards.card #>> '{price,currency}'
        ), '[]'
      ),
      'pagination', pg_catalog.json_build_object(
        'page', v_page, 'limit', v_limit, 'total_pages', pg_catalog.ceil(counted.total::numeric / v_limit), 'has_more', v_page * v_limit::bigint < counted.total
      ),
      'query_interpretation', understood.interpretation,
      'answers', storefront.shop_answers(v_brand_id, v_read.topics),
      'messages', storefront.notices(
        v_brand_id, v_read.filters, v_sort, counted.lacking, counted.total, understood.interpretation, understood.absent,
        case when v_language ~* '^en\M' then '[]'::jsonb
          else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', 'language_fallback', 'language', v_language)) end
        || case when v_intent = 'compare' or (counted.goes_by_names and v_read.names ? 'category') then '[]'::jsonb else storefront.kind_notices(
          v_brand_id, v_read.words, v_read.filters, v_read.names, v_sort, v_said, array(select page.product_id from page order by page.number)
        ) end
        || case when v_context ? 'user_budget' and exists (
          select from storefront.catalogs
          where catalogs.brand_id = v_brand_id and catalogs.currencies <> array[v_context ->> 'budget_currency']
        ) then pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', 'budget_not_compared', 'currency', v_context ->> 'budget_currency')) else '[]'::jsonb end
      ),
      'degradation', storefront.degradation(v_brand_id, counted.notes)
    )
    from counted
    cross join understood
  );
end
$$;
comment on function storefront.answer_query(text, text, text, jsonb, jsonb, jsonb) is
  'Returns the response of POST /query: the interpretation, the matching products and the reason for each.';

create function storefront.query(
  brand_id text,
  protocol_version text default '1.0',
  request_id text default null,
  "timestamp" text default null,
  agent jsonb default '{}',
  query jsonb default '{}',
  pagination jsonb default '{}',
  response jsonb default '{}'
)
returns json
language sql stable
return storefront.answer_query(query.brand_id, query.protocol_version, query.request_id, query.query, query.pagination, query.response);
comment on function storefront.query(text, text, text, text, jsonb, jsonb, jsonb, jsonb) is 'POST /query: answers a query in natural language.';

grant execute on function
  storefront.search_terms(text, text[]),
  storefront.choose_products(text, text, text, jsonb, jsonb, jsonb, integer, bigint, text, text, boolean, jsonb),
  storefront.answer_query(text, text, text, jsonb, jsonb, jsonb),
  storefront.query(text, text, text, text, jsonb, jsonb, jsonb, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.query', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true, recorder => 'storefront.record_lookup');
