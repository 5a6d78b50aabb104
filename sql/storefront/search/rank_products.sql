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
  ),
  -- Two words that the catalog also writes as one: "flash light" matches flashlight.
  joined as materialized (
    select part.asked, part.place, compound.term
    from said as head
    join said as tail on tail.place = head.place + 1
    cross join lateral (
      select terms.term from storefront.terms
      where terms.brand_id = query_terms.brand_id and terms.term = (pg_catalog.ts_lexize('storefront.stem', head.asked || tail.asked))[1]
      limit 1
    ) as compound
    cross join lateral (values (head.asked, head.place), (tail.asked, tail.place)) as part (asked, place)
    where (head.asked || tail.asked) !~ '[^[:alpha:]]'
    union all
    select said.asked, said.place, form.term
    from said
    cross join lateral storefront.inflections(query_terms.brand_id, said.asked) as form (term)
    where pg_catalog.octet_length(said.asked) > pg_catalog.length(said.asked)
  )
  select joined.asked, joined.place, joined.term, true from joined
  union all
  select said.asked, said.place, coalesce(said.known_term, near.term, said.asked), said.known_term is not null or near.term is not null
  from said
  left join lateral pg_catalog.unnest(
    -- Repairs at most eight unknown words. Function words and common words are never misspellings of other words.
    case when said.known_term is null and said.number <= 8 and not storefront.is_grammar(said.asked) and not storefront.is_common(said.asked)
      then array(select storefront.near_terms(query_terms.brand_id, said.asked))
    end
  ) as near (term) on true
  where said.known_term is not null or not exists (select from joined where joined.asked = said.asked);
end
$$;
comment on function storefront.query_terms(text, text) is
  'Returns the terms of a query with their places and the matching terms of the catalog. Repairs spelling, completes words and finds compounds. A word '
  'has several rows if several terms match it.';

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
              -- Reads the postings of the rarer term, and looks each of their products up among those of the other.
              select
              from said as other
              cross join lateral (
                select terms.term as rarer, case when terms.term = said.term then other.term else said.term end as commoner
                from storefront.terms
                where terms.brand_id = said_terms.brand_id and terms.term in (said.term, other.term)
                order by terms.products
                limit 1
              ) as pair
              cross join lateral (
                select postings.product_id from storefront.postings
                where postings.brand_id = said_terms.brand_id and postings.term = pair.rarer
                offset 0
              ) as bearer
              cross join lateral (
                select from storefront.postings
                where postings.brand_id = said_terms.brand_id and postings.term = pair.commoner and postings.product_id = bearer.product_id
                offset 0
              ) as both_of_them
              where other.is_known and not other.is_measure
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

create function storefront.is_replaced(said jsonb, asked text)
returns boolean
language sql immutable
return not exists (
  select from pg_catalog.jsonb_array_elements(is_replaced.said) as own (words)
  where own.words ->> 0 = is_replaced.asked
    -- One character of a script without spaces is a part of its terms.
    and (own.words ->> 1 = is_replaced.asked or (pg_catalog.length(is_replaced.asked) = 1 and pg_catalog.strpos(own.words ->> 1, is_replaced.asked) > 0))
);
comment on function storefront.is_replaced(jsonb, text) is
  'Returns whether said_terms replaced a word of a query by other terms, because no product has the word.';

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
        storefront.lowered(pg_catalog.concat_ws(
          ' ', products.title, products.product_brand, products.category, storefront.attribute_text(products.attributes), products.description
        )) collate pg_catalog."und-x-icu", '[^[:alnum:]]+'
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

create function storefront.word_score(rarity double precision, weight real)
returns double precision
language sql immutable
return word_score.rarity * abs(word_score.weight) / (1.2::real + abs(word_score.weight));
comment on function storefront.word_score(double precision, real) is 'Returns the score of a product for one word, always less than the rarity of the word.';

create function storefront.rank_products(brand_id text, asked text[], terms text[], query text, keep bigint default null)
returns table (product_id text, score double precision, has_all boolean, hits bigint)
language plpgsql stable
-- Two sorted lists are merged. The planner would hash them, because it does not know that they are long.
set enable_hashjoin = off
as $$
#variable_conflict use_column
declare
  v_products integer;
  v_heads constant text[] := pg_catalog.tsvector_to_array(storefront.shop_vector(storefront.head_words(rank_products.query)));
  v_named constant text[] := array(select named.product_id from storefront.numbered_products(rank_products.brand_id, rank_products.query) as named (product_id));
  v_terms text[];
  v_bits bigint[];
  v_rarities double precision[];
  v_are_heads boolean[];
  v_bearers bigint;
  v_all_bits bigint;
  v_counting_bits bigint;
  v_is_merged boolean;
  -- The two lists that are merged. Reading an array for each product takes longer.
  v_bit_1 bigint;
  v_bit_2 bigint;
  v_rarity_1 double precision;
  v_rarity_2 double precision;
  v_is_head_1 boolean;
  v_is_head_2 boolean;
begin
  select catalogs.products into v_products from storefront.catalogs where catalogs.brand_id = rank_products.brand_id;
  select
    coalesce(pg_catalog.array_agg(said.term), '{}'), pg_catalog.array_agg(said.bit), pg_catalog.array_agg(said.rarity), pg_catalog.array_agg(said.is_head), sum(said.products),
    coalesce(pg_catalog.bit_or(said.bit), 1), coalesce(pg_catalog.bit_or(said.bit) filter (where not said.is_measure), -1)
  into v_terms, v_bits, v_rarities, v_are_heads, v_bearers, v_all_bits, v_counting_bits
  from (
    select
      terms.term, terms.products,
      -- One bit for each word of the query. A word with several terms is found if any of them is found.
      1::bigint << (pg_catalog.array_position(rank_products.asked, given.asked) % 62) as bit,
      storefront.is_measure(given.asked) as is_measure,
      given.asked = any (v_heads) as is_head,
      -- All terms of a word are as rare as the most frequent one. "harddrive" must not outweigh "hard drive".
      2.2 * pg_catalog.ln(
        1 + (v_products - max(terms.products) over word + 0.5::double precision) / (max(terms.products) over word + 0.5::double precision)
      ) as rarity
    from rows from (pg_catalog.unnest(rank_products.asked), pg_catalog.unnest(rank_products.terms)) as given (asked, term)
    join storefront.terms on terms.brand_id = rank_products.brand_id and terms.term = given.term
    window word as (partition by given.asked)
  ) as said;
  v_is_merged := pg_catalog.cardinality(v_terms) <= 2 and v_named = '{}';
  v_bit_1 := v_bits[1];
  v_bit_2 := v_bits[2];
  v_rarity_1 := v_rarities[1];
  v_rarity_2 := v_rarities[2];
  v_is_head_1 := v_are_heads[1];
  v_is_head_2 := v_are_heads[2];
  -- A page of products that have both words, if each of them scores more than a product with one word can.
  if v_is_merged and rank_products.keep is not null and v_bit_1 <> v_bit_2 and v_counting_bits in (-1, v_all_bits) then
    return query
    with both_of_them as materialized (
      select product_id,
        (storefront.word_score(v_rarity_1, one.weight) + storefront.word_score(v_rarity_2, two.weight)) * 1.5
        * case when (v_is_head_1 and one.weight < 0) or (v_is_head_2 and two.weight < 0) then 0.8 else 1 end as score
      from (
        select postings.product_id, postings.weight from storefront.postings
        where postings.brand_id = rank_products.brand_id and postings.term = v_terms[1]
      ) as one
      join (
        select postings.product_id, postings.weight from storefront.postings
        where postings.brand_id = rank_products.brand_id and postings.term = v_terms[2]
      ) as two using (product_id)
    ),
    edge as (
      select both_of_them.score from both_of_them order by both_of_them.score desc limit 1 offset rank_products.keep - 1
    )
    select both_of_them.product_id, both_of_them.score, true, v_bearers - (select count(*) from both_of_them)
    from both_of_them
    where both_of_them.score >= (select edge.score from edge where edge.score > greatest(v_rarity_1, v_rarity_2, 0));
    if found then
      return;
    end if;
  end if;
  return query
  with found as (
    select
      product_id,
      coalesce(storefront.word_score(v_rarity_1, one.weight), 0) + coalesce(storefront.word_score(v_rarity_2, two.weight), 0) as score,
      case when one.weight is null then 0 else v_bit_1 end | case when two.weight is null then 0 else v_bit_2 end as bits,
      (v_is_head_1 and one.weight < 0) is true or (v_is_head_2 and two.weight < 0) is true as is_accessory
    from (
      select postings.product_id, postings.weight from storefront.postings
      where postings.brand_id = rank_products.brand_id and postings.term = v_terms[1] and v_is_merged
    ) as one
    full join (
      select postings.product_id, postings.weight from storefront.postings
      where postings.brand_id = rank_products.brand_id and postings.term = v_terms[2] and v_is_merged
    ) as two using (product_id)
    union all
    select posting.product_id, sum(posting.score), pg_catalog.bit_or(posting.bit), pg_catalog.bool_or(posting.is_accessory)
    from (
      select
        held.product_id, storefront.word_score(said.rarity, held.weight) as score, said.bit, said.is_head and held.weight < 0 as is_accessory
      from rows from (
        pg_catalog.unnest(v_terms), pg_catalog.unnest(v_bits), pg_catalog.unnest(v_rarities), pg_catalog.unnest(v_are_heads)
      ) as said (term, bit, rarity, is_head)
      cross join lateral (
        select postings.product_id, postings.weight
        from storefront.postings
        where postings.brand_id = rank_products.brand_id and postings.term = said.term
        offset 0
      ) as held
      union all
      select named.product_id, 1000, v_all_bits, false from pg_catalog.unnest(v_named) as named (product_id)
    ) as posting
    where not v_is_merged
    group by posting.product_id
  ),
  scored as materialized (
    select
      found.product_id,
      -- A product with every word scores 1.5 times as much. A product whose number equals the query is first.
      found.score * case when found.bits = v_all_bits then 1.5 else 1 end * case when found.is_accessory then 0.8 else 1 end as score,
      found.bits = v_all_bits as has_all
    from found
    where found.bits & v_counting_bits <> 0
  )
  select scored.product_id, scored.score, scored.has_all, (select count(*) from scored)
  from scored
  where rank_products.keep is null or scored.score >= coalesce(
    (select edge.score from scored as edge where rank_products.keep is not null order by edge.score desc limit 1 offset rank_products.keep - 1), 0
  );
end
$$;
comment on function storefront.rank_products(text, text[], text[], text, bigint) is
  'Returns every product that has a word of the query, with its BM25F score (Robertson and Zaragoza 2009) and the number of these products. '
  'docs/methods/search.md has the formula. The score is multiplied by 1.5 if the product has every word known to the catalog, and by 0.8 if its title '
  'has the head word of the query only before another word. A product that matches only measures is left out if the query has other words. asked and '
  'terms are parallel: a word of the query, and a term that it means. keep: only the first products, and all others with the same score as the last.';
grant execute on function storefront.word_score(double precision, real), storefront.query_terms(text, text), storefront.said_terms(text, text), storefront.is_replaced(jsonb, text),
  storefront.spelled(text, text), storefront.rank_products(text, text[], text[], text, bigint) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
