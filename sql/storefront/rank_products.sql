create function storefront.near_term(brand_id text, word text)
returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    (
      select terms.term
      from storefront.terms
      cross join lateral (select case when length(near_term.word) >= 8 then 2 else 1 end as slips) as allowed
      where length(near_term.word) >= 4
        and terms.brand_id = near_term.brand_id
        and terms.term operator(extensions.%) near_term.word
        and abs(length(terms.term) - length(near_term.word)) <= 2
        and extensions.levenshtein_less_equal(terms.term, near_term.word, allowed.slips) <= allowed.slips
      order by extensions.levenshtein_less_equal(terms.term, near_term.word, 2), terms.products desc, terms.term
      limit 1
    ),
    (
      select terms.term
      from storefront.terms
      where near_term.word ~ '^[[:alnum:]]{3,}$'
        and terms.brand_id = near_term.brand_id
        and terms.term like near_term.word || '%'
      order by terms.products desc, terms.term
      limit 1
    )
  );
$$;
comment on function storefront.near_term(text, text) is
  'The word of a catalogue that a slip of the pen meant, or that begins so. Runs as its owner: no index of similar words works under row-level '
  'security, and what a shop sells is for everybody.';
revoke execute on function storefront.near_term(text, text) from public;

create function storefront.query_terms(brand_id text, query text)
returns table (asked text, term text)
language sql stable
as $$
  -- limit keeps the planner to the index, whatever it believes of a catalogue that has just come in.
  select
    asked.term,
    coalesce(
      known.term,
      -- Whoever slips more often than that is not looking for anything.
      case when known.term is null and pg_catalog.row_number() over (partition by known.term is null order by asked.term) <= 8
        then storefront.near_term(query_terms.brand_id, asked.term)
      end,
      asked.term
    )
  from pg_catalog.unnest(
    pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('storefront.shop', pg_catalog.left(query_terms.query, 500)))
  ) as asked (term)
  left join lateral (
    select terms.term from storefront.terms where terms.brand_id = query_terms.brand_id and terms.term = asked.term limit 1
  ) as known on true;
$$;
comment on function storefront.query_terms(text, text) is 'The words of a query, and each as the catalogue knows it: slips of the pen repaired, beginnings completed.';

create function storefront.rank_products(brand_id text, terms text[], query text)
returns table (product_id text, score double precision, has_all boolean)
language plpgsql stable
as $$
declare
  v_products integer;
  v_number constant text := pg_catalog.btrim(rank_products.query);
begin
  select catalogues.products into v_products from storefront.catalogues where catalogues.brand_id = rank_products.brand_id;
  return query
  with asked as (
    select
      terms.term,
      2.2 * pg_catalog.ln(1 + (v_products - terms.products + 0.5::double precision) / (terms.products + 0.5::double precision)) as rarity
    from storefront.terms
    where terms.brand_id = rank_products.brand_id and terms.term = any (rank_products.terms)
  ),
  hits as (
    select
      found.product_id,
      sum(asked.rarity * found.weight / (1.2::real + found.weight)) as score,
      count(*) = (select count(*) from asked) as has_all
    from asked
    cross join lateral (
      select postings.product_id, postings.weight
      from storefront.postings
      where postings.brand_id = rank_products.brand_id and postings.term = asked.term
      offset 0
    ) as found
    group by found.product_id
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
    -- Half as much again for having every word; a number that names one product comes first.
    coalesce(hits.score * case when hits.has_all then 1.5 else 1 end, 0) + case when named.product_id is null then 0 else 1000 end,
    coalesce(hits.has_all, true)
  from hits
  full join named using (product_id);
end
$$;
comment on function storefront.rank_products(text, text[], text) is
  'Every product that has a word of the query, with its BM25F score (Robertson and Zaragoza 2009): fields weighted and added up before saturation, '
  'times 1.5 where every word is there that the catalogue knows.';
grant execute on function storefront.near_term(text, text), storefront.query_terms(text, text), storefront.rank_products(text, text[], text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
