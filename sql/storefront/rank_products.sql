create function storefront.query_terms(brand_id text, query text)
returns text[]
language plpgsql stable
as $$
declare
  v_terms text[];
begin
  v_terms := pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('storefront.shop', pg_catalog.left(query_terms.query, 500)));
  -- A word that no product has is a slip of the pen: the nearest word of the catalogue stands in for it.
  return array(
    select coalesce(
      case when known.term is null and pg_catalog.length(asked.term) >= 4 then (
        select near.term
        from storefront.terms as near
        where near.brand_id = query_terms.brand_id
          and near.term operator(extensions.%) asked.term
          and pg_catalog.abs(pg_catalog.length(near.term) - pg_catalog.length(asked.term)) <= 2
          and extensions.levenshtein_less_equal(
            near.term, asked.term, case when pg_catalog.length(asked.term) >= 8 then 2 else 1 end
          ) <= case when pg_catalog.length(asked.term) >= 8 then 2 else 1 end
        order by extensions.levenshtein_less_equal(near.term, asked.term, 2), near.products desc, near.term
        limit 1
      ) end,
      asked.term
    )
    from pg_catalog.unnest(v_terms) as asked (term)
    left join storefront.terms as known on known.brand_id = query_terms.brand_id and known.term = asked.term
  );
end
$$;
comment on function storefront.query_terms(text, text) is 'The words of a query as the catalogue knows them, slips of the pen repaired.';

create function storefront.rank_products(brand_id text, query text)
returns table (product_id text, score double precision, has_all boolean)
language plpgsql stable
as $$
declare
  v_terms constant text[] := storefront.query_terms(rank_products.brand_id, rank_products.query);
  v_products integer;
begin
  select catalogues.products into v_products from storefront.catalogues where catalogues.brand_id = rank_products.brand_id;
  return query
  with asked as (
    select
      terms.term,
      pg_catalog.ln(1 + (v_products - terms.products + 0.5) / (terms.products + 0.5)) as rarity
    from storefront.terms
    where terms.brand_id = rank_products.brand_id and terms.term = any (v_terms)
  ),
  hits as (
    select
      postings.product_id,
      sum(asked.rarity * 2.2 * postings.weight / (1.2 + postings.weight)) as score,
      count(*) = pg_catalog.cardinality(v_terms) as has_all
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
comment on function storefront.rank_products(text, text) is
  'Every product that has a word of the query, with its BM25F score (Robertson and Zaragoza 2009): fields weighted and added up before saturation, '
  'times 1.5 where every word is there.';
grant execute on function storefront.query_terms(text, text), storefront.rank_products(text, text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
