create function storefront.syllabic_scripts()
returns text
language sql immutable
return '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff';
comment on function storefront.syllabic_scripts() is
  'Returns the ranges of a regular expression for Thai, Lao, Burmese and Khmer, which are written without spaces between words and have about three characters in a syllable.';

create function storefront.character_scripts()
returns text
language sql immutable
return '\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9d';
comment on function storefront.character_scripts() is
  'Returns the ranges of a regular expression for Chinese, Japanese and Korean, whose words are indexed as groups of two characters.';

create function storefront.script_grams(words text)
returns text
language plpgsql immutable
as $$
begin
  if pg_catalog.octet_length(script_grams.words) = pg_catalog.length(script_grams.words)
    or script_grams.words !~ ('[' || storefront.syllabic_scripts() || storefront.character_scripts() || ']') then
    return script_grams.words;
  end if;
  return (
    select coalesce(pg_catalog.string_agg(
      case
        when not piece.is_script then piece.text
        -- The first 2,000 characters bound the size of the index. Later ones are only found as whole runs.
        when pg_catalog.length(piece.text) <= piece.size or piece.length > 2000 then ' ' || piece.text || ' '
        else ' ' || (
          select pg_catalog.string_agg(pg_catalog.substr(piece.text, place, piece.size), ' ' order by place)
          from pg_catalog.generate_series(1, pg_catalog.length(piece.text) - piece.size + 1) as place
        ) || ' '
      end, '' order by piece.number
    ), '')
    from (
      select found.number, found.parts[1] as text, found.parts[1] ~ ('^[' || storefront.syllabic_scripts() || storefront.character_scripts() || ']') as is_script,
        -- A syllable of Thai, Lao, Burmese or Khmer has about three characters.
        case when found.parts[1] ~ ('^[' || storefront.syllabic_scripts() || ']') then 3 else 2 end as size,
        sum(pg_catalog.length(found.parts[1])) over (order by found.number) as length
      from pg_catalog.regexp_matches(
        script_grams.words,
        '([' || storefront.syllabic_scripts() || ']{1,100}|[' || storefront.character_scripts() || ']{1,100}'
          || '|[^' || storefront.syllabic_scripts() || storefront.character_scripts() || ']+)', 'g'
      ) with ordinality as found (parts, number)
    ) as piece
  );
end
$$;
comment on function storefront.script_grams(text) is
  'Returns a text with its words of scripts without spaces (Chinese, Japanese, Thai, Lao, Burmese, Khmer) and of Korean as overlapping groups of two or '
  'three characters, so that a part of such a word is found. Other text is unchanged.';

create function storefront.inflections(brand_id text, word text)
returns setof text
language plpgsql stable
as $$
declare
  v_base constant text := pg_catalog.regexp_replace(inflections.word, '^ال(?=.{3})', '');
begin
  -- A part of a word without spaces that is shorter than the groups of the index.
  if inflections.word ~ ('^(?:[' || storefront.character_scripts() || ']|[' || storefront.syllabic_scripts() || ']{1,2})$') then
    return query
    select terms.term from storefront.terms
    where terms.brand_id = inflections.brand_id and terms.term like '%' || inflections.word || '%' and terms.term <> inflections.word
    order by terms.products desc, terms.term
    limit 8;
  -- Scripts with spaces other than Latin, from Greek to Georgian. English is stemmed.
  elsif inflections.word ~ '^[\u0370-\u0dff\u10a0-\u10ff]{4,}$' then
    return query
    select terms.term from storefront.terms
    where terms.brand_id = inflections.brand_id and terms.term <> inflections.word
      and (
        terms.term like pg_catalog.left(v_base, greatest(4, pg_catalog.length(v_base) - 2)) || '%'
        or terms.term like 'ال' || pg_catalog.left(v_base, greatest(4, pg_catalog.length(v_base) - 2)) || '%'
      )
      and pg_catalog.length(pg_catalog.regexp_replace(terms.term, '^ال(?=.{3})', '')) between pg_catalog.length(v_base) - 2 and pg_catalog.length(v_base) + 3
    order by terms.products desc, terms.term
    limit 8;
  end if;
end
$$;
comment on function storefront.inflections(text, text) is
  'Returns the terms of a catalog that are other forms of a word in a script with spaces other than Latin: the same beginning, with at most two letters '
  'fewer or three more, and with or without the Arabic article. For one character of Chinese, Japanese or Korean, or two of Thai, the terms that contain it. '
  'At most eight, the most frequent first.';

create function storefront.uncovered(word text, grams text[])
returns text[]
language sql immutable
return array(
  select part
  from pg_catalog.regexp_split_to_table(
    (
      select pg_catalog.string_agg(
        case when exists (
          select
          from pg_catalog.unnest(uncovered.grams) as gram
          cross join lateral pg_catalog.generate_series(greatest(1, place - pg_catalog.length(gram) + 1), place) as start
          where pg_catalog.substr(uncovered.word, start, pg_catalog.length(gram)) = gram
        ) then ' ' else pg_catalog.substr(uncovered.word, place, 1) end, '' order by place
      )
      from pg_catalog.generate_series(1, pg_catalog.length(uncovered.word)) as place
    ), ' +'
  ) as part
  where part <> ''
);
comment on function storefront.uncovered(text, text[]) is 'Returns the parts of a word that none of the groups of characters covers.';

grant execute on function
  storefront.syllabic_scripts(),
  storefront.character_scripts(),
  storefront.script_grams(text),
  storefront.uncovered(text, text[]),
  storefront.inflections(text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
