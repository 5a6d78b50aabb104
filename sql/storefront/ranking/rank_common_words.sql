create function storefront.filtered_products(brand_id text, kind text, filters jsonb)
returns setof text
language plpgsql stable
as $$
begin
  -- The names of a catalog are few, and an index of the catalog has the products of each.
  if filtered_products.kind = 'brand' then
    return query
    select held.product_id
    from storefront.catalog_products as held
    where held.brand_id = filtered_products.brand_id and held.product_brand = any (array(
      select names.name from storefront.names
      where names.brand_id = filtered_products.brand_id and names.kind = 'brand'
        and storefront.passes(null, names.name, null, null, null, null, null, null, filtered_products.filters)
    ));
  else
    return query
    select held.product_id
    from storefront.catalog_products as held
    where held.brand_id = filtered_products.brand_id and held.category = any (array(
      select names.name from storefront.names
      where names.brand_id = filtered_products.brand_id and names.kind = 'category'
        and storefront.passes(null, null, names.name, null, null, null, null, null, filtered_products.filters)
    ));
  end if;
end
$$;
comment on function storefront.filtered_products(text, text, jsonb) is
  'Returns the products whose brand name, or category, passes the filter of this name.';

create function storefront.rank_common_words(
  brand_id text, terms text[], bits bigint[], rarities double precision[], are_heads boolean[], all_bits bigint, counting_bits bigint,
  keep bigint, filters jsonb, names jsonb, is_grouped boolean
)
returns table (product_id text, score double precision, has_all boolean, hits bigint, is_some_complete boolean)
language plpgsql stable
-- Filters that a search does not have are left out of its plan.
set plan_cache_mode = 'force_custom_plan'
-- Sorted lists are merged.
set enable_hashjoin = off
set enable_nestloop = off
set enable_bitmapscan = off
set enable_seqscan = off
set work_mem = '32MB'
as $$
#variable_conflict use_column
declare
  v_facts constant jsonb := rank_common_words.filters - 'brand' - 'category';
  v_brand constant jsonb := case when rank_common_words.filters ? 'brand'
    then pg_catalog.jsonb_build_object('brand', rank_common_words.filters -> 'brand') end;
  v_category constant jsonb := case when rank_common_words.filters ? 'category'
    then pg_catalog.jsonb_build_object('category', rank_common_words.filters -> 'category') end;
  v_term_1 constant text := rank_common_words.terms[1];
  v_term_2 constant text := rank_common_words.terms[2];
  v_term_3 constant text := rank_common_words.terms[3];
  v_term_4 constant text := rank_common_words.terms[4];
  v_bit_1 constant bigint := rank_common_words.bits[1];
  v_bit_2 constant bigint := rank_common_words.bits[2];
  v_bit_3 constant bigint := rank_common_words.bits[3];
  v_bit_4 constant bigint := rank_common_words.bits[4];
  v_rarity_1 constant double precision := rank_common_words.rarities[1];
  v_rarity_2 constant double precision := rank_common_words.rarities[2];
  v_rarity_3 constant double precision := rank_common_words.rarities[3];
  v_rarity_4 constant double precision := rank_common_words.rarities[4];
  v_is_head_1 constant boolean := coalesce(rank_common_words.are_heads[1], false);
  v_is_head_2 constant boolean := coalesce(rank_common_words.are_heads[2], false);
  v_is_head_3 constant boolean := coalesce(rank_common_words.are_heads[3], false);
  v_is_head_4 constant boolean := coalesce(rank_common_words.are_heads[4], false);
begin
  return query
  with scored as materialized (
    select
      found.product_id, found.group_key, found.shown_score, found.price_micros, found.is_available, found.bits = rank_common_words.all_bits as has_all,
      storefront.product_score(found.score, found.bits = rank_common_words.all_bits, found.is_accessory) as score
    from (
      select
        product_id, held.shown_score,
        case when rank_common_words.is_grouped then held.group_key end as group_key,
        case when rank_common_words.is_grouped then held.price_micros end as price_micros,
        case when rank_common_words.is_grouped then held.availability in ('in_stock', 'low_stock') end as is_available,
        coalesce(storefront.word_score(v_rarity_1, one.weight), 0) + coalesce(storefront.word_score(v_rarity_2, two.weight), 0)
          + coalesce(storefront.word_score(v_rarity_3, three.weight), 0) + coalesce(storefront.word_score(v_rarity_4, four.weight), 0) as score,
        -- The first condition of each term leaves a term that the query does not have out of the plan.
        case when v_bit_1 is not null and one.weight is not null then v_bit_1 else 0 end
          | case when v_bit_2 is not null and two.weight is not null then v_bit_2 else 0 end
          | case when v_bit_3 is not null and three.weight is not null then v_bit_3 else 0 end
          | case when v_bit_4 is not null and four.weight is not null then v_bit_4 else 0 end as bits,
        coalesce(v_is_head_1 and one.weight < 0, false) or coalesce(v_is_head_2 and two.weight < 0, false)
          or coalesce(v_is_head_3 and three.weight < 0, false) or coalesce(v_is_head_4 and four.weight < 0, false) as is_accessory
      from (
        select products.product_id, products.group_key, products.price_micros, products.currency, products.availability, products.shown_score
        from storefront.products
        where products.brand_id = rank_common_words.brand_id
        -- The planner uses the order of an index only if it is asked for.
        order by products.product_id
        offset 0
      ) as held
      left join (
        select postings.product_id, postings.weight from storefront.postings
        where postings.brand_id = rank_common_words.brand_id and postings.term = v_term_1
      ) as one using (product_id)
      left join (
        select postings.product_id, postings.weight from storefront.postings
        where postings.brand_id = rank_common_words.brand_id and postings.term = v_term_2
      ) as two using (product_id)
      left join (
        select postings.product_id, postings.weight from storefront.postings
        where postings.brand_id = rank_common_words.brand_id and postings.term = v_term_3
      ) as three using (product_id)
      left join (
        select postings.product_id, postings.weight from storefront.postings
        where postings.brand_id = rank_common_words.brand_id and postings.term = v_term_4
      ) as four using (product_id)
      -- With one term, the planner joins only the products that have it.
      where (pg_catalog.cardinality(rank_common_words.terms) <> 1 or one.weight is not null)
        and storefront.passes(
          held.product_id, null, null, null, held.price_micros, held.currency, held.availability, held.shown_score, v_facts
        )
        -- "is true" keeps each list a hash table.
        and (v_brand is null or (held.product_id in (
          select listed.id from storefront.filtered_products(rank_common_words.brand_id, 'brand', v_brand) as listed (id)
        )) is true)
        and (v_category is null or (held.product_id in (
          select listed.id from storefront.filtered_products(rank_common_words.brand_id, 'category', v_category) as listed (id)
        )) is true)
        and (rank_common_words.names = '{}' or (held.product_id in (
          select named.id from storefront.named_products(
            rank_common_words.brand_id, rank_common_words.names ->> 'brand', rank_common_words.names ->> 'category'
          ) as named (id)
        )) is true)
    ) as found
    -- Without words, every product has the same score.
    where found.bits & rank_common_words.counting_bits <> 0 or rank_common_words.terms = '{}'
  ),
  grouped as materialized (
    select scored.group_key, max(scored.score) as score from scored where rank_common_words.is_grouped group by scored.group_key
  ),
  edge as materialized (
    select grouped.score from grouped order by grouped.score desc limit 1 offset rank_common_words.keep - 1
  ),
  -- The first groups, in the order of storefront.find_products.
  kept as (
    select best.group_key
    from (
      select distinct on (scored.group_key) scored.group_key, scored.score, scored.shown_score, scored.product_id
      from scored
      where rank_common_words.is_grouped and scored.score >= coalesce((select edge.score from edge), 0)
      order by
        scored.group_key, scored.score desc, scored.is_available desc, scored.shown_score desc nulls last, scored.price_micros, scored.product_id
    ) as best
    order by best.score desc, best.shown_score desc nulls last, best.product_id
    limit rank_common_words.keep
  ),
  summed as materialized (
    select
      case when rank_common_words.is_grouped then (select count(*) from grouped) else count(*) end as hits,
      coalesce(pg_catalog.bool_or(scored.has_all), false) as is_some_complete
    from scored
  )
  (
    select scored.product_id, scored.score, scored.has_all, summed.hits, summed.is_some_complete
    from scored, summed
    where not rank_common_words.is_grouped
    order by scored.score desc, scored.shown_score desc nulls last, scored.product_id
    limit rank_common_words.keep
  )
  union all
  select scored.product_id, scored.score, scored.has_all, summed.hits, summed.is_some_complete
  from scored, summed
  where rank_common_words.is_grouped and (scored.group_key in (select kept.group_key from kept)) is true;
end
$$;
comment on function storefront.rank_common_words(text, text[], bigint[], double precision[], boolean[], bigint, bigint, bigint, jsonb, jsonb, boolean) is
  'Ranks the products of at most four terms that many products have, as storefront.rank_products: merges the sorted lists of the terms with the facts of '
  'all products, which the index catalog_products_facts_idx holds. Returns the first products, or all products of the first groups of variants. hits is '
  'the number of all products, or groups. is_some_complete is whether any of them has every word. Without terms it lists all products.';

grant execute on function
  storefront.filtered_products(text, text, jsonb),
  storefront.rank_common_words(text, text[], bigint[], double precision[], boolean[], bigint, bigint, bigint, jsonb, jsonb, boolean)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
