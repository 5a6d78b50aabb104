create function storefront.product_terms(title text, product_brand text, mpn text, sku text, description text, attributes jsonb)
returns tsvector
language sql stable
return
  pg_catalog.setweight(pg_catalog.to_tsvector('storefront.shop', coalesce(product_terms.title, '')), 'A')
  || pg_catalog.setweight(
    pg_catalog.to_tsvector('storefront.shop', pg_catalog.concat_ws(' ', product_terms.product_brand, product_terms.mpn, product_terms.sku)), 'B'
  )
  || pg_catalog.setweight(pg_catalog.to_tsvector('storefront.shop', pg_catalog.left(coalesce(product_terms.description, ''), 20000)), 'C')
  || pg_catalog.setweight(pg_catalog.to_tsvector('storefront.shop', pg_catalog.left(coalesce(
    (
      select pg_catalog.string_agg(said.text, ' ')
      from pg_catalog.jsonb_each(product_terms.attributes) as attribute
      cross join lateral (
        select pg_catalog.string_agg(value #>> '{}', ' ') as text
        from pg_catalog.jsonb_path_query(attribute.value, 'lax $[*]') as value
        where value #>> '{}' not in ('true', 'false')
      ) as said
    ), ''
  ), 20000)), 'D');
comment on function storefront.product_terms(text, text, text, text, text, jsonb) is 'The words of a product, with the field that each stands in.';

create function storefront.index_products(brand_id text, product_ids text[])
returns void
language plpgsql volatile
as $$
begin
  create temporary table term_changes on commit drop as
  select postings.term, -count(*)::integer as products
  from storefront.postings
  where postings.brand_id = index_products.brand_id and postings.product_id = any (index_products.product_ids)
  group by postings.term;
  delete from storefront.postings
  where postings.brand_id = index_products.brand_id and postings.product_id = any (index_products.product_ids);

  -- Averages of the whole; a little drift of older postings changes no order that anybody sees.
  insert into storefront.catalogues (brand_id, products, title_length, name_length, description_length, attributes_length)
  select
    index_products.brand_id, count(*),
    greatest(1, pg_catalog.avg(lengths.title)), greatest(1, pg_catalog.avg(lengths.name)),
    greatest(1, pg_catalog.avg(lengths.description)), greatest(1, pg_catalog.avg(lengths.attributes))
  from storefront.products
  cross join lateral storefront.field_lengths(products.terms) as lengths
  where products.brand_id = index_products.brand_id
  on conflict on constraint catalogues_pkey do update
  set
    products = excluded.products, title_length = excluded.title_length, name_length = excluded.name_length,
    description_length = excluded.description_length, attributes_length = excluded.attributes_length, updated_at = excluded.updated_at;

  insert into storefront.postings (brand_id, term, product_id, weight)
  select
    products.brand_id, word.lexeme, products.product_id,
    3 * uses.title / (0.25 + 0.75 * lengths.title / catalogues.title_length)
    + 1.5 * uses.name / (0.25 + 0.75 * lengths.name / catalogues.name_length)
    + uses.description / (0.25 + 0.75 * lengths.description / catalogues.description_length)
    + 0.5 * uses.attributes / (0.25 + 0.75 * lengths.attributes / catalogues.attributes_length)
  from storefront.products
  join storefront.catalogues on catalogues.brand_id = products.brand_id
  cross join lateral storefront.field_lengths(products.terms) as lengths
  cross join lateral pg_catalog.unnest(products.terms) as word (lexeme, positions, weights)
  cross join lateral (
    select
      count(*) filter (where weight = 'A') as title, count(*) filter (where weight = 'B') as name,
      count(*) filter (where weight = 'C') as description, count(*) filter (where weight = 'D') as attributes
    from pg_catalog.unnest(word.weights) as weight
  ) as uses
  where products.brand_id = index_products.brand_id
    and products.product_id = any (index_products.product_ids)
    -- No word of a shop is this long.
    and pg_catalog.length(word.lexeme) <= 100;

  insert into pg_temp.term_changes (term, products)
  select postings.term, count(*)
  from storefront.postings
  where postings.brand_id = index_products.brand_id and postings.product_id = any (index_products.product_ids)
  group by postings.term;
  insert into storefront.terms as held (brand_id, term, products)
  select index_products.brand_id, term_changes.term, sum(term_changes.products)
  from pg_temp.term_changes
  group by term_changes.term
  having sum(term_changes.products) <> 0
  on conflict on constraint terms_pkey do update set products = held.products + excluded.products;
  delete from storefront.terms where terms.brand_id = index_products.brand_id and terms.products <= 0;
  drop table pg_temp.term_changes;
end
$$;
comment on function storefront.index_products(text, text[]) is
  'Makes these products findable by what they say now, and by nothing that they said before.';

create function storefront.field_lengths(terms tsvector)
returns table (title double precision, name double precision, description double precision, attributes double precision)
language sql immutable
as $$
  select
    count(*) filter (where weight = 'A'), count(*) filter (where weight = 'B'),
    count(*) filter (where weight = 'C'), count(*) filter (where weight = 'D')
  from pg_catalog.unnest(field_lengths.terms) as word (lexeme, positions, weights)
  cross join lateral pg_catalog.unnest(word.weights) as weight;
$$;
comment on function storefront.field_lengths(tsvector) is 'How many words each field of a product has.';

grant execute on function
  storefront.product_terms(text, text, text, text, text, jsonb),
  storefront.index_products(text, text[]),
  storefront.field_lengths(tsvector)
to vitrine_worker;
