create function storefront.bound_currency(brand_id text, said text, fallback text)
returns text
language plpgsql stable
as $$
begin
  return (
    select case
      when bound_currency.said = '$' then coalesce(
        (select held.currency from pg_catalog.unnest(shop.currencies) with ordinality as held (currency, place) where held.currency ~ '^(USD|CAD|AUD|NZD|SGD|HKD)$' order by held.place limit 1),
        'USD'
      )
      else coalesce(bound_currency.said, bound_currency.fallback, shop.currencies[1], 'USD')
    end
    from (
      select (select catalogues.currencies from storefront.catalogues where catalogues.brand_id = bound_currency.brand_id) as currencies
    ) as shop
  );
end
$$;
comment on function storefront.bound_currency(text, text, text) is
  'The currency of a price bound: the one that is said (a dollar is the shop''s most common dollar), else the fallback, else the shop''s most common one.';

create function storefront.understand(
  brand_id text, query text, given jsonb,
  out words text, out filters jsonb, out names jsonb, out name_words text[], out sort text, out unmatched text[], out topics jsonb
)
returns record
language plpgsql stable
as $$
declare
  v_named record;
  v_unused text[];
  v_without text[];
  v_said jsonb;
  v_has_bound constant boolean := understand.given ->> 'price_min' is not null or understand.given ->> 'price_max' is not null;
begin
  select read.words, read.topics into words, topics from storefront.read_topics(understand.query) as read;
  select read.words, read.filters into words, v_said from storefront.read_query(words) as read;
  select read.words, read.sort, read.unused into words, sort, unmatched from storefront.read_order(words) as read;
  words := pg_catalog.regexp_replace(storefront.plain_negations(words), '\m(which|that|this|the|any|another|good|nice)\s+ones?\M', '\1', 'gi');
  -- What is given comes before what is said. Bounds of two currencies are never one range.
  if v_has_bound then
    if v_said ? 'currency' and storefront.bound_currency(understand.brand_id, v_said ->> 'currency', null)
      is distinct from storefront.bound_currency(understand.brand_id, null, understand.given ->> 'currency') then
      unmatched := unmatched || ('price in ' || storefront.bound_currency(understand.brand_id, v_said ->> 'currency', null));
      v_said := v_said - 'price_min' - 'price_max';
    end if;
    v_said := v_said - 'currency';
  end if;
  filters := v_said || pg_catalog.jsonb_strip_nulls(understand.given);
  if filters ? 'price_min' or filters ? 'price_max' then
    filters := filters || pg_catalog.jsonb_build_object(
      'currency', coalesce(understand.given ->> 'currency', storefront.bound_currency(understand.brand_id, v_said ->> 'currency', null))
    );
  end if;
  names := '{}';
  name_words := '{}';
  for v_named in
    select read.kind, read.name, read.words as said, read.is_negated
    from storefront.read_names(understand.brand_id, words) as read
    order by read.is_negated desc
  loop
    if v_named.is_negated then
      filters := filters || pg_catalog.jsonb_build_object(v_named.kind || '_not', v_named.name);
      -- What is not wanted is no word to look for.
      words := pg_catalog.regexp_replace(
        words, '\m(?:(?:not|no|without|except|but|non|never)[\s-]+(?:(?:by|from|the|a|any|of)\s+)?)?'
          || pg_catalog.regexp_replace(pg_catalog.array_to_string(v_named.said, ' '), '[^[:alnum:][:space:]]', '.', 'g') || '(?![[:alnum:]])', ' ', 'gi'
      );
    elsif not filters ? v_named.kind then
      names := names || pg_catalog.jsonb_build_object(v_named.kind, v_named.name);
      name_words := name_words || v_named.said;
    end if;
  end loop;
  select read.words, read."without", read.unused into words, v_without, v_unused from storefront.read_exclusions(words) as read;
  unmatched := unmatched || v_unused;
  if v_without <> '{}' then
    filters := filters || pg_catalog.jsonb_build_object('without', v_without);
  end if;
  -- "something in stock": nothing is left to search by, and what was understood is all that was asked.
  if (filters <> pg_catalog.jsonb_strip_nulls(understand.given) or sort is not null)
    and not exists (select from storefront.read_terms(words) as said where not storefront.is_grammar(said.asked)) then
    words := '';
  elsif words !~ '\S' and understand.query ~ '\S' then
    -- Words of which nothing was understood are not a search for everything.
    words := '?';
  end if;
end
$$;
comment on function storefront.understand(text, text, jsonb) is
  'The whole of a query: words to search by, filters that hold (given ones first), names that hold where they leave something, an order, '
  'what was asked of the shop itself, and the words that nothing was made of.';

create function storefront.search_terms(words text, without text[])
returns text[]
language plpgsql stable
as $$
begin
  return array(
    with token as (
      select said.word, min(said.position) as position, pg_catalog.bool_or(not storefront.is_grammar(stem)) as is_content
      from pg_catalog.regexp_split_to_table(pg_catalog.lower(pg_catalog.left(search_terms.words, 500)), '[^[:alnum:]''’.-]+') with ordinality as said (word, position)
      cross join lateral pg_catalog.unnest(pg_catalog.tsvector_to_array(storefront.shop_vector(said.word))) as stem
      group by said.word
    )
    select token.word
    from token
    where (token.is_content or not exists (select from token as other where other.is_content)) and not token.word = any (search_terms.without)
    order by token.position
  );
end
$$;
comment on function storefront.search_terms(text, text[]) is 'The words of a query that a search goes by, as they were said.';

create function storefront.unmatched_words(words text, said jsonb)
returns text[]
language plpgsql stable
as $$
begin
  return array(
    select pg_catalog.btrim(token.word, '.''-')
    from pg_catalog.unnest(
      case when unmatched_words.said @? 'strict $[*] ? (@[2] == false)' then storefront.search_terms(unmatched_words.words, '{}') else '{}' end
    ) with ordinality as token (word, position)
    where (
      select pg_catalog.bool_and(term.words -> 2 = 'false')
      from storefront.read_terms(token.word) as part
      join pg_catalog.jsonb_array_elements(unmatched_words.said) as term (words) on term.words ->> 0 = part.asked
    )
    order by token.position
  );
end
$$;
comment on function storefront.unmatched_words(text, jsonb) is 'The words of a query that no product of the shop has, not even spelled a little differently.';

create function storefront.unknown_exclusions(brand_id text, phrases jsonb)
returns text[]
language plpgsql stable
as $$
begin
  return array(
    select 'not ' || given.words
    from pg_catalog.jsonb_array_elements_text(coalesce(unknown_exclusions.phrases, '[]')) with ordinality as given (words, place)
    where not exists (select from storefront.query_terms(unknown_exclusions.brand_id, given.words) as said where said.is_known)
    order by given.place
  );
end
$$;
comment on function storefront.unknown_exclusions(text, jsonb) is 'What a query does not want and no product has.';

create function storefront.interpretation(
  brand_id text, intent text, filters jsonb, words text, name_words text[], sort text, unmatched text[], said jsonb
)
returns jsonb
language plpgsql stable
as $$
begin
  return pg_catalog.jsonb_build_object(
    'parsed_intent', interpretation.intent,
    'applied_filters', interpretation.filters,
    'search_terms', storefront.search_terms(interpretation.words, interpretation.name_words),
    'sort', coalesce(interpretation.sort, 'relevance'),
    'unmatched', array(
      select word from pg_catalog.unnest(
        interpretation.unmatched
        || storefront.unmatched_words(interpretation.words, interpretation.said)
        || storefront.unknown_exclusions(interpretation.brand_id, interpretation.filters -> 'without')
      ) with ordinality as said (word, number)
      group by word order by min(number)
    )
  );
end
$$;
comment on function storefront.interpretation(text, text, jsonb, text, text[], text, text[], jsonb) is
  'What was understood of a query, and in unmatched the words that changed nothing of the answer.';

create function storefront.notices(brand_id text, filters jsonb, sort text, lacking bigint, total bigint, interpretation jsonb, others jsonb default '[]')
returns jsonb
language plpgsql stable
as $$
begin
  return coalesce((
    select pg_catalog.jsonb_agg(notice.content order by notice.number)
    from (
      select 1 as number, pg_catalog.jsonb_build_object('code', 'currency_not_compared', 'currency', notices.filters ->> 'currency', 'others', held.others) as content
      from (
        select array(select currency from pg_catalog.unnest(catalogues.currencies) as currency where currency <> notices.filters ->> 'currency') as others
        from storefront.catalogues where catalogues.brand_id = notices.brand_id
      ) as held
      where held.others <> '{}' and (notices.filters ? 'price_min' or notices.filters ? 'price_max')
      union all
      select 2, pg_catalog.jsonb_build_object('code', 'sorted_last', 'sort', notices.sort, 'count', notices.lacking, 'total', notices.total)
      where notices.sort <> 'relevance' and notices.lacking > 0
      union all
      select 3, pg_catalog.jsonb_build_object('code', 'words_not_used', 'words', notices.interpretation -> 'unmatched')
      where notices.interpretation -> 'unmatched' <> '[]'
      union all
      select 4, other from pg_catalog.jsonb_array_elements(notices.others) as other
    ) as notice
  ), '[]');
end
$$;
comment on function storefront.notices(text, jsonb, text, bigint, bigint, jsonb, jsonb) is
  'What a reader of an answer must know beside it, as codes and values: prices that were not compared, facts that are missing, words that were not used.';

create function storefront.shop_answers(brand_id text, topics jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_shop storefront.shops;
  v_published json;
begin
  if shop_answers.topics = '[]' then
    return '[]';
  end if;
  select shops.* into v_shop from storefront.shops where shops.brand_id = shop_answers.brand_id;
  v_published := storefront.fulfillment(shop_answers.brand_id);
  return (
    select pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object(
        'topic', asked.topic ->> 'topic', 'website', storefront.web_address(v_shop.website), 'contact', storefront.plain(v_shop.support_contact)
      )
      || case asked.topic ->> 'topic'
        when 'shipping' then pg_catalog.jsonb_build_object(
          'state', v_published #>> '{shipping,state}', 'note', storefront.plain(v_shop.shipping_statement), 'country', asked.topic ->> 'country',
          'countries', array(
            select destination ->> 'country' from pg_catalog.json_array_elements(v_published #> '{shipping,destinations}') as destination
            group by destination ->> 'country' order by destination ->> 'country'
          ),
          'destinations', (
            select coalesce(pg_catalog.jsonb_agg(destination), '[]')
            from pg_catalog.json_array_elements(v_published #> '{shipping,destinations}') as destination
            where asked.topic ->> 'country' is null or destination ->> 'country' = asked.topic ->> 'country'
          )
        )
        when 'payment' then pg_catalog.jsonb_build_object(
          'state', v_published #>> '{payment,state}', 'note', storefront.plain(v_shop.payment_statement), 'method', asked.topic ->> 'method',
          'methods', v_published #> '{payment,methods}'
        )
        else pg_catalog.jsonb_build_object('policy', storefront.web_address(v_shop.returns_policy))
      end
    )
    from pg_catalog.jsonb_array_elements(shop_answers.topics) as asked (topic)
  );
end
$$;
comment on function storefront.shop_answers(text, jsonb) is 'The facts that a shop has published on what was asked of it: shipping, returns, payment.';

grant execute on function
  storefront.bound_currency(text, text, text),
  storefront.understand(text, text, jsonb),
  storefront.search_terms(text, text[]),
  storefront.unmatched_words(text, jsonb),
  storefront.unknown_exclusions(text, jsonb),
  storefront.interpretation(text, text, jsonb, text, text[], text, text[], jsonb),
  storefront.notices(text, jsonb, text, bigint, bigint, jsonb, jsonb),
  storefront.shop_answers(text, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
