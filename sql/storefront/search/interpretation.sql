create function storefront.search_terms(words text, without text[])
returns text[]
language plpgsql stable
as $$
begin
  return array(
    with token as (
      select said.word, min(said.position) as position, pg_catalog.bool_or(not storefront.is_grammar(stem)) as is_content
      -- The words of storefront.shop_vector: outside ASCII, they consist of letters, their marks and symbols that it keeps.
      from pg_catalog.regexp_split_to_table(
        storefront.plain_words(storefront.lowered(storefront.plain_measures(pg_catalog.left(search_terms.words, 500)))) collate pg_catalog."und-x-icu", '[^[:alnum:]\u0080-\U0010ffff''’.-]+'
      ) with ordinality as said (word, position)
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
comment on function storefront.search_terms(text, text[]) is 'Returns the words of a query that the search uses, in lower case and in their order.';

create function storefront.unmatched_words(words text, said jsonb)
returns text[]
language plpgsql stable
as $$
declare
  v_tokens text[];
begin
  if not unmatched_words.said @? 'strict $[*] ? (@[2] == false)' then
    return '{}'::text[];
  end if;
  v_tokens := storefront.search_terms(unmatched_words.words, '{}');
  return array(
    select pg_catalog.btrim(token.word, '.''-')
    from pg_catalog.unnest(v_tokens) with ordinality as token (word, position)
    where (
      select pg_catalog.bool_and(term.words -> 2 = 'false')
      from storefront.read_terms(token.word) as part
      join pg_catalog.jsonb_array_elements(unmatched_words.said) as term (words) on term.words ->> 0 = part.asked
    )
    order by token.position
  ) || array(
    -- BPA of "BPA-free", if the shop has only the word free.
    select part.word
    from pg_catalog.unnest(v_tokens) with ordinality as token (word, position)
    cross join lateral (
      select piece.word, piece.number, (
        select pg_catalog.bool_and(term.words -> 2 = 'false')
        from storefront.read_terms(piece.word) as said
        join pg_catalog.jsonb_array_elements(unmatched_words.said) as term (words) on term.words ->> 0 = said.asked
      ) as is_unknown
      from pg_catalog.regexp_split_to_table(token.word, '-') with ordinality as piece (word, number)
    ) as part
    where token.word ~ '[[:alnum:]]-[[:alnum:]]' and part.is_unknown
      and exists (
        select
        from storefront.read_terms(token.word) as said
        join pg_catalog.jsonb_array_elements(unmatched_words.said) as term (words) on term.words ->> 0 = said.asked
        where term.words -> 2 = 'true'
      )
    order by token.position, part.number
  ) || array(
    -- 红色 of "红色帐篷", if the shop has only 帐篷.
    select part.word
    from pg_catalog.unnest(v_tokens) with ordinality as token (word, position)
    cross join lateral (
      select pg_catalog.array_agg(said.asked) filter (where term.words -> 2 = 'true') as grams, count(*) as size
      from storefront.read_terms(token.word) as said
      join pg_catalog.jsonb_array_elements(unmatched_words.said) as term (words) on term.words ->> 0 = said.asked
    ) as known
    cross join lateral pg_catalog.unnest(storefront.uncovered(token.word, known.grams)) with ordinality as part (word, number)
    where storefront.script_grams(token.word) <> token.word and known.grams <> '{}' and known.size > 1
    order by token.position, part.number
  ) || array(
    -- A number and its unit are several words of the query, so no single word is the term.
    select coalesce(
      (
        select pg_catalog.btrim(written.parts[1])
        from pg_catalog.regexp_matches(
          unmatched_words.words collate pg_catalog."und-x-icu", '(\d[\d.,]*k?(?:[\s-]*(?:[[:alpha:]]+|["″”]))?)', 'gi'
        ) as written (parts)
        where array(select part.asked from storefront.read_terms(written.parts[1]) as part) = array[term.words ->> 0]
        limit 1
      ),
      pg_catalog.regexp_replace(term.words ->> 0, '^(\d+(?:\.\d+)?)(\D+)$', '\1 \2')
    )
    from pg_catalog.jsonb_array_elements(unmatched_words.said) with ordinality as term (words, number)
    where term.words -> 2 = 'false' and storefront.is_measure(term.words ->> 0)
      and not exists (
        select
        from pg_catalog.unnest(v_tokens) as token (word)
        cross join lateral storefront.read_terms(token.word) as part
        where part.asked = term.words ->> 0
      )
    order by term.number
  );
end
$$;
comment on function storefront.unmatched_words(text, jsonb) is
  'Returns the words of a query that no product has, even after spelling repair. Includes measures that no product has together with the other '
  'words.';

create function storefront.matched_terms(brand_id text, said jsonb, product_ids text[])
returns jsonb
language plpgsql stable
as $$
begin
  return (
    select coalesce(
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_array(
          term.words -> 0, term.words -> 1,
          term.words -> 2 = 'true' and exists (
            select from storefront.postings
            where postings.brand_id = matched_terms.brand_id and postings.term = term.words ->> 1 and postings.product_id = any (matched_terms.product_ids)
          )
        )
        order by term.number
      ), '[]'
    )
    from pg_catalog.jsonb_array_elements(matched_terms.said) with ordinality as term (words, number)
  );
end
$$;
comment on function storefront.matched_terms(text, jsonb, text[]) is
  'Returns the rows of said_terms, where the last value is whether one of these products has the term.';

create function storefront.absent_words(brand_id text, words text, said jsonb, product_ids text[])
returns text[]
language plpgsql stable
as $$
begin
  if coalesce(absent_words.product_ids, '{}') = '{}' or not absent_words.said @? 'strict $[*] ? (@[2] == true)'
    or exists (select from storefront.numbered_products(absent_words.brand_id, absent_words.words)) then
    return '{}'::text[];
  end if;
  return array(
    select absent.word
    from pg_catalog.unnest(storefront.unmatched_words(
      absent_words.words, storefront.matched_terms(absent_words.brand_id, absent_words.said, absent_words.product_ids)
    )) with ordinality as absent (word, number)
    where absent.word <> all (storefront.unmatched_words(absent_words.words, absent_words.said))
    order by absent.number
  );
end
$$;
comment on function storefront.absent_words(text, text, jsonb, text[]) is
  'Returns the words of a query that the catalog has, but none of these products: "2 person" if every tent for two is sold out. Empty without products.';

create function storefront.repaired_words(brand_id text, words text, said jsonb)
returns jsonb
language plpgsql stable
as $$
begin
  if not repaired_words.said @? 'strict $[*] ? (@[2] == true && @[0] != @[1])' then
    return '[]'::jsonb;
  end if;
  return (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('word', repaired.word, 'used', repaired.used) order by repaired.number), '[]')
    from (
      select coalesce(token.word, term.words ->> 0) as word, min(term.number) as number,
        pg_catalog.array_agg(distinct storefront.spelled(repaired_words.brand_id, term.words ->> 1)) as used
      from pg_catalog.jsonb_array_elements(repaired_words.said) with ordinality as term (words, number)
      left join lateral (
        select pg_catalog.btrim(said.word, '.''-') as word
        from pg_catalog.unnest(storefront.search_terms(repaired_words.words, '{}')) with ordinality as said (word, position)
        where exists (select from storefront.read_terms(said.word) as part where part.asked = term.words ->> 0)
        order by said.position
        limit 1
      ) as token on true
      where term.words ->> 0 <> term.words ->> 1 and storefront.is_replaced(repaired_words.said, term.words ->> 0)
      group by coalesce(token.word, term.words ->> 0)
    ) as repaired
  );
end
$$;
comment on function storefront.repaired_words(text, text, jsonb) is
  'Returns the words of a query that no product has and that the search replaced, with the catalog words used instead: [{word, used}].';

create function storefront.unknown_exclusions(brand_id text, phrases jsonb)
returns text[]
language plpgsql stable
as $$
begin
  return array(
    select 'not ' || given.words
    from pg_catalog.jsonb_array_elements_text(coalesce(unknown_exclusions.phrases, '[]')) with ordinality as given (words, place)
    -- A single word of the catalog excludes something, even if every product states its absence.
    where (
        not exists (select from storefront.excluded_terms(unknown_exclusions.brand_id, given.words))
        or (select count(*) from storefront.read_terms(given.words)) > 1
      )
      -- The exclusion may match the name of an attribute.
      and not exists (select from storefront.mentioning(unknown_exclusions.brand_id, pg_catalog.jsonb_build_array(given.words)))
    order by given.place
  );
end
$$;
comment on function storefront.unknown_exclusions(text, jsonb) is 'Returns the exclusions of a query that match no product, such as "not hood".';

create function storefront.interpretation(
  brand_id text, intent text, filters jsonb, words text, name_words text[], sort text, unmatched text[], said jsonb, absent text[]
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
        -- A number that names a product is used, although it is no word of the catalog.
        || case
          when interpretation.said @? 'strict $[*] ? (@[2] == false)'
            and not exists (select from storefront.numbered_products(interpretation.brand_id, interpretation.words))
          then storefront.unmatched_words(interpretation.words, interpretation.said) else '{}'
        end
        || storefront.unknown_exclusions(
          interpretation.brand_id,
          (interpretation.filters -> 'without') - array(select pg_catalog.jsonb_array_elements_text(coalesce(interpretation.filters -> 'stated_without', '[]')))
        )
        || interpretation.absent
      ) with ordinality as said (word, number)
      group by word order by min(number)
    ),
    'repaired', storefront.repaired_words(interpretation.brand_id, interpretation.words, interpretation.said)
  );
end
$$;
comment on function storefront.interpretation(text, text, jsonb, text, text[], text, text[], jsonb, text[]) is
  'Returns how a query was understood. unmatched: words without effect on the result, and words that no returned product has (absent). repaired: words that the '
  'search replaced.';

create function storefront.notices(
  brand_id text, filters jsonb, sort text, lacking bigint, total bigint, interpretation jsonb, absent text[], others jsonb default '[]'
)
returns jsonb
language plpgsql stable
as $$
begin
  return coalesce((
    select pg_catalog.jsonb_agg(notice.content order by notice.number)
    from (
      select 1 as number, pg_catalog.jsonb_build_object('code', 'currency_not_compared', 'currency', notices.filters ->> 'currency', 'others', held.others) as content
      from (
        select array(select currency from pg_catalog.unnest(catalogs.currencies) as currency where currency <> notices.filters ->> 'currency') as others
        from storefront.catalogs where catalogs.brand_id = notices.brand_id
      ) as held
      where held.others <> '{}' and (notices.filters ? 'price_min' or notices.filters ? 'price_max')
      union all
      select 2, pg_catalog.jsonb_build_object('code', 'sorted_last', 'sort', notices.sort, 'count', notices.lacking, 'total', notices.total)
      where notices.sort <> 'relevance' and notices.lacking > 0
      union all
      select 3, pg_catalog.jsonb_build_object('code', 'words_repaired', 'words', notices.interpretation -> 'repaired')
      where notices.interpretation -> 'repaired' <> '[]'
      union all
      select 4, pg_catalog.jsonb_build_object('code', 'words_not_used', 'words', unused.words)
      from (select (notices.interpretation -> 'unmatched') - notices.absent as words) as unused
      where unused.words <> '[]'
      union all
      select 5, pg_catalog.jsonb_build_object('code', 'words_not_matched', 'words', notices.absent)
      where notices.absent <> '{}'
      union all
      select 6, other from pg_catalog.jsonb_array_elements(notices.others) as other
    ) as notice
  ), '[]');
end
$$;
comment on function storefront.notices(text, jsonb, text, bigint, bigint, jsonb, text[], jsonb) is
  'Returns the warnings of a search response as codes and values: prices that were not compared, missing values, and words that were replaced, not used, '
  'or that no returned product has.';

grant execute on function
  storefront.search_terms(text, text[]),
  storefront.unmatched_words(text, jsonb),
  storefront.matched_terms(text, jsonb, text[]),
  storefront.absent_words(text, text, jsonb, text[]),
  storefront.repaired_words(text, text, jsonb),
  storefront.unknown_exclusions(text, jsonb),
  storefront.interpretation(text, text, jsonb, text, text[], text, text[], jsonb, text[]),
  storefront.notices(text, jsonb, text, bigint, bigint, jsonb, text[], jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
