create function storefront.without_closing_marks(words text)
returns text
language plpgsql immutable
as $$
begin
  if without_closing_marks.words !~ '["“„][^"“”„]*\d\s?["“”]' then
    return without_closing_marks.words;
  end if;
  return pg_catalog.regexp_replace(
    without_closing_marks.words,
    -- A mark opens a quotation at the beginning of a word. If a mark after a letter closes it, those after numbers within it are inches.
    '(?<![^\s([/-])(["“„](?=\S)[^"“”„]*\d)\s?["“”](?!(?:[^"“”„]*\d\s?["”])*[^"“”„]*[^\s\d"“”„]["”])', '\1 ', 'g'
  );
end
$$;
comment on function storefront.without_closing_marks(text) is
  'Returns a text without the marks that close a quotation after a number: "model 4" has no inches. In "27" monitor", the last mark closes the quotation.';

create function storefront.plain_measures(words text)
returns text
language plpgsql immutable
as $$
begin
  if plain_measures.words !~* '\d(?:,\d|\s?["″”]|''''|k|in\M)|(?:^|\s)\.\d' then
    return plain_measures.words;
  end if;
  return pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.regexp_replace(
    storefront.without_closing_marks(plain_measures.words),
    -- 1,000 is one number. 0,500 is not.
    '(?<=\d)(?<!\m0),(?=\d{3}(?!\d))', '', 'g'),
    '(\d),(?=\d{1,2}[\s-]*(?:kg|kilos?|kilograms?|g|grams?|oz|lbs?|l|lit(?:er|re)s?|ml|cm|mm|m|met(?:er|re)s?|ft|w|watts?|v|inch(?:es)?|["″”])(?![[:alnum:]]))', '\1.', 'gi'),
    '(\d)(?:["″”]|\s["″”](?![^\s,.;:!?)/-])|''''|in\M)', '\1 inch ', 'gi'),
    '\m(\d+)\.(\d)k(?=[\s-]*(?:lm|lumens?|mah|pieces?|pcs?|hours?)\M)', '\1\200', 'gi'),
    '\m(\d+)k(?=[\s-]*(?:lm|lumens?|mah|pieces?|pcs?|hours?)\M)', '\1000', 'gi'),
    '(?<!\S)\.(?=\d)', '0.', 'g');
end
$$;
comment on function storefront.plain_measures(text) is
  'Returns a text with the numbers of its measures in one spelling: 1,000 and 1k lumens as 1000, 0,5 l as 0.5 l, and 15" and 15in as 15 inch. 4K without '
  'a unit is a name, and a mark that closes a quotation is no unit.';

create function storefront.measure(number text, unit text)
returns text
language sql immutable
return pg_catalog.trim_scale(measure.number::numeric * case measure.unit when 'kg' then 1000 when 'liter' then 1000 when 'meter' then 1000 when 'cm' then 10 else 1 end)::text
  || case measure.unit when 'kg' then 'gram' when 'liter' then 'ml' when 'meter' then 'mm' when 'cm' then 'mm' else measure.unit end;
comment on function storefront.measure(text, text) is
  'Returns the term of a number and a unit of storefront.word_forms. Metric masses, volumes and lengths are in g, ml and mm, so that 0.5 l and 500 ml are one '
  'term. Other units are kept as written, because 24 inches are not exactly 61 cm.';

grant execute on function
  storefront.without_closing_marks(text),
  storefront.plain_measures(text),
  storefront.measure(text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
