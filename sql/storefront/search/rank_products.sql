create function storefront.near_terms(brand_id text, word text)
returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_slips constant integer := case when length(near_terms.word) >= 8 then 2 else 1 end;
begin
  -- If no product has the unit of "400lumen", match the number alone.
  if near_terms.word ~ '^\d+(\.\d+)?[a-z]+$' then
    return query
    select terms.term from storefront.terms
    where terms.brand_id = near_terms.brand_id and terms.term = pg_catalog.substring(near_terms.word, '^\d+(?:\.\d+)?');
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
  'is not used under row-level security. Catalogs are public.';
revoke execute on function storefront.near_terms(text, text) from public;

create function storefront.query_terms(brand_id text, query text)
returns table (asked text, place integer, term text, is_known boolean)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  -- limit makes the planner use the index, even if its statistics are outdated after an import.
  with said as materialized (
    select asked.asked, asked.place, known.term as known_term,
      pg_catalog.row_number() over (partition by known.term is null order by asked.place, asked.asked) as number
    from storefront.read_terms(query_terms.query) as asked
    left join lateral (
      select terms.term from storefront.terms where terms.brand_id = query_terms.brand_id and terms.term = asked.asked limit 1
    ) as known on true
  )
  select said.asked, said.place, coalesce(said.known_term, near.term, said.asked), said.known_term is not null or near.term is not null
  from said
  left join lateral pg_catalog.unnest(
    -- Repairs at most eight unknown words. Function words and common words are never misspellings of other words.
    case when said.known_term is null and said.number <= 8 and not storefront.is_grammar(said.asked) and not storefront.is_common(said.asked)
      then array(select storefront.near_terms(query_terms.brand_id, said.asked))
    end
  ) as near (term) on true;
end
$$;
comment on function storefront.query_terms(text, text) is
  'Returns the terms of a query with their places and the matching terms of the catalog. Repairs spelling, completes words and finds compounds.';

create function storefront.said_terms(brand_id text, query text)
returns jsonb
language plpgsql stable
as $$
begin
  return (
    with said as materialized (
      select term.*, term.is_known and storefront.is_measure(term.asked) as is_measure
      from storefront.query_terms(said_terms.brand_id, said_terms.query) as term
    )
    select coalesce(
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_array(
          said.asked, said.term,
          said.is_known and (
            not said.is_measure
            or not exists (select from said as other where other.is_known and not other.is_measure)
            or exists (
              select
              from storefront.postings as measured
              join storefront.postings as worded on worded.brand_id = measured.brand_id and worded.product_id = measured.product_id
              join said as other on other.term = worded.term and other.is_known and not other.is_measure
              where measured.brand_id = said_terms.brand_id and measured.term = said.term
            )
          )
        )
        order by said.place, said.asked, said.term
      ), '[]'
    )
    from said
  );
end
$$;
comment on function storefront.said_terms(text, text) is
  'Returns the terms of a query as rows of asked, term and is_known, so that one response looks them up only once. A measure that no product has '
  'together with another word of the query is not known: "sleeping bag for 4 people" finds no tents.';

create function storefront.spelled(brand_id text, term text)
returns text
language plpgsql stable
as $$
begin
  return coalesce(
    (
      select word.text
      from (
        select postings.product_id from storefront.postings where postings.brand_id = spelled.brand_id and postings.term = spelled.term limit 1
      ) as bearer
      join storefront.products on products.brand_id = spelled.brand_id and products.product_id = bearer.product_id
      cross join lateral pg_catalog.regexp_split_to_table(
        pg_catalog.lower(pg_catalog.concat_ws(
          ' ', products.title, products.product_brand, products.category, storefront.attribute_text(products.attributes), products.description
        )), '[^[:alnum:]]+'
      ) with ordinality as word (text, place)
      where pg_catalog.left(word.text, 2) = pg_catalog.left(spelled.term, 2)
        and spelled.term = any (pg_catalog.tsvector_to_array(storefront.shop_vector(word.text)))
      order by word.place
      limit 1
    ), spelled.term
  );
end
$$;
comment on function storefront.spelled(text, text) is
  'Returns a term of the catalog as one of its products spells it: battery for the stem batteri. Returns the term itself if that product does not '
  'contain it as one word.';

create function storefront.rank_products(brand_id text, asked text[], terms text[], query text)
returns table (product_id text, score double precision, has_all boolean)
language plpgsql stable
as $$
declare
  v_products integer;
  v_number constant text := pg_catalog.btrim(rank_products.query);
begin
  select catalogs.products into v_products from storefront.catalogs where catalogs.brand_id = rank_products.brand_id;
  return query
  with said as materialized (
    select
      terms.term,
      -- One bit for each word of the query. A word with several terms is found if any of them is found.
      1::bigint << (pg_catalog.array_position(rank_products.asked, given.asked) % 62) as bit,
      storefront.is_measure(given.asked) as is_measure,
      2.2 * pg_catalog.ln(1 + (v_products - terms.products + 0.5::double precision) / (terms.products + 0.5::double precision)) as rarity
    from rows from (pg_catalog.unnest(rank_products.asked), pg_catalog.unnest(rank_products.terms)) as given (asked, term)
    join storefront.terms on terms.brand_id = rank_products.brand_id and terms.term = given.term
  ),
  hits as (
    select
      found.product_id,
      sum(said.rarity * found.weight / (1.2::real + found.weight)) as score,
      pg_catalog.bit_or(said.bit) = (select pg_catalog.bit_or(said.bit) from said) as has_all
    from said
    cross join lateral (
      select postings.product_id, postings.weight
      from storefront.postings
      where postings.brand_id = rank_products.brand_id and postings.term = said.term
      offset 0
    ) as found
    group by found.product_id
    having not pg_catalog.bool_and(said.is_measure) or (select pg_catalog.bool_and(said.is_measure) from said)
  ),
  named as (
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id and products.product_id = v_number
    union
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id and products.sku_key = pg_catalog.lower(v_number)
    union
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id and products.gtin = v_number
    union
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id and products.mpn_key = pg_catalog.lower(v_number)
  )
  select
    coalesce(hits.product_id, named.product_id),
    -- A product with every word scores 1.5 times as much. A product whose number equals the query is first.
    coalesce(hits.score * case when hits.has_all then 1.5 else 1 end, 0) + case when named.product_id is null then 0 else 1000 end,
    coalesce(hits.has_all, true)
  from hits
  full join named using (product_id);
end
$$;
comment on function storefront.rank_products(text, text[], text[], text) is
  'Returns every product that has a word of the query, with its BM25F score (Robertson and Zaragoza 2009): fields are weighted and added before '
  'saturation. The score is multiplied by 1.5 if the product has every word known to the catalog. A product that matches only measures is left out '
  'if the query has other words. asked and terms are parallel: a word of the query, and a term that it means.';
grant execute on function storefront.near_terms(text, text), storefront.query_terms(text, text), storefront.said_terms(text, text), storefront.spelled(text, text),
  storefront.rank_products(text, text[], text[], text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
