create function storefront.query_terms(brand_id text, query text)
returns table (asked text, term text)
language sql stable
as $$
  -- A word that no product has is a slip of the pen, or the beginning of a longer one: the nearest word of the catalogue stands in for it.
  select asked.term, coalesce(known.term, near.term, longer.term, asked.term)
  from pg_catalog.unnest(
    pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('storefront.shop', pg_catalog.left(query_terms.query, 500)))
  ) as asked (term)
  left join storefront.terms as known on known.brand_id = query_terms.brand_id and known.term = asked.term
  left join lateral (
    select terms.term
    from storefront.terms
    cross join lateral (select case when pg_catalog.length(asked.term) >= 8 then 2 else 1 end as slips) as allowed
    where known.term is null
      and pg_catalog.length(asked.term) >= 4
      and terms.brand_id = query_terms.brand_id
      and terms.term operator(extensions.%) asked.term
      and pg_catalog.abs(pg_catalog.length(terms.term) - pg_catalog.length(asked.term)) <= 2
      and extensions.levenshtein_less_equal(terms.term, asked.term, allowed.slips) <= allowed.slips
    order by extensions.levenshtein_less_equal(terms.term, asked.term, 2), terms.products desc, terms.term
    limit 1
  ) as near on true
  left join lateral (
    select terms.term
    from storefront.terms
    where known.term is null and near.term is null
      and asked.term ~ '^[[:alnum:]]{3,}$'
      and terms.brand_id = query_terms.brand_id
      and terms.term like asked.term || '%'
    order by terms.products desc, terms.term
    limit 1
  ) as longer on true;
$$;
comment on function storefront.query_terms(text, text) is 'The words of a query, and each as the catalogue knows it: slips of the pen repaired, beginnings completed.';

create function storefront.rank_products(brand_id text, terms text[], query text)
returns table (product_id text, score double precision, has_all boolean)
language plpgsql stable
as $$
declare
  v_products integer;
begin
  select catalogues.products into v_products from storefront.catalogues where catalogues.brand_id = rank_products.brand_id;
  return query
  with asked as (
    select
      terms.term,
      pg_catalog.ln(1 + (v_products - terms.products + 0.5) / (terms.products + 0.5)) as rarity
    from storefront.terms
    where terms.brand_id = rank_products.brand_id and terms.term = any (rank_products.terms)
  ),
  hits as (
    select
      postings.product_id,
      sum(asked.rarity * 2.2 * postings.weight / (1.2 + postings.weight)) as score,
      count(*) = pg_catalog.cardinality(rank_products.terms) as has_all
    from asked
    join storefront.postings on postings.brand_id = rank_products.brand_id and postings.term = asked.term
    group by postings.product_id
  ),
  named as (
    select products.product_id
    from storefront.products
    where products.brand_id = rank_products.brand_id
      and (
        products.product_id = pg_catalog.btrim(rank_products.query)
        or pg_catalog.lower(products.sku) = pg_catalog.lower(pg_catalog.btrim(rank_products.query))
        or products.gtin = pg_catalog.btrim(rank_products.query)
        or pg_catalog.lower(products.mpn) = pg_catalog.lower(pg_catalog.btrim(rank_products.query))
      )
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
  'times 1.5 where every word is there.';
grant execute on function storefront.query_terms(text, text), storefront.rank_products(text, text[], text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
