create function storefront.take_phrase(pattern text, inout words text, out parts text[])
language plpgsql immutable
as $$
begin
  parts := pg_catalog.regexp_match(take_phrase.words, take_phrase.pattern, 'i');
  if parts is not null then
    words := pg_catalog.regexp_replace(take_phrase.words, take_phrase.pattern, ' ', 'i');
  end if;
end
$$;
comment on function storefront.take_phrase(text, text) is 'Takes a phrase out of a query: what its parentheses held, and the words that are left.';

create function storefront.read_query(query text, out words text, out filters jsonb)
language plpgsql immutable
as $$
declare
  -- A number that is a price: no weight, no length, no part of a longer number.
  v_price constant text := '[$€£]?\s*(\d[\d,]*(?:\.\d+)?)(?![\d.,]*\d)(?:\s*(?:dollars?|euros?|pounds?|bucks|usd|eur|gbp|[$€£]))?'
    || '(?!\s*(?:kg|g|lbs?|oz|cm|mm|m|km|ft|inch(?:es)?|in(?!\s+stock)|"|gb|tb|mb|l|ml|litres?|liters?|w|watts?|v|hz|mp|stars?|people|persons?|years?|months?|days?|hours?)\M)';
  v_found text[];
begin
  filters := '{}';
  select taken.words, taken.parts into words, v_found
  from storefront.take_phrase('\m(?:rated\s+)?([1-5](?:\.\d)?)\s*\+?\s*stars?(?:\s+(?:and\s+(?:up|above|more)|or\s+(?:more|better|above)))?\M', read_query.query) as taken;
  if v_found is not null then
    filters := filters || pg_catalog.jsonb_build_object('rating_min', v_found[1]::numeric);
  end if;
  select taken.words, taken.parts into words, v_found
  from storefront.take_phrase('\m(?:between|from)\s+' || v_price || '\s*(?:and|to|-)\s*' || v_price, words) as taken;
  if v_found is not null then
    filters := filters || pg_catalog.jsonb_build_object(
      'price_min', least(pg_catalog.replace(v_found[1], ',', '')::numeric, pg_catalog.replace(v_found[2], ',', '')::numeric),
      'price_max', greatest(pg_catalog.replace(v_found[1], ',', '')::numeric, pg_catalog.replace(v_found[2], ',', '')::numeric)
    );
  end if;
  select taken.words, taken.parts into words, v_found
  from storefront.take_phrase('\m(?:under|below|less than|cheaper than|no more than|up to|at most|max(?:imum)?(?: of)?)\s+' || v_price, words) as taken;
  if v_found is not null then
    filters := filters || pg_catalog.jsonb_build_object('price_max', pg_catalog.replace(v_found[1], ',', '')::numeric);
  end if;
  select taken.words, taken.parts into words, v_found
  from storefront.take_phrase('\m(?:over|above|more than|at least|min(?:imum)?(?: of)?)\s+(?=[$€£]|\d[\d,.]*\s*(?:dollars?|euros?|pounds?|usd|eur|gbp|[$€£]))' || v_price, words) as taken;
  if v_found is not null then
    filters := filters || pg_catalog.jsonb_build_object('price_min', pg_catalog.replace(v_found[1], ',', '')::numeric);
  end if;
  select taken.words, taken.parts into words, v_found
  from storefront.take_phrase('\m(in[ -]stock|available now)\M', words) as taken;
  if v_found is not null then
    filters := filters || '{"in_stock": true}';
  end if;
end
$$;
comment on function storefront.read_query(text) is
  'What a query says of price, stock and rating, and the words that are left: "tents under 300 in stock" is tents, up to 300, in stock.';

create function storefront.read_intent(query text, out words text, out intent text)
language plpgsql immutable
as $$
declare
  v_cue record;
  v_found text[];
begin
  words := read_intent.query;
  for v_cue in
    select cue.intent, cue.pattern
    from (
      values
        (1, 'compare', '\m(compar(?:e|ing|ison)(?:\s+(?:of|between))?|(?:the\s+)?differences?\s+between|which\s+is\s+better)\M'),
        (2, 'compare', '()\m(?=\S+.*\s(?:vs\.?|versus)\s)'),
        (3, 'review', '\m((?:customer\s+|buyer\s+)?(?:reviews?|opinions?|ratings?)(?:\s+(?:of|for|on|about))?|what\s+(?:do\s+|are\s+)?(?:people|customers|buyers|others)\s+(?:think|say|saying)(?:\s+(?:of|about))?)\M'),
        (4, 'availability', '\m(do\s+you\s+(?:have|stock|carry|sell)|is\s+there\s+any|availability(?:\s+of)?|(?:is|are)\s+(?=.*\m(?:available|in\s+stock|sold\s+out)\M)|when\s+(?:is|will|are)\s+(?=.*\m(?:back|available)\M))'),
        (5, 'recommend', '\m(recommend(?:ations?)?(?:\s+(?:me|for))?|suggest(?:ions?)?(?:\s+(?:me|for))?|(?:something|anything|products?)\s+(?:like|similar\s+to)|similar\s+to|alternatives?\s+(?:to|for)|what\s+goes\s+with|gifts?\s+for)\M'),
        (6, 'detail', '\m(tell\s+me\s+(?:more\s+)?about|details?\s+(?:of|about|on|for)|spec(?:s|ifications?)\s+(?:of|for)|more\s+about|what\s+is\s+the)\M')
    ) as cue (number, intent, pattern)
    order by cue.number
  loop
    select taken.words, taken.parts into words, v_found from storefront.take_phrase(v_cue.pattern, words) as taken;
    if v_found is not null then
      intent := v_cue.intent;
      return;
    end if;
  end loop;
  intent := 'search';
end
$$;
comment on function storefront.read_intent(text) is 'What somebody wants of the products that they name: search, compare, recommend, detail, review or availability.';

create function storefront.read_names(brand_id text, query text)
returns table (kind text, name text, words text[])
language sql stable
as $$
  with said as (
    select pg_catalog.lower(token.word) as word, token.position::integer
    from pg_catalog.regexp_split_to_table(pg_catalog.btrim(pg_catalog.left(read_names.query, 500)), '\s+') with ordinality as token (word, position)
    where token.position <= 20
  ),
  phrases as (
    select
      first.position, size.words as size,
      (select pg_catalog.array_agg(said.word order by said.position) from said where said.position between first.position and first.position + size.words - 1) as words
    from said as first
    cross join pg_catalog.generate_series(1, 4) as size (words)
    where first.position + size.words - 1 <= (select max(said.position) from said)
  )
  -- The longest name that is said; of two, the one that more products bear.
  select distinct on (names.kind) names.kind, names.name, phrases.words
  from phrases
  cross join lateral (select storefront.name_words(pg_catalog.array_to_string(phrases.words, ' ')) as words) as spoken
  join storefront.names on names.brand_id = read_names.brand_id and names.words = spoken.words
  where spoken.words <> ''
  order by names.kind, phrases.size desc, names.products desc, names.name;
$$;
comment on function storefront.read_names(text, text) is 'The brand and the category that a query names, if the catalogue has them, and in which words.';

grant execute on function
  storefront.take_phrase(text, text),
  storefront.read_query(text),
  storefront.read_intent(text),
  storefront.read_names(text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
