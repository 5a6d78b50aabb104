create function storefront.word_score(rarity double precision, weight real)
returns double precision
language sql immutable
return word_score.rarity * abs(word_score.weight) / (1.2::real + abs(word_score.weight));
comment on function storefront.word_score(double precision, real) is 'Returns the score of a product for one word, always less than the rarity of the word.';

create function storefront.product_score(score double precision, has_all boolean, is_accessory boolean)
returns double precision
language sql immutable
return product_score.score * case when product_score.has_all then 1.5::double precision else 1 end
  * case when product_score.is_accessory then 0.8::double precision else 1 end;
comment on function storefront.product_score(double precision, boolean, boolean) is
  'Returns the score of a product from the sum of its words: 1.5 times as much with every word of the query, and 0.8 times as much for an accessory, which has '
  'the head word of the query only before another word.';

create function storefront.rank_products(
  brand_id text, asked text[], terms text[], query text, keep bigint default null, filters jsonb default '{}', names jsonb default '{}',
  is_grouped boolean default false
)
returns table (product_id text, score double precision, has_all boolean, hits bigint, is_some_complete boolean)
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
  -- Groups are formed of all products.
  v_keep constant bigint := case when not rank_products.is_grouped then rank_products.keep end;
  v_is_filtered constant boolean := rank_products.filters <> '{}' or rank_products.names <> '{}';
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
  -- The facts of all products are read in a tenth of the time that it takes to look them up one by one, or to group the entries of the terms.
  if pg_catalog.cardinality(v_terms) <= 4 and v_named = '{}'
    and storefront.filters_need_facts_only(rank_products.filters)
    and (
      (v_is_filtered or rank_products.is_grouped) and v_bearers * 40 > v_products
      or pg_catalog.cardinality(v_terms) > 2 and v_bearers * 12 > v_products
    ) then
    return query
    select ranked.*
    from storefront.rank_common_words(
      rank_products.brand_id, v_terms, v_bits, v_rarities, v_are_heads, v_all_bits, v_counting_bits,
      rank_products.keep, rank_products.filters, rank_products.names, rank_products.is_grouped
    ) as ranked;
    return;
  end if;
  v_is_merged := pg_catalog.cardinality(v_terms) <= 2 and v_named = '{}';
  v_bit_1 := v_bits[1];
  v_bit_2 := v_bits[2];
  v_rarity_1 := v_rarities[1];
  v_rarity_2 := v_rarities[2];
  v_is_head_1 := v_are_heads[1];
  v_is_head_2 := v_are_heads[2];
  -- A page of products of one word, unless so many score the same that only their facts order them.
  if not v_is_filtered and v_is_merged and v_keep is not null and pg_catalog.cardinality(v_terms) = 1 then
    return query
    with scored as not materialized (
      select postings.product_id,
        storefront.product_score(storefront.word_score(v_rarity_1, postings.weight), true, v_is_head_1 and postings.weight < 0) as score
      from storefront.postings
      where postings.brand_id = rank_products.brand_id and postings.term = v_terms[1]
    ),
    page as materialized (
      select scored.product_id, scored.score from scored order by scored.score desc limit v_keep + 500
    ),
    edge as materialized (
      select page.score from page order by page.score desc limit 1 offset v_keep - 1
    )
    select page.product_id, page.score, true, v_bearers, true
    from page
    where page.score >= coalesce((select edge.score from edge), 0)
      and (v_bearers < v_keep + 500 or (select min(page.score) from page) < (select edge.score from edge));
    if found then
      return;
    end if;
    if v_bearers > 0 then
      return query
      select ranked.*
      from storefront.rank_common_words(
        rank_products.brand_id, v_terms, v_bits, v_rarities, v_are_heads, v_all_bits, v_counting_bits, v_keep, '{}', '{}', false
      ) as ranked;
      return;
    end if;
  end if;
  -- A page of products that have both words, if each of them scores more than a product with one word can.
  if not v_is_filtered and v_is_merged and v_keep is not null and v_bit_1 <> v_bit_2 and v_counting_bits in (-1, v_all_bits) then
    return query
    with both_of_them as materialized (
      select product_id,
        storefront.product_score(
          storefront.word_score(v_rarity_1, one.weight) + storefront.word_score(v_rarity_2, two.weight), true,
          (v_is_head_1 and one.weight < 0) or (v_is_head_2 and two.weight < 0)
        ) as score
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
      select both_of_them.score from both_of_them order by both_of_them.score desc limit 1 offset v_keep - 1
    )
    select both_of_them.product_id, both_of_them.score, true, v_bearers - (select count(*) from both_of_them), true
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
      -- A product whose number equals the query is first.
      select named.product_id, 1000, v_all_bits, false from pg_catalog.unnest(v_named) as named (product_id)
    ) as posting
    where not v_is_merged
    group by posting.product_id
  ),
  scored as materialized (
    select
      found.product_id,
      storefront.product_score(found.score, found.bits = v_all_bits, found.is_accessory) as score,
      found.bits = v_all_bits as has_all
    from found
    left join lateral (
      select true as is_passing
      from (
        select products.product_id, products.product_brand, products.category, products.attributes, products.price_micros, products.currency,
          products.availability, products.shown_score
        from storefront.products
        where products.brand_id = rank_products.brand_id and products.product_id = found.product_id
        offset 0
      ) as fact
      where v_is_filtered
        and (rank_products.names ->> 'brand' is null or fact.product_brand = rank_products.names ->> 'brand')
        and (rank_products.names ->> 'category' is null or fact.category = rank_products.names ->> 'category')
        and storefront.passes(
          fact.product_id, fact.product_brand, fact.category, fact.attributes, fact.price_micros, fact.currency, fact.availability, fact.shown_score,
          rank_products.filters
        )
    ) as passing on true
    where found.bits & v_counting_bits <> 0 and (not v_is_filtered or passing.is_passing)
  )
  select scored.product_id, scored.score, scored.has_all, case when not rank_products.is_grouped then (select count(*) from scored) end, (select pg_catalog.bool_or(scored.has_all) from scored)
  from scored
  where v_keep is null or scored.score >= coalesce(
    (select edge.score from scored as edge where v_keep is not null order by edge.score desc limit 1 offset v_keep - 1), 0
  );
end
$$;
comment on function storefront.rank_products(text, text[], text[], text, bigint, jsonb, jsonb, boolean) is
  'Returns every product that has a word of the query, with its BM25F score (Robertson and Zaragoza 2009) and the number of these products. '
  'docs/methods/search.md has the formula. The score is multiplied by 1.5 if the product has every word known to the catalog, and by 0.8 if its title '
  'has the head word of the query only before another word. A product that matches only measures is left out if the query has other words. asked and '
  'terms are parallel: a word of the query, and a term that it means. keep: only the first products, and possibly others. filters '
  'and names: only products that pass them. is_grouped: the first groups of variants. hits can be null then. is_some_complete: whether any of the products '
  'has every word.';
grant execute on function
  storefront.word_score(double precision, real), storefront.product_score(double precision, boolean, boolean), storefront.rank_products(text, text[], text[], text, bigint, jsonb, jsonb, boolean)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
