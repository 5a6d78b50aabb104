create function storefront.read_order(query text, out words text, out sort text, out unused text[])
returns record
language plpgsql immutable
as $$
declare
  v_rule record;
  v_found text;
begin
  words := read_order.query;
  unused := '{}';
  if words !~* 'est|most|least|priciest|worst|top|rated|highest|sort' then
    return;
  end if;
  for v_rule in
    select rule.sort, rule.pattern
    from (
      values
        (1, null, '\m(?:not|isn''?t|never)\s+(?:the\s+)?(?:(?:most|least)\s+[[:alpha:]]+|cheapest|dearest|priciest|lightest|heaviest|newest|latest|oldest|(?:best|highest|top|worst|lowest)[ -]+(?:rated|priced))\M'),
        (2, 'price_desc', '\m(?:most\s+expensive|priciest|dearest|costliest|highest[ -]+price[ds]?)(?:\s+first)?\M'),
        (3, 'price_asc', '\m(?:cheapest|least\s+expensive|most\s+(?:affordable|inexpensive)|lowest[ -]+(?:price[ds]?|costs?)|sort(?:ed)?\s+by\s+price)(?:\s+first)?\M'),
        (4, 'weight_asc', '\m(?:lightest(?:[ -]weight)?|least\s+heavy|lowest\s+weight)(?:\s+first)?\M'),
        (5, 'weight_desc', '\m(?:heaviest|highest\s+weight)(?:\s+first)?\M'),
        (6, 'rating', '\m(?:(?:best|highest|top)[ -]+(?:rated|reviewed)|(?:best|highest)(?:\s+customer)?\s+(?:ratings?|reviews?)|sort(?:ed)?\s+by\s+rating)(?:\s+first)?\M'),
        (7, 'rating_asc', '\m(?:worst|lowest)[ -]+(?:rated|reviewed|ratings?)\M'),
        (8, 'newest', '\m(?:newest|latest|most\s+recent)(?:\s+first)?\M'),
        (9, 'oldest', '\moldest(?:\s+first)?\M'),
        (10, null, '\m(?:best[ -]?sell(?:er|ers|ing)|(?:most|least)\s+[[:alpha:]]+|best|worst|biggest|largest|smallest|tiniest|warmest|coolest|coldest|hottest|strongest|brightest|fastest|slowest|quietest|loudest|longest|shortest|tallest|widest|thinnest|thickest|slimmest|toughest|hardest|softest|safest|greatest|finest|driest|easiest|simplest|healthiest|roomiest)\M')
    ) as rule (number, sort, pattern)
    order by rule.number
  loop
    loop
      v_found := (pg_catalog.regexp_match(words, '(' || v_rule.pattern || ')', 'i'))[1];
      exit when v_found is null;
      if v_rule.sort is null or sort is not null then
        unused := unused || pg_catalog.lower(v_found);
      else
        sort := v_rule.sort;
      end if;
      words := pg_catalog.regexp_replace(words, v_rule.pattern, ' ', 'i');
    end loop;
  end loop;
end
$$;
comment on function storefront.read_order(text) is
  'Returns the sort order of a superlative (cheapest is price_asc) and the remaining words. unused: superlatives without a sort order, negated ones, '
  'and all after the first.';

create function storefront.plain_negations(query text)
returns text
language sql immutable
return case when plain_negations.query ~* '\m(?:other|apart|aside|any|every|all|except|besides|excluding|instead|but|do|does|did|would|should|must|is|are|nothing|neither|don|doesn|didn|wouldn|shouldn|mustn|isn|aren)|n[''’]t'
  then pg_catalog.regexp_replace(pg_catalog.regexp_replace(
  plain_negations.query,
  '\m(?:other\s+than|apart\s+from|aside\s+from|(?:any|every)thing\s+but|all\s+but|except\s+for|besides|excluding|instead\s+of)\M', ' except ', 'gi'
), '\m(?:but\s+not|(?:do|does|did|would|should|must|is|are)(?:\s+not|n[''’]?t)(?:\s+(?:want|like|need|be|have|come|contain|include)){0,2}|nothing|neither)\M', ' not ', 'gi') else plain_negations.query end;
comment on function storefront.plain_negations(text) is 'Rewrites the negations of a query as not and except.';

create function storefront.spelled_exclusions(query text)
returns text
language plpgsql immutable
as $$
begin
  if spelled_exclusions.query !~ '(?<![^\s(,;])[-‐‑−–]["“[:alnum:]]' then
    return spelled_exclusions.query;
  end if;
  -- A range of temperatures or sizes has a minus too, so a number alone and -10c are no exclusions. "BPA -free" is a compound.
  return pg_catalog.regexp_replace(
    pg_catalog.regexp_replace(spelled_exclusions.query, '(?<![^\s(,;])[-‐‑−–]["“]([^"“”]+)["”]', ' except \1, ', 'g'),
    '(?<![^\s(,;])[-‐‑−–](?=[[:alpha:]]|\d+[[:alpha:]])(?!(?:free|less|proof|\d+\s*(?:c|f|deg|degrees?))\M)', ' not ', 'gi'
  );
end
$$;
comment on function storefront.spelled_exclusions(text) is
  'Rewrites the minus before a word or a quotation of a query as not and except: "jacket -black" is "jacket not black". A hyphen within a word, such as '
  'that of BPA-free, stays.';

create function storefront.read_exclusions(query text, out words text, out "without" text[], out compounds text[], out unused text[])
returns record
language plpgsql immutable
as $$
declare
  v_article constant text := '(?:(?:a|an|the|any|in|made|of|with|too|very|from|by|it|is|be|to|having|colou?red)\s+){0,4}';
  -- A word, or a number with its unit. "No 5" can be a name, so a number after no is not excluded.
  v_word constant text := '(?:[[:alpha:]][[:alnum:]''’-]*|(?<!\mno\s+)\d+(?:[.,]\d+)*(?:[\s-]*(?:persons?|people|man|lm|lumens?|kg|grams?|g|oz|lbs?|lit(?:er|re)s?|l|ml|cm|mm|m|ft|inch(?:es)?|w|watts?|v|mah|gb|tb|mb|mp|hours?|h)\M|[[:alpha:]][[:alnum:]-]*)?(?!\s*%))';
  v_pattern constant text := '\m(?:(?:not|no|without|never|nor)\s+|non[ -])' || v_article || '(' || v_word || '(?:\s*(?:,\s*)?\m(?:or|nor)\s+' || v_article || v_word || ')*)';
  -- These negations describe a product instead of excluding one: "non-stick pan", "no-show socks", "no drill curtain rod".
  v_compound constant text := '\m(?:non[ -]|no-|no\s+(?=' || v_word || '\s+(?!(?:or|nor|and|but|with|in|for|from|under|over|please)\M)[[:alpha:]]))(' || v_word || ')\M(?!\s*,?\s*(?:or|nor)\M)';
  v_except constant text := '\mexcept\s+' || v_article || '(' || v_word || '(?:\s+(?!(?:under|over|with|in|for|and|or|that|which|below|above|from)\M)' || v_word || '){0,3}'
    || '(?:\s+(?:or|nor|and)\s+' || v_article || v_word || ')*)';
  v_found text;
  v_part text;
  v_is_compound boolean;
begin
  words := read_exclusions.query;
  "without" := '{}';
  compounds := '{}';
  unused := '{}';
  if words !~* '\m(?:not|no|non|without|except|never|nor)\M' then
    return;
  end if;
  for count in 1 .. 8 loop
    v_found := (pg_catalog.regexp_match(words, v_except, 'i'))[1];
    v_is_compound := v_found is null and words ~* v_compound;
    if v_found is not null then
      words := pg_catalog.regexp_replace(words, v_except, ' ', 'i');
    elsif v_is_compound then
      v_found := (pg_catalog.regexp_match(words, v_compound, 'i'))[1];
      words := pg_catalog.regexp_replace(words, v_compound, ' ', 'i');
    else
      v_found := (pg_catalog.regexp_match(words, v_pattern, 'i'))[1];
      exit when v_found is null;
      words := pg_catalog.regexp_replace(words, v_pattern, ' ', 'i');
    end if;
    for v_part in select pg_catalog.regexp_split_to_table(v_found, '\s*,?\s*\m(?:or|nor|and)\s+' || v_article, 'i') loop
      if pg_catalog.lower(v_part) in ('sure', 'only', 'just', 'necessarily', 'important', 'matter', 'yet', 'found', 'know', 'really', 'so', 'idea', 'one', 'problem', 'like') then
        unused := unused || ('not ' || pg_catalog.lower(v_part));
      else
        "without" := "without" || pg_catalog.lower(v_part);
        compounds := compounds || case when v_is_compound then array[pg_catalog.lower(v_part)] else '{}' end;
      end if;
    end loop;
  end loop;
  v_found := (pg_catalog.regexp_match(words, '\m(not|without|except|never|nor)\M\W*$', 'i'))[1];
  if v_found is not null then
    unused := unused || pg_catalog.lower(v_found);
    words := pg_catalog.regexp_replace(words, '\m(?:not|without|except|never|nor)\M\W*$', ' ', 'i');
  end if;
end
$$;
comment on function storefront.read_exclusions(text) is
  'Extracts the exclusions of a query: "jacket without hood, not black or red" gives the words jacket, and without hood, black and red. compounds: '
  'exclusions that describe a product, such as stick in "non-stick pan".';

create function storefront.read_topics(query text, out words text, out topics jsonb)
returns record
language plpgsql immutable
as $$
declare
  v_text constant text := pg_catalog.lower(extensions.unaccent(read_topics.query));
  v_asks boolean;
  v_shipping constant text := '(?:ship|ships|shipped|shipping|shipments?|deliver|delivers|delivered|delivery|deliveries|postage|dispatch|dispatched)';
  v_returns constant text := '(?:returns?|returned|returning|returnable|refunds?|refunded|refundable|money[ -]back|exchanges?|send\s+\S+\s+back|bring\s+\S+\s+back)';
  v_method constant text := '(?:paypal|apple\s*pay|google\s*pay|shop\s*pay|amazon\s*pay|klarna|afterpay|clearpay|affirm|visa|master\s*card|amex|american\s+express|discover|maestro|credit\s+cards?|debit\s+cards?|invoice|bank\s+transfer|wire\s+transfer|cash\s+on\s+delivery|cash|installments?|instalments?|buy\s+now\s+pay\s+later|bitcoin|crypto)';
  v_payment constant text := '(?:pay|pays|paid|paying|payments?|checkout|' || v_method || ')';
  v_found text;
  v_country text;
  v_place text;
begin
  topics := '[]';
  words := read_topics.query;
  if v_text !~ 'ship|deliver|postage|dispatch|return|refund|exchange|back|pay|klarna|clear|affirm|visa|master|amex|american|discover|maestro|card|invoice|transfer|cash|installment|instalment|bitcoin|crypto|checkout' then
    return;
  end if;
  v_asks := v_text ~ '^\W*(?:(?:hi|hello|hey|please|and|so|ok)\W+)*(?:do|does|can|could|will|would|is|are|how|what|whats|where|when|which|who|may|am|should|tell)\M'
    and v_text !~ '\m(?:have|sell|stock|carry|need|want)\s+(?:a|an|any|some)\M';
  if (v_asks and v_text ~ ('\m' || v_payment || '\M'))
    or v_text ~ ('^\W*(?:payments?(?:\s+(?:methods?|options?|terms|info(?:rmation)?))?|(?:accept(?:s|ed)?\s+|pay\s+(?:with|by)\s+)' || v_method || ')\W*$') then
    v_found := (pg_catalog.regexp_match(v_text, '\m(' || v_method || ')\M'))[1];
    topics := topics || pg_catalog.jsonb_build_object('topic', 'payment', 'method', pg_catalog.regexp_replace(v_found, '\s+', ' ', 'g'));
  end if;
  if (v_asks and v_text ~ ('\m' || v_returns || '\M'))
    or v_text ~ '^\W*(?:free\s+|easy\s+)?(?:(?:returns?|refunds?|exchanges?)(?:\s+(?:polic(?:y|ies)|info(?:rmation)?|process|window|period|costs?|address|label|rules?))?|money[ -]back(?:\s+guarantee)?)\W*$' then
    topics := topics || '{"topic": "returns"}'::jsonb;
  end if;
  if (v_asks and pg_catalog.regexp_replace(v_text, 'cash\s+on\s+delivery', ' ', 'g') ~ ('\m' || v_shipping || '\M'))
    or v_text ~ '^\W*(?:(?:free|international|worldwide|express|standard|overnight|next[ -]day|same[ -]day)\s+)*(?:shipping|delivery|postage)(?:\s+(?:costs?|rates?|fees?|polic(?:y|ies)|times?|info(?:rmation)?|options?|charges?|price|to|in|for|within|abroad|internationally|worldwide|countries)\M.*)?\W*$' then
    select countries.name, countries.code into v_place, v_country
    from storefront.countries() as countries
    where v_text ~ ('\m' || pg_catalog.replace(countries.name, '.', '\.') || '(?![[:alnum:]])')
    order by pg_catalog.length(countries.name) desc
    limit 1;
    if v_country is null then
      v_country := case
        when read_topics.query ~ '\mUK\M|\m(?:to|in)\s+(?:the\s+)?uk\M' then 'GB'
        when read_topics.query ~ '\mUS\M|\m(?:to|in)\s+the\s+us\M' then 'US'
      end;
    end if;
    topics := topics || pg_catalog.jsonb_build_object('topic', 'shipping', 'country', v_country);
  end if;
  if topics = '[]' then
    return;
  end if;
  v_found := pg_catalog.regexp_replace(v_text, '\m(?:' || v_shipping || '|' || v_returns || '|' || v_payment || ')\M', ' ', 'g');
  if v_place is not null then
    v_found := pg_catalog.regexp_replace(v_found, '\m' || pg_catalog.replace(v_place, '.', '\.') || '(?![[:alnum:]])', ' ', 'g');
  end if;
  select coalesce(pg_catalog.string_agg(token.word, ' ' order by token.number), '') into words
  from pg_catalog.regexp_split_to_table(v_found, '[^[:alnum:]-]+') with ordinality as token (word, number)
  cross join lateral (select (pg_catalog.ts_lexize('storefront.stem', token.word))[1] as stem) as base
  where token.word ~ '[[:alpha:]]'
    and not storefront.is_grammar(base.stem) and not storefront.is_common(base.stem)
    and not token.word = any (
      '{accept,accepted,accepts,abroad,address,allowed,anywhere,back,business,buy,card,cards,change,charge,charged,charges,cost,costs,countries,country,customs,day,days,duties,duty,fast,fee,fees,fit,free,friday,guarantee,info,information,international,internationally,item,items,later,long,method,methods,mind,monday,money,month,months,next,offer,offers,online,option,options,order,ordered,orders,overseas,pickup,period,policies,policy,possible,price,prices,process,product,products,provide,provider,purchase,quickly,rates,receive,rules,saturday,send,shop,something,standard,express,store,sunday,support,supported,take,takes,tax,taxes,tell,terms,thing,things,thursday,time,times,today,tomorrow,tuesday,type,types,us,usa,uk,wednesday,week,weeks,whats,window,working,works,worldwide,world}'::text[]
    );
  -- A question about the shop alone must not search for its words or return every product.
  if words = '' then
    words := '?';
  end if;
end
$$;
comment on function storefront.read_topics(text) is
  'Returns the topics of a query about the shop itself: shipping to a country, returns, payment by a method. Also returns the remaining words about '
  'products, or ? if none remain.';

grant execute on function
  storefront.countries(),
  storefront.read_order(text),
  storefront.plain_negations(text),
  storefront.spelled_exclusions(text),
  storefront.read_exclusions(text),
  storefront.read_topics(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
