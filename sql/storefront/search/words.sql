create function storefront.word_forms()
returns table (word text, form text, kind text)
language sql immutable
as $$
  values
    ('one', '1', 'number'), ('two', '2', 'number'), ('three', '3', 'number'), ('four', '4', 'number'), ('five', '5', 'number'),
    ('six', '6', 'number'), ('seven', '7', 'number'), ('eight', '8', 'number'), ('nine', '9', 'number'), ('ten', '10', 'number'),
    ('eleven', '11', 'number'), ('twelv', '12', 'number'),
    ('person', 'person', 'unit'), ('peopl', 'person', 'unit'), ('pers', 'person', 'unit'), ('adult', 'person', 'short'),
    ('berth', 'person', 'short'), ('man', 'person', 'short'), ('men', 'person', 'short'), ('p', 'person', 'short'),
    ('lumen', 'lumen', 'unit'), ('lm', 'lumen', 'unit'), ('kg', 'kg', 'unit'), ('kilogram', 'kg', 'unit'), ('kilo', 'kg', 'short'),
    ('gram', 'gram', 'unit'), ('g', 'gram', 'short'), ('ounc', 'ounce', 'unit'), ('oz', 'ounce', 'unit'), ('lb', 'lb', 'unit'), ('pound', 'lb', 'short'),
    ('liter', 'liter', 'unit'), ('litr', 'liter', 'unit'), ('l', 'liter', 'short'), ('ml', 'ml', 'unit'), ('millilit', 'ml', 'unit'),
    ('cm', 'cm', 'unit'), ('centimet', 'cm', 'unit'), ('centimetr', 'cm', 'unit'), ('mm', 'mm', 'unit'), ('millimet', 'mm', 'unit'), ('millimetr', 'mm', 'unit'),
    ('meter', 'meter', 'unit'), ('metr', 'meter', 'unit'), ('m', 'meter', 'short'), ('inch', 'inch', 'unit'), ('ft', 'foot', 'unit'),
    ('foot', 'foot', 'short'), ('feet', 'foot', 'short'), ('watt', 'watt', 'unit'), ('w', 'watt', 'short'), ('volt', 'volt', 'unit'), ('v', 'volt', 'short'),
    ('mah', 'mah', 'unit'), ('gb', 'gb', 'unit'), ('gigabyt', 'gb', 'unit'), ('tb', 'tb', 'unit'), ('terabyt', 'tb', 'unit'), ('mb', 'mb', 'unit'),
    ('mp', 'megapixel', 'unit'), ('megapixel', 'megapixel', 'unit'), ('hour', 'hour', 'unit'), ('h', 'hour', 'short'), ('hr', 'hour', 'short'),
    ('season', 'season', 'short'), ('year', 'year', 'short'), ('pack', 'piece', 'short'), ('piec', 'piece', 'short'), ('pc', 'piece', 'short')
$$;
comment on function storefront.word_forms() is
  'Returns stems with the same meaning: number words and digits, units and abbreviations. short: a unit only directly after a number.';

create function storefront.lowered(words text)
returns text
language sql immutable
return pg_catalog.lower(lowered.words collate pg_catalog."und-x-icu");
comment on function storefront.lowered(text) is
  'Returns a text in lower case in every script. The locale C, which managed databases can have, knows no letters except those of ASCII. Postgres 15 to 17 '
  'have the ICU collation und-x-icu. It is not used where an index is read, because the indexes have the collation of the database.';

create function storefront.plain_words(words text)
returns text
language plpgsql immutable
as $$
begin
  if pg_catalog.octet_length(plain_words.words) = pg_catalog.length(plain_words.words) then
    return plain_words.words;
  end if;
  -- In the locale C, every character outside ASCII is a letter of its word: «, ® and ™.
  return pg_catalog.regexp_replace(
    pg_catalog.translate(storefront.lowered(plain_words.words), '‐‑‒–—', '-----') collate pg_catalog."und-x-icu",
    '(?![²³¹])(?=[\u0080-\u02ff\u2000-\u2bff\u3000-\u303f\uff00-\uffef])[^[:alnum:]]', ' ', 'g'
  );
end
$$;
comment on function storefront.plain_words(text) is
  'Returns a text with symbols and punctuation outside ASCII removed, and in lower case if it has letters outside ASCII, so that its words are the same in '
  'every locale of the database.';

create function storefront.shop_vector(words text)
returns tsvector
language sql stable
return pg_catalog.to_tsvector('storefront.shop', pg_catalog.regexp_replace(
  storefront.script_grams(storefront.plain_words(storefront.plain_measures(case when shop_vector.words ~ '[''’]' then pg_catalog.regexp_replace(shop_vector.words, '(?:n[''’]t|[''’](?:s|m|re|ve|ll|d|t))\M', '', 'gi') else shop_vector.words end))),
  '(\d)-?((?:p|pers|persons?|people|man|lm|lumens?|kg|g|oz|lbs?|l|ml|cm|mm|m|ft|w|v|mah|gb|tb|mb|mp|h|hrs?|pcs?)\M)', '\1 \2', 'gi'
));
comment on function storefront.shop_vector(text) is 
  'Returns the stems of a text, without endings such as ''s. Separates a number from its unit, so that 2p and 2 p are equal.';

create function storefront.is_grammar(stem text)
returns boolean
language sql immutable
return is_grammar.stem = any (
  '{a,an,the,and,or,but,of,for,to,in,on,at,by,with,from,as,into,is,are,was,were,be,been,am,i,me,my,we,our,you,your,he,she,it,its,they,them,their,this,that,these,those,there,here,do,doe,did,can,could,will,would,shall,should,may,might,must,have,has,had,what,which,who,whom,whose,how,when,where,whi,if,then,so,than,too,veri,just,also,pleas,thank,hi,hello,hey,want,need,look,show,find,get,give,sell,someth,anyth,some,ani,like}'::text[]
);
comment on function storefront.is_grammar(text) is
  'Returns whether a stem is a function word, such as the. The search uses these words only if a query has no others.';

create function storefront.is_common(stem text)
returns boolean
language sql immutable
return is_common.stem = any (
  '{about,abov,after,again,all,befor,below,between,both,come,down,dure,each,few,go,here,made,make,more,most,much,mani,never,no,none,noth,now,off,onc,onli,other,out,over,own,same,such,take,through,under,until,up,use,while,without,not,work}'::text[]
);
comment on function storefront.is_common(text) is 'Returns whether a stem is too common to be a misspelling or the beginning of another word.';

create function storefront.begins_compounds(stem text)
returns boolean
language sql immutable
return begins_compounds.stem = any (
  '{air,arm,back,ball,basket,bath,bed,black,board,book,bottom,bread,candl,car,coffe,cook,cup,desk,dish,dog,door,dust,ear,egg,eye,fire,fish,flash,flat,floor,foot,glass,gold,hair,half,hand,head,heat,home,hous,ice,key,kitchen,knee,lamp,laptop,lawn,life,light,lip,moon,motor,mouth,nail,neck,night,note,over,paper,pillow,pocket,rain,rope,sand,screw,shoe,shoulder,shower,side,skate,sky,sleep,smart,snow,soft,sport,stair,steam,sun,swim,tabl,tea,tooth,top,travel,under,wall,wash,watch,water,wet,wind,wine,wood,work,wrist}'::text[]
);
comment on function storefront.begins_compounds(text) is
  'Returns whether a stem is a common first part of compounds: head in headlamp and rain in raincoat, but not ter in terrain.';

create function storefront.read_terms(query text)
returns table (asked text, place integer)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  with token as materialized (
    select coalesce(form.form, word.lexeme) as term, word.lexeme, place.place::integer as place, coalesce(form.kind, '') as kind,
      form.kind = 'number' or word.lexeme ~ '^\d+(\.\d+)?$' as is_number
    from pg_catalog.unnest(storefront.shop_vector(pg_catalog.left(read_terms.query, 500))) as word (lexeme, positions, weights)
    cross join lateral pg_catalog.unnest(word.positions) as place (place)
    left join storefront.word_forms() as form on form.word = word.lexeme
  ),
  counted as (
    select number.place, storefront.measure(number.term, unit.term) as term, array[number.place, unit.place] as places
    from token as number
    join token as unit on unit.place = number.place + 1 and unit.kind in ('unit', 'short')
    where number.is_number
    union all
    -- "sleeps 2", and "for 2" if no word follows that the number could count.
    select number.place, number.term || 'person', array[number.place, before.place]
    from token as number
    join token as before on before.place = number.place - 1
    where number.is_number and not exists (select from token as unit where unit.place = number.place + 1 and unit.kind in ('unit', 'short'))
      and (before.lexeme = 'sleep' or (before.lexeme = 'for' and not exists (select from token as after where after.place = number.place + 1)))
  ),
  said as (
    select counted.term, counted.place, false as is_grammar from counted
    union all
    select case when token.kind = 'short' then token.lexeme else token.term end, token.place, storefront.is_grammar(token.lexeme)
    from token
    where not exists (select from counted where token.place = any (counted.places))
  )
  select said.term, min(said.place)
  from said
  where not said.is_grammar or not exists (select from said as other where not other.is_grammar)
  group by said.term;
end
$$;
comment on function storefront.read_terms(text) is
  'Returns the terms to search by, with their places in the query. A number and its unit are one term: 2-person, two people, sleeps 2 and 2p are all '
  '2person.';

create function storefront.is_measure(term text)
returns boolean
language plpgsql immutable
as $$
declare
  v_unit constant text := (pg_catalog.regexp_match(is_measure.term, '^\d+(?:\.\d+)?(\D*)$'))[1];
begin
  return v_unit is not null and (v_unit = '' or exists (select from storefront.word_forms() as form where form.form = v_unit));
end
$$;
comment on function storefront.is_measure(text) is
  'Returns whether a term is a number, with or without a unit: 200 and 4person. A measure narrows the results of the other words and adds none.';

create function storefront.head_words(phrase text)
returns text
language plpgsql immutable
as $$
declare
  v_joins constant text[] := array['and', 'or', 'in', 'of', 'to', 'from', 'on', 'at', 'by', 'per', 'as', 'plus'];
  v_uses constant text[] := array['for', 'with', 'without', 'w', 'compatible', 'including', 'incl'];
  v_qualities constant text :=
    '^(?:black|white|silver|gr[ae]y|red|blue|green|yellow|orange|pink|purple|violet|brown|gold|beige|navy|teal|cream|magenta|cyan|transparent|clear|(?:multi)?colou?r|original|universal|new|refurbished)$';
  v_phrase constant text := pg_catalog.regexp_replace(pg_catalog.lower(head_words.phrase), ' [-–—] |[],;:()|"/&+>[]+', ' | ', 'g') || ' |';
  v_heads text := '';
  v_word text;
  v_last text;
  -- Whether the phrase names what the product is used with.
  v_is_use boolean := false;
begin
  foreach v_word in array pg_catalog.string_to_array(pg_catalog.replace(v_phrase, '-', ' '), ' ') loop
    if v_word ~ '[0-9|]' or v_word = any (v_joins) or v_word = any (v_uses) then
      if v_last is not null and not v_is_use then
        v_heads := v_heads || ' ' || v_last;
      end if;
      v_is_use := v_word = any (v_uses) or (v_is_use and v_word = any (v_joins));
      v_last := null;
    elsif v_word <> '' and (v_last is null or v_word !~ v_qualities) then
      v_last := v_word;
    end if;
  end loop;
  return v_heads;
end
$$;
comment on function storefront.head_words(text) is
  'Returns the head word of each noun phrase of a title or query: the last word before a preposition, a punctuation mark or a number. "Laptop bag for '
  'travel, black" has the head bag. Colors and words such as original at the end of a phrase are skipped. Phrases after for and with have no head.';

create function storefront.near_terms(brand_id text, word text)
returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_slips constant integer := case when length(near_terms.word) >= 8 then 2 else 1 end;
begin
  -- The owner of the function reads the terms of all brands.
  if near_terms.brand_id <> all (core.scope_brand_ids() || core.simulated_brand_ids() || core.analyst_brand_ids()) then
    return;
  end if;
  -- Longer words are not indexed, and levenshtein takes at most 255 characters.
  if length(near_terms.word) > 100 then
    return;
  end if;
  -- If no product has the unit of "400lumen", match the number alone. The number of a converted unit is not the one of the query.
  if near_terms.word ~ '^\d+(\.\d+)?[a-z]+$' and storefront.is_measure(near_terms.word) then
    return query
    select terms.term from storefront.terms
    where terms.brand_id = near_terms.brand_id and terms.term = pg_catalog.substring(near_terms.word, '^\d+(?:\.\d+)?')
      and near_terms.word !~ '(?:gram|ml|mm)$';
    return;
  end if;
  -- Compounds that end in the word: lamp matches headlamp. rain does not match terrain, because ter is not a word.
  -- This step precedes spelling repair, which would replace lamp by lamb.
  if near_terms.word ~ '^[[:alpha:]]{4,}$' then
    return query
    select terms.term
    from storefront.terms
    where terms.brand_id = near_terms.brand_id
      and terms.term like '%' || near_terms.word
      and terms.term ~ '^[[:alpha:]]{2}[[:alpha:]]+$'
      and length(terms.term) >= length(near_terms.word) + 3
      and exists (
        select
        from (select (ts_lexize('storefront.stem', left(terms.term, -length(near_terms.word))))[1] as stem) as head
        where storefront.begins_compounds(head.stem)
          or exists (select from storefront.terms as held where held.brand_id = near_terms.brand_id and held.term = head.stem)
      )
    order by terms.products desc, terms.term
    limit 5;
    if found then
      return;
    end if;
  end if;
  if length(near_terms.word) >= 4 then
    return query
    select terms.term
    from storefront.terms
    where terms.brand_id = near_terms.brand_id
      and terms.term operator(extensions.%) near_terms.word
      and abs(length(terms.term) - length(near_terms.word)) <= 2
      -- The first letter is rarely mistyped. Short words must agree in it, so that rain does not match train.
      and (length(near_terms.word) >= 8 or left(terms.term, 1) = left(near_terms.word, 1))
      and extensions.levenshtein_less_equal(terms.term, near_terms.word, v_slips) <= v_slips
    order by extensions.levenshtein_less_equal(terms.term, near_terms.word, 2), terms.products desc, terms.term
    limit 1;
    if found then
      return;
    end if;
  end if;
  -- The beginning of a model number, or an almost complete word: ski does not match skin.
  if near_terms.word ~ '^[[:alpha:]]{6,}$' or near_terms.word ~ '^(?=.*\d)[[:alnum:]]{4,}$' then
    return query
    select terms.term
    from storefront.terms
    where terms.brand_id = near_terms.brand_id and terms.term like near_terms.word || '%'
      and (near_terms.word ~ '\d' or length(terms.term) <= length(near_terms.word) + 3)
    order by terms.products desc, terms.term
    limit 1;
    if found then
      return;
    end if;
  end if;
  -- Two words of the catalog that are written as one.
  if near_terms.word ~ '^[[:alpha:]]{7,30}$' then
    return query
    select part.term
    from (
      select left_part.term as head, right_part.term as tail
      from pg_catalog.generate_series(3, length(near_terms.word) - 3) as cut
      join storefront.terms as left_part
        on left_part.brand_id = near_terms.brand_id and left_part.term = (pg_catalog.ts_lexize('storefront.stem', left(near_terms.word, cut)))[1]
      join storefront.terms as right_part
        on right_part.brand_id = near_terms.brand_id and right_part.term = (pg_catalog.ts_lexize('storefront.stem', substr(near_terms.word, cut + 1)))[1]
      order by left_part.products + right_part.products desc, cut
      limit 1
    ) as compound
    cross join lateral (values (compound.head), (compound.tail)) as part (term);
  end if;
end
$$;
comment on function storefront.near_terms(text, text) is
  'Returns the terms of a catalog that an unknown word may mean: the number without its unit, compounds that end in the word, the word with its '
  'spelling repaired, a word or model number that begins with it, or the two words that it consists of. Runs as its owner, because the trigram index '
  'is not used under row-level security. Returns nothing for a brand that the caller does not reach.';
revoke execute on function storefront.near_terms(text, text) from public;

grant execute on function
  storefront.is_measure(text),
  storefront.head_words(text),
  storefront.word_forms(),
  storefront.lowered(text),
  storefront.plain_words(text),
  storefront.shop_vector(text),
  storefront.is_grammar(text),
  storefront.is_common(text),
  storefront.begins_compounds(text),
  storefront.read_terms(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
-- storefront.near_terms runs as its owner, vitrine_gate.
grant execute on function storefront.begins_compounds(text), storefront.is_measure(text), storefront.word_forms() to vitrine_gate;
grant execute on function storefront.near_terms(text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
