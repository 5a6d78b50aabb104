create function storefront.weigh_words(brand_id text)
returns void
language sql volatile
as $$
  create temporary table weighed on commit drop as
  select worded.product_id, posting.terms, posting.weights
  from pg_temp.worded
  join storefront.catalogs on catalogs.brand_id = weigh_words.brand_id
  join storefront.catalog_products as products on products.brand_id = weigh_words.brand_id and products.product_id = worded.product_id
  -- One product at a time, because a group of its fifty words is much cheaper than one of all words of the catalog.
  cross join lateral (
    with said as materialized (
      select field.name as field, field.weight, word.lexeme, word.positions, form.form, form.kind,
        form.kind = 'number' or (word.lexeme collate "C" < ':' and word.lexeme ~ '^\d+(\.\d+)?$') as is_number
      from (
        values
          ('title', worded.title, 2::float8 / (0.25::float8 + 0.75::float8 * products.title_length / catalogs.title_length)),
          ('name', worded.name, 1 / (0.25::float8 + 0.75::float8 * products.name_length / catalogs.name_length)),
          ('description', worded.description, 1 / (0.25::float8 + 0.75::float8 * products.description_length / catalogs.description_length)),
          ('attributes', worded.attributes, 0.5::float8 / (0.25::float8 + 0.75::float8 * products.attributes_length / catalogs.attributes_length)),
          -- Raises products whose kind is the searched word: a laptop ranks above a bag for laptops.
          ('kind', worded.kind, 1.5),
          ('head', worded.head, 1)
      ) as field (name, words, weight)
      cross join lateral pg_catalog.unnest(field.words) as word (lexeme, positions, weights)
      -- Every word is above the empty text. The planner expects fewer forms with this condition, and therefore hashes the forms once instead of the
      -- words of each product.
      left join (select known.* from storefront.word_forms() as known where known.word > '') as form on form.word = word.lexeme
      -- Longer words are not indexed.
      where pg_catalog.length(word.lexeme) <= 100
    ),
    neighbor as (
      select distinct on (said.field, beside.place) said.field, beside.unit, beside.place
      from said
      cross join lateral pg_catalog.unnest(said.positions) as position (place)
      cross join lateral (
        select position.place - 1 as place, said.form as unit, 1 as choice where said.kind in ('unit', 'short')
        union all
        select position.place + 1, 'person', 2 where said.lexeme in ('sleep', 'for')
      ) as beside
      where said.kind in ('unit', 'short') or said.lexeme in ('sleep', 'for')
      order by said.field, beside.place, beside.choice
    ),
    counted as (
      select said.field, said.weight, case when said.kind = 'short' then said.lexeme else coalesce(said.form, said.lexeme) end as term,
        coalesce(pg_catalog.cardinality(said.positions), 1) as times
      from said
      where said.lexeme <> 'sleep'
      union all
      -- The verb in "sleeps 4" belongs to the number, so such a tent does not match "sleeping bag".
      select said.field, said.weight, said.lexeme, 1
      from said
      cross join lateral pg_catalog.unnest(said.positions) as position (place)
      where said.lexeme = 'sleep' and not exists (
        select from said as number where number.is_number and number.field = said.field and position.place + 1 = any (number.positions)
      )
      union all
      select number.field, number.weight, storefront.measure(coalesce(number.form, number.lexeme), neighbor.unit), 1
      from neighbor
      join said as number on number.is_number and number.field = neighbor.field and neighbor.place = any (number.positions)
    )
    select pg_catalog.array_agg(summed.term) as terms, pg_catalog.array_agg(summed.weight) as weights
    from (
      select
        counted.term,
        (
          sum(counted.weight * counted.times)
          -- The sign states that the title or kind has the word only before another one: laptop in "laptop bag".
          * case when pg_catalog.bool_or(counted.field in ('title', 'kind')) and not pg_catalog.bool_or(counted.field = 'head') and counted.term !~ '[0-9]'
            then -1 else 1 end
        )::real as weight
      from counted
      group by counted.term
    ) as summed
  ) as posting
  where posting.terms is not null;
$$;
comment on function storefront.weigh_words(text) is
  'Creates the temporary table weighed, with the terms of each product of the temporary table worded and their weights. A number and its unit are one '
  'more term, as in read_terms: two people, sleeps 2 and for two are 2person.';

create function storefront.forget_words(brand_id text, product_ids text[])
returns void
language sql volatile
as $$
  with gone as (
    delete from storefront.product_terms as held
    where held.brand_id = forget_words.brand_id and held.product_id = any (forget_words.product_ids)
    returning held.product_id, held.terms
  ),
  posting as materialized (
    select gone.product_id, pg_catalog.unnest(gone.terms) as term from gone
  ),
  removed as (
    delete from storefront.postings as held
    using posting
    where held.brand_id = forget_words.brand_id and held.term = posting.term and held.product_id = posting.product_id
  )
  update storefront.terms as held
  set products = held.products - counted.products
  from (select posting.term, count(*) as products from posting group by posting.term) as counted
  where held.brand_id = forget_words.brand_id and held.term = counted.term;
$$;
comment on function storefront.forget_words(text, text[]) is 'Removes products from the search index.';

create function storefront.index_version()
returns smallint
language sql immutable
return 3;
comment on function storefront.index_version() is
  'Returns the version of the weights of the search index. An import indexes all products of a catalog with an earlier version. Increase it with each '
  'change of the words or weights.';

create function storefront.index_products(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- Averages of the whole catalog. Older postings keep earlier averages, because the difference hardly affects the order.
  insert into storefront.catalogs (brand_id, products, currencies, has_groups, title_length, name_length, description_length, attributes_length, index_version)
  select
    index_products.brand_id, count(*),
    array(
      select priced.currency from storefront.products as priced where priced.brand_id = index_products.brand_id
      group by priced.currency order by count(*) desc, priced.currency
    ),
    coalesce(pg_catalog.bool_or(products.item_group_id is not null), false),
    greatest(1, pg_catalog.avg(products.title_length)), greatest(1, pg_catalog.avg(products.name_length)),
    greatest(1, pg_catalog.avg(products.description_length)), greatest(1, pg_catalog.avg(products.attributes_length)),
    storefront.index_version()
  from storefront.products
  where products.brand_id = index_products.brand_id
  on conflict on constraint catalogs_pkey do update
  set
    products = excluded.products, currencies = excluded.currencies, has_groups = excluded.has_groups, title_length = excluded.title_length, name_length = excluded.name_length,
    description_length = excluded.description_length, attributes_length = excluded.attributes_length, index_version = excluded.index_version;

  perform storefront.weigh_words(index_products.brand_id);
  insert into storefront.product_terms (brand_id, product_id, terms)
  select index_products.brand_id, weighed.product_id, weighed.terms from pg_temp.weighed;
  -- The primary key is filled from left to right, which is several times faster than in any order.
  insert into storefront.postings (brand_id, term, product_id, weight)
  select index_products.brand_id, posting.term, posting.product_id, posting.weight
  from (select pg_catalog.unnest(weighed.terms) as term, weighed.product_id, pg_catalog.unnest(weighed.weights) as weight from pg_temp.weighed) as posting
  order by posting.term, posting.product_id;
  insert into storefront.terms as held (brand_id, term, products)
  select index_products.brand_id, posting.term, count(*)
  from (select pg_catalog.unnest(weighed.terms) as term from pg_temp.weighed) as posting
  group by posting.term
  order by posting.term
  on conflict on constraint terms_pkey do update set products = held.products + excluded.products;
  delete from storefront.terms where terms.brand_id = index_products.brand_id and terms.products <= 0;
  drop table pg_temp.weighed;

  delete from storefront.names where names.brand_id = index_products.brand_id;
  insert into storefront.names (brand_id, kind, name, words, products, currency, compared_products, middle_price_micros)
  select distinct on (priced.kind, priced.name)
    index_products.brand_id, priced.kind, priced.name, storefront.name_words(priced.name),
    sum(priced.products) over (partition by priced.kind, priced.name), priced.currency, priced.compared_products, priced.middle_price_micros
  from storefront.middle_prices(index_products.brand_id) as priced
  order by priced.kind, priced.name, priced.compared_products desc, priced.currency;
end
$$;
comment on function storefront.index_products(text) is
  'Adds the products of the temporary table worded to the search index, and recalculates names and averages. Call forget_words first to remove their '
  'earlier entries.';

create function storefront.reindex_products(brand_id text)
returns void
language plpgsql volatile
-- Sorts the index in memory.
set work_mem = '64MB'
as $$
begin
  create temporary table offered on commit drop as
  select products.product_id as id, products.title, products.product_brand as brand, products.mpn, products.sku, products.description, products.category,
    products.attributes
  from storefront.catalog_products as products
  where products.brand_id = reindex_products.brand_id;
  -- 0.2.0 wrote these keys in the lower case of the locale.
  update storefront.catalog_products as held
  set sku_key = storefront.lowered(held.sku), mpn_key = storefront.lowered(held.mpn)
  where held.brand_id = reindex_products.brand_id
    and (held.sku_key, held.mpn_key) is distinct from (storefront.lowered(held.sku), storefront.lowered(held.mpn));
  delete from storefront.postings where postings.brand_id = reindex_products.brand_id;
  delete from storefront.product_terms where product_terms.brand_id = reindex_products.brand_id;
  perform storefront.word_products(reindex_products.brand_id);
  delete from storefront.terms where terms.brand_id = reindex_products.brand_id;
  perform storefront.index_products(reindex_products.brand_id);
  drop table pg_temp.worded;
  drop table pg_temp.offered;
end
$$;
comment on function storefront.reindex_products(text) is 'Rebuilds the search index of a catalog from its products.';

create function storefront.refresh_statistics()
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Not of texts and documents, which no plan depends on. To sample them takes several times longer.
  analyze
    storefront.catalog_products (
      brand_id, product_id, item_group_id, group_key, product_brand, category, sku_key, mpn_key, gtin, currency, availability, regular_price_micros,
      sale_price_micros, price_changes_at, shown_score, source_id
    ),
    storefront.postings, storefront.product_terms (brand_id, product_id), storefront.terms, storefront.names, storefront.feed_judgments;
end
$$;
comment on function storefront.refresh_statistics() is 'Updates the planner statistics after the import of a large catalog.';
revoke execute on function storefront.refresh_statistics() from public;

create function storefront.name_words(name text)
returns text
language sql stable
return (
  select coalesce(pg_catalog.string_agg(said.stem, ' ') filter (where not storefront.is_grammar(said.stem)), pg_catalog.string_agg(said.stem, ' '), '')
  from pg_catalog.unnest(pg_catalog.tsvector_to_array(storefront.shop_vector(pg_catalog.regexp_replace(name_words.name, '^.* > ', '')))) as said (stem)
);
comment on function storefront.name_words(text) is
  'Returns the stems of a brand, or of the last part of a category, in the form in which a query names it.';

grant execute on function
  storefront.weigh_words(text),
  storefront.forget_words(text, text[]),
  storefront.index_products(text),
  storefront.reindex_products(text),
  storefront.index_version(),
  storefront.refresh_statistics()
to vitrine_worker;
grant execute on function storefront.name_words(text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
