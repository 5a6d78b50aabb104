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

create function storefront.shop_vector(words text)
returns tsvector
language sql stable
return pg_catalog.to_tsvector('storefront.shop', pg_catalog.regexp_replace(
  case when shop_vector.words ~ '[''’]' then pg_catalog.regexp_replace(shop_vector.words, '(?:n[''’]t|[''’](?:s|m|re|ve|ll|d|t))\M', '', 'gi') else shop_vector.words end,
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
    select number.place, number.term || unit.term as term, array[number.place, unit.place] as places
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
language sql immutable
return exists (
  select
  from pg_catalog.regexp_matches(is_measure.term, '^\d+(?:\.\d+)?(\D*)$') as found (parts)
  where found.parts[1] = '' or exists (select from storefront.word_forms() as form where form.form = found.parts[1])
);
comment on function storefront.is_measure(text) is
  'Returns whether a term is a number, with or without a unit: 200 and 4person. A measure narrows the results of the other words and adds none.';

grant execute on function
  storefront.is_measure(text),
  storefront.word_forms(),
  storefront.shop_vector(text),
  storefront.is_grammar(text),
  storefront.is_common(text),
  storefront.begins_compounds(text),
  storefront.read_terms(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
-- storefront.near_terms runs as its owner, vitrine_gate.
grant execute on function storefront.begins_compounds(text) to vitrine_gate;
