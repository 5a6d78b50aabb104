create function storefront.search_terms(words text, without text[])
returns text[]
language sql stable
return array(
  select token.word
  from pg_catalog.regexp_split_to_table(pg_catalog.lower(pg_catalog.left(search_terms.words, 500)), '[^[:alnum:]''.-]+') with ordinality as token (word, position)
  where pg_catalog.to_tsvector('storefront.shop', token.word) <> ''
    and not token.word = any (search_terms.without)
  group by token.word
  order by min(token.position)
);
comment on function storefront.search_terms(text, text[]) is 'The words of a query that a search goes by, as they were said.';

create function storefront.choose_products(brand_id text, intent text, words text, filters jsonb, names jsonb, context jsonb, "limit" integer, "offset" bigint)
returns table (product_id text, score double precision, number bigint, total bigint, goes_by_names boolean, is_repaired boolean)
language plpgsql stable
as $$
declare
  -- The last five of those that there are: what was viewed long ago says little.
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
    -- What is compared: the best of each thing that is named, then the products that are given.
    return query
    with said as (
      select best.product_id, 0 as source, subject.number, best.is_repaired
      from pg_catalog.regexp_split_to_table(choose_products.words, '\s+(?:vs\.?|versus|and|with|or|against|to)\s+', 'i') with ordinality as subject (words, number)
      cross join lateral storefront.find_products(
        choose_products.brand_id, subject.words, choose_products.filters, context => choose_products.context - 'comparison_against', "limit" => 1
      ) as best
      where storefront.search_terms(subject.words, '{}') <> '{}' and subject.number <= 5
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
    select listed.product_id, 8 / listed.place::double precision, listed.place, listed.total, false, listed.is_repaired
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
    select listed.product_id, 16 * listed.strength::double precision, listed.place, listed.total, false, false
    from listed
    where listed.place > choose_products."offset" and listed.place <= choose_products."offset" + choose_products."limit";
  else
    return query
    select found.product_id, found.score, found.number, found.total, found.goes_by_names, found.is_repaired
    from storefront.find_products(
      choose_products.brand_id, choose_products.words,
      choose_products.filters || case when choose_products.intent = 'recommend' and v_viewed <> '[]' then pg_catalog.jsonb_build_object('not_ids', v_viewed) else '{}' end,
      choose_products.names,
      pg_catalog.jsonb_build_object(
        'user_budget', choose_products.context -> 'user_budget',
        'user_preferences', nullif(choose_products.context -> 'user_preferences', '[]')
      ),
      "limit" => choose_products."limit", "offset" => choose_products."offset"
    ) as found;
  end if;
end
$$;
comment on function storefront.choose_products(text, text, text, jsonb, jsonb, jsonb, integer, bigint) is
  'A page of the products that answer a query under its intent: compare, recommend by what was viewed, or search for all others.';

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
  v_given constant jsonb := coalesce(answer_query.query -> 'filters', '{}');
  v_context constant jsonb := coalesce(answer_query.query -> 'context', '{}');
  v_limit constant integer := coalesce((answer_query.pagination ->> 'limit')::integer, 20);
  v_page constant integer := coalesce((answer_query.pagination ->> 'page')::integer, 1);
  v_language constant text := coalesce(answer_query.response ->> 'language', 'en');
  v_intent text;
  v_words text;
  v_filters jsonb;
  v_names jsonb;
  v_name_words text[];
  v_terms text[];
begin
  select read.words, read.intent into v_words, v_intent from storefront.read_intent(coalesce(answer_query.query ->> 'text', '')) as read;
  v_intent := coalesce(answer_query.query ->> 'intent', case when pg_catalog.jsonb_array_length(v_context -> 'comparison_against') > 0 then 'compare' else v_intent end);
  select understood.words, understood.filters, understood.names, understood.name_words
  into v_words, v_filters, v_names, v_name_words
  from storefront.understand(v_brand_id, v_words, v_given) as understood;
  -- Whoever asks whether something is in stock wants to see it also if it is not.
  if v_intent = 'availability' and not v_given ? 'in_stock' then
    v_filters := v_filters - 'in_stock';
  end if;
  v_terms := storefront.search_terms(v_words, '{}');
  return (
    with page as materialized (
      select chosen.*
      from storefront.choose_products(
        v_brand_id, v_intent, v_words, v_filters, v_names, v_context, v_limit, (v_page - 1) * v_limit::bigint
      ) as chosen
    ),
    counted as (
      select
        coalesce(max(found.total), 0) as total, coalesce(pg_catalog.bool_or(found.goes_by_names), false) as goes_by_names,
        case when pg_catalog.bool_or(found.is_repaired) then array['search;reason=words_repaired'] else '{}' end as notes
      from (
        select page.total, page.goes_by_names, page.is_repaired from page
        union all
        select first.total, first.goes_by_names, first.is_repaired
        from storefront.choose_products(v_brand_id, v_intent, v_words, v_filters, v_names, v_context, 1, 0) as first
        where v_page > 1 and not exists (select from page)
      ) as found
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
            cards.card || pg_catalog.jsonb_build_object('relevance_score', pg_catalog.round((page.score / (page.score + 8))::numeric, 4))
            order by page.number
          )
          from page
          join storefront.rich_cards(
            v_brand_id, array(select page.product_id from page), coalesce(answer_query.response ->> 'format', 'full'), v_context, v_terms
          ) as cards using (product_id)
        ), '[]'
      ),
      'pagination', pg_catalog.json_build_object(
        'page', v_page, 'limit', v_limit, 'total_pages', pg_catalog.ceil(counted.total::numeric / v_limit), 'has_more', v_page * v_limit::bigint < counted.total
      ),
      'query_interpretation', pg_catalog.json_build_object(
        'parsed_intent', v_intent,
        'applied_filters', v_filters || case when counted.goes_by_names then v_names else '{}' end,
        'search_terms', storefront.search_terms(v_words, case when counted.goes_by_names then v_name_words else '{}' end)
      ),
      'messages', case when v_language ~* '^en\M' then '[]'::json else pg_catalog.json_build_array(pg_catalog.json_build_object(
        'type', 'info', 'code', 'language_fallback', 'content', pg_catalog.format('The shop has no texts in %s: these are in the language of its feed.', v_language)
      )) end,
      'degradation', storefront.degradation(v_brand_id, counted.notes)
    )
    from counted
  );
end
$$;
comment on function storefront.answer_query(text, text, text, jsonb, jsonb, jsonb) is
  'What the words mean, the products that answer them, and why each of them does.';

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
language plpgsql volatile
as $$
declare
  v_answer constant json := storefront.answer_query(
    query.brand_id, query.protocol_version, query.request_id, query.query, query.pagination, query.response
  );
  v_query_id constant text := platform.new_id('qry');
begin
  -- What is asked of the simulated shop is no news to a merchant.
  if core.data_brand_id(query.brand_id) = query.brand_id then
    perform events.emit(query.brand_id, 'query.received', pg_catalog.jsonb_build_object(
      'queryId', v_query_id, 'query', coalesce(query.query ->> 'text', ''), 'platform', query.agent ->> 'platform'
    ));
    perform events.emit(query.brand_id, 'query.responded', pg_catalog.jsonb_build_object(
      'queryId', v_query_id, 'intent', v_answer #>> '{query_interpretation,parsed_intent}', 'total_results', (v_answer #>> '{meta,total_results}')::integer
    ));
  end if;
  return v_answer;
end
$$;
comment on function storefront.query(text, text, text, text, jsonb, jsonb, jsonb, jsonb) is 'POST /query: asks the shop in words, and tells the merchant that somebody did.';

grant execute on function
  storefront.search_terms(text, text[]),
  storefront.choose_products(text, text, text, jsonb, jsonb, jsonb, integer, bigint),
  storefront.answer_query(text, text, text, jsonb, jsonb, jsonb),
  storefront.query(text, text, text, text, jsonb, jsonb, jsonb, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.query', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);
