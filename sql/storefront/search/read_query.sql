create function storefront.read_number(digits text, thousands text)
returns numeric
language sql immutable
return pg_catalog.replace(pg_catalog.regexp_replace(read_number.digits, ',(?=\d{1,2}$)', '.'), ',', '')::numeric
  * case when read_number.thousands is null then 1 else 1000 end;
comment on function storefront.read_number(text, text) is
  'Parses a number such as 1,500, 1.50 or 1,50. Multiplies it by 1,000 if thousands is not null.';

create function storefront.read_currency(word text)
returns text
language sql immutable
-- A dollar sign does not name a currency. bound_currency chooses the dollar of the shop.
return case when read_currency.word ~* '^([$]|dollar|buck)' then '$' when read_currency.word ~* '^(€|eur)' then 'EUR' when read_currency.word ~* '^(£|gbp|pound)' then 'GBP' when read_currency.word ~* '^usd' then 'USD' end;
comment on function storefront.read_currency(text) is 'Returns the currency of a sign or word, or $ for an unspecified dollar. Null if unknown.';

create function storefront.read_query(query text, out words text, out filters jsonb)
language plpgsql immutable
as $$
declare
  v_number constant text := '(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d{1,2})?)';
  v_unit constant text := '(dollars?|euros?|pounds?|bucks|usd|eur|gbp|[$€£])';
  -- A number with a currency is a price. Without one, it is a price only if no noun follows that it could count.
  v_priced constant text := '(?:([$€£])\s*' || v_number || '(k\M)?|' || v_number || '(k)?\s*' || v_unit || '(?![[:alnum:]]))';
  v_end constant text := '(?=\s*(?:$|[,;:!?)]|\.(?:\s|$)|\m(?:and|or|for|with|without|in|that|which|please|by|from|rated|at|on|if|but|only|not|over|above|under|below|more|less|up|max|maximum|min|minimum)\M))';
  v_price constant text := '(?:' || v_priced || '|' || v_number || '(k\M)?' || v_end || ')';
  -- Numbers after these words are not prices: "size under 42", "ages from 3 to 5".
  v_other constant text := '\m(?:sizes?|models?|versions?|levels?|ages?|aged|rated|ratings?|scores?|scored)\s+';
  v_year constant text := '(?:19|20)\d\d\M';
  v_rated constant text := '\m(?:rated|(?:(?:with|has|have|having)\s+)?(?:an?\s+|the\s+)?ratings?(?:\s+(?:of|is|are))?|scored?)\s+';
  v_stars constant text := '([1-5](?:\.\d)?)(?:\s*/\s*5|\s+out\s+of\s+5)?(?:\s*stars?\M)?';
  v_not constant text := '(?:\mnot|n''t|\mnever|\mnothing|\mno)\s+(?:(?:want(?:ing)?|to|spend|pay|be|is|cost|costs|costing|priced|go|going|anything|any|it|that|which)\s+){0,5}';
  v_above constant text := '(?:more\s+than|over|above|exceeding|higher\s+than)';
  v_below constant text := '(?:under|below|less\s+than|cheaper\s+than|lower\s+than)';
  v_rule record;
  v_found text[];
  v_shift integer;
  v_value numeric;
begin
  words := read_query.query;
  filters := '{}';
  -- Most queries contain none of this. Postgres caches 32 compiled patterns, and running all rules for every query would evict them.
  if words !~* ('\m(?:stock|sold|available|rated|ratings?|scored?|between|from|under|below|over|above|more|less|cheaper|lower|higher|exceeding|up|at|within|maximum|max|minimum|min)\M'
    || '|[$€£<>]|(?:stars?|dollars?|euros?|pounds?|bucks|usd|eur|gbp)(?![[:alpha:]])') then
    return;
  end if;
  for v_rule in
    select rule.kind, rule.pattern
    from (
      values
        (1, 'out of stock', '\m(?:not|isn''?t|aren''?t)\s+(?:currently\s+)?(?:in[ -]stock|available)\M|\m(?:out\s+of\s+stock|sold\s+out)\M'),
        (2, 'in stock', '\m(?:in[ -]stock|available\s+now)\M'),
        (3, 'rating_max', v_rated || '(?:below|under|(?:less|worse|lower)\s+than|at\s+most|up\s+to|not\s+(?:over|above|(?:more|better|higher)\s+than))\s+' || v_stars || v_end),
        (4, 'rating_max', '(?:\mnot|n''t)\s+' || v_rated || '(?:over|above|(?:more|better|higher)\s+than)\s+' || v_stars || v_end),
        (5, 'rating_max', v_rated || v_stars || '(?=(?:\s+[[:alpha:]]+){0,3}\s+or\s+(?:worse|less|fewer|below|lower)\M)'),
        (6, 'rating_min', '(?<!(?:\mnot|n''t)\s+)' || v_rated || '(?:(?:at\s+least|from|minimum|over|above|(?:more|better|higher)\s+than)\s+)?' || v_stars || '(?:\s*\+)?(?:\s+(?:and|or)\s+(?:up|above|more|better|higher)\M)?' || v_end),
        (7, 'rating_max', '(?:\mrated\s+)?\m(?:below|under|less\s+than|worse\s+than|at\s+most|up\s+to|not\s+(?:over|above|more\s+than))\s+([1-5](?:\.\d)?)\s*stars?\M'),
        (8, 'rating_max', '\m([1-5](?:\.\d)?)\s*stars?(?=(?:\s+[[:alpha:]]+){0,3}\s+or\s+(?:worse|less|fewer|below|lower)\M)'),
        (9, 'rating_min', '(?:\m(?:rated|at\s+least|over|above|more\s+than)\s+)*\m([1-5](?:\.\d)?)\s*\+?\s*stars?(?:\s+(?:and\s+(?:up|above|more)|or\s+(?:more|better|above|higher)))?\M'),
        (10, 'signed range', '(?:\m(?:between|from)\s+)?([$€£])\s*' || v_number || '\s*(?:-|–|to|and)\s*[$€£]?\s*' || v_number),
        (11, 'named range', '(?:\m(?:between|from)\s+)?\m' || v_number || '\s*(?:-|–|to|and)\s*' || v_number || '\s*' || v_unit || '(?![[:alnum:]])'),
        (12, 'bare range', '(?<!' || v_other || ')\m(?:between|from)\s+(?!' || v_year || ')' || v_number || '\s*(?:-|–|to|and)\s*(?!' || v_year || ')' || v_number || v_end),
        (13, 'price_max', '()' || v_not || v_above || '\s+' || v_price),
        (14, 'price_min', '()' || v_not || v_below || '\s+' || v_price),
        (15, 'price_max', '(' || v_other || ')?(?:\m(?:' || v_below || '|up\s+to|at\s+most|within|max(?:imum)?(?:\s+of)?)\s+|<=?\s*)' || v_price),
        (16, 'price_max', '()' || v_priced || '\s+(?:or\s+(?:less|cheaper|under|below)|max(?:imum)?)\M'),
        (17, 'price_min', '(' || v_other || ')?(?:\m(?:' || v_above || '|at\s+least|min(?:imum)?(?:\s+of)?|from(?!\s+' || v_year || '))\s+|>=?\s*)' || v_price),
        (18, 'price_min', '()' || v_priced || '\s+(?:or\s+more|and\s+(?:up|above)|or\s+above)\M')
    ) as rule (number, kind, pattern)
    order by rule.number
  loop
    v_found := pg_catalog.regexp_match(words, v_rule.pattern, 'i');
    continue when v_found is null;
    if v_rule.kind = 'out of stock' then
      filters := filters || '{"in_stock": false}';
    elsif v_rule.kind = 'in stock' then
      filters := filters || '{"in_stock": true}';
    elsif v_rule.kind in ('rating_min', 'rating_max') then
      continue when filters ? 'rating_max';
      filters := filters || pg_catalog.jsonb_build_object(v_rule.kind, v_found[1]::numeric);
    elsif v_rule.kind like '% range' then
      v_shift := case v_rule.kind when 'signed range' then 1 else 0 end;
      filters := filters || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        'price_min', least(storefront.read_number(v_found[1 + v_shift], null), storefront.read_number(v_found[2 + v_shift], null)),
        'price_max', greatest(storefront.read_number(v_found[1 + v_shift], null), storefront.read_number(v_found[2 + v_shift], null)),
        'currency', storefront.read_currency(v_found[case v_rule.kind when 'signed range' then 1 else 3 end])
      ));
    else
      -- "size under 42" is not a price. The first bound of each kind applies.
      continue when nullif(v_found[1], '') is not null or filters ? v_rule.kind;
      v_value := coalesce(
        storefront.read_number(v_found[3], v_found[4]), storefront.read_number(v_found[5], v_found[6]), storefront.read_number(v_found[8], v_found[9])
      );
      filters := filters || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        v_rule.kind, v_value, 'currency', storefront.read_currency(coalesce(v_found[2], v_found[7]))
      ));
    end if;
    words := pg_catalog.regexp_replace(words, v_rule.pattern, ' ', 'i');
  end loop;
end
$$;
comment on function storefront.read_query(text) is
  'Extracts the filters for price, stock and rating from a query, and returns the remaining words: "tents under 300 in stock" gives tents, price_max '
  '300 and in_stock.';

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
        (6, 'detail', '\m(tell\s+me\s+(?:more\s+)?about|details?\s+(?:of|about|on|for)|spec(?:s|ifications?)\s+(?:of|for)|more\s+about|what\s+is\s+the(?!\s+(?:best|cheapest|price|dearest|difference)))\M')
    ) as cue (number, intent, pattern)
    order by cue.number
  loop
    v_found := pg_catalog.regexp_match(words, v_cue.pattern, 'i');
    if v_found is not null then
      words := pg_catalog.regexp_replace(words, v_cue.pattern, ' ', 'i');
      intent := v_cue.intent;
      return;
    end if;
  end loop;
  intent := 'search';
end
$$;
comment on function storefront.read_intent(text) is
  'Returns the intent of a query (search, compare, recommend, detail, review or availability) and the remaining words.';

create function storefront.read_names(brand_id text, query text)
returns table (kind text, name text, words text[], is_negated boolean)
language sql stable
as $$
  with said as (
    select storefront.lowered(token.word) as word, token.position::integer
    from pg_catalog.regexp_split_to_table(pg_catalog.btrim(pg_catalog.left(read_names.query, 500)), '\s+') with ordinality as token (word, position)
    where token.position <= 20
  ),
  phrases as (
    select
      first.position, size.words as size,
      (select pg_catalog.array_agg(said.word order by said.position) from said where said.position between first.position and first.position + size.words - 1) as words,
      exists (
        select
        from said
        where said.word in ('not', 'no', 'without', 'except', 'excluding', 'but', 'non', 'never')
          and (
            said.position = first.position - 1
            or (said.position = first.position - 2 and (
              select between_them.word in ('by', 'from', 'the', 'a', 'any', 'of') from said as between_them where between_them.position = first.position - 1
            ))
          )
      ) as is_negated
    from said as first
    cross join pg_catalog.generate_series(1, 4) as size (words)
    where first.position + size.words - 1 <= (select max(said.position) from said)
  )
  -- Prefer the longest name, then the name with the most products.
  select distinct on (names.kind, phrases.is_negated) names.kind, names.name, phrases.words, phrases.is_negated
  from phrases
  cross join lateral (select storefront.name_words(pg_catalog.array_to_string(phrases.words, ' ')) as words) as spoken
  join storefront.names on names.brand_id = read_names.brand_id and names.words = spoken.words
  where spoken.words <> ''
  order by names.kind, phrases.is_negated, phrases.size desc, names.products desc, names.name;
$$;
comment on function storefront.read_names(text, text) is
  'Returns the brand and the category of the catalog that a query names or excludes, with the words that name them.';

grant execute on function
  storefront.read_number(text, text),
  storefront.read_currency(text),
  storefront.read_query(text),
  storefront.read_intent(text),
  storefront.read_names(text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
