create function storefront.word_counts(words tsvector)
returns smallint
language sql immutable
return coalesce((select sum(pg_catalog.cardinality(word.positions)) from pg_catalog.unnest(word_counts.words) as word (lexeme, positions, weights)), 0);
comment on function storefront.word_counts(tsvector) is 'How many words a text has, repeated ones each time.';

create function storefront.attribute_text(attributes jsonb)
returns text
language sql immutable
return (
  select pg_catalog.string_agg(value #>> '{}', ' ')
  from pg_catalog.jsonb_path_query(attribute_text.attributes, 'lax $.*[*]') as value
  where value #>> '{}' not in ('true', 'false')
);
comment on function storefront.attribute_text(jsonb) is 'What attributes say, without their names and without yes and no.';

create function storefront.word_products()
returns void
language sql volatile
as $$
  create temporary table worded on commit drop as
  select
    offered.id as product_id,
    pg_catalog.to_tsvector('storefront.shop', coalesce(offered.title, '')) as title,
    pg_catalog.to_tsvector('storefront.shop', pg_catalog.concat_ws(' ', offered.brand, offered.mpn, offered.sku)) as name,
    pg_catalog.to_tsvector('storefront.shop', pg_catalog.left(coalesce(offered.description, ''), 20000)) as description,
    pg_catalog.to_tsvector(
      'storefront.shop', pg_catalog.left(pg_catalog.concat_ws(' ', offered.category, storefront.attribute_text(offered.attributes)), 20000)
    ) as attributes
  from pg_temp.offered;
$$;
comment on function storefront.word_products() is 'The words of the products of the temporary table offered, field by field, as the temporary table worded.';

create function storefront.forget_words(brand_id text, product_ids text[])
returns void
language plpgsql volatile
as $$
begin
  update storefront.terms as held
  set products = held.products - gone.products
  from (
    select postings.term, count(*) as products
    from storefront.postings
    where postings.brand_id = forget_words.brand_id and postings.product_id = any (forget_words.product_ids)
    group by postings.term
  ) as gone
  where held.brand_id = forget_words.brand_id and held.term = gone.term;
  delete from storefront.postings
  where postings.brand_id = forget_words.brand_id and postings.product_id = any (forget_words.product_ids);
end
$$;
comment on function storefront.forget_words(text, text[]) is 'Takes products out of everything that leads to them.';

create function storefront.index_products(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- Averages of the whole; a little drift of older postings changes no order that anybody sees.
  insert into storefront.catalogues (brand_id, products, title_length, name_length, description_length, attributes_length)
  select
    index_products.brand_id, count(*),
    greatest(1, pg_catalog.avg(products.title_length)), greatest(1, pg_catalog.avg(products.name_length)),
    greatest(1, pg_catalog.avg(products.description_length)), greatest(1, pg_catalog.avg(products.attributes_length))
  from storefront.products
  where products.brand_id = index_products.brand_id
  on conflict on constraint catalogues_pkey do update
  set
    products = excluded.products, title_length = excluded.title_length, name_length = excluded.name_length,
    description_length = excluded.description_length, attributes_length = excluded.attributes_length, updated_at = excluded.updated_at;

  create temporary table weighted on commit drop as
  select
    word.lexeme as term, worded.product_id,
    sum(field.weight * pg_catalog.cardinality(word.positions) / (0.25 + 0.75 * field.length / field.length_on_average))::real as weight
  from pg_temp.worded
  join storefront.products on products.brand_id = index_products.brand_id and products.product_id = worded.product_id
  join storefront.catalogues on catalogues.brand_id = index_products.brand_id
  cross join lateral (
    values
      (worded.title, 3.0, products.title_length, catalogues.title_length),
      (worded.name, 1.5, products.name_length, catalogues.name_length),
      (worded.description, 1.0, products.description_length, catalogues.description_length),
      (worded.attributes, 0.5, products.attributes_length, catalogues.attributes_length)
  ) as field (words, weight, length, length_on_average)
  cross join lateral pg_catalog.unnest(field.words) as word (lexeme, positions, weights)
  -- No word of a shop is this long.
  where pg_catalog.length(word.lexeme) <= 100
  group by word.lexeme, worded.product_id;

  insert into storefront.postings (brand_id, term, product_id, weight)
  select index_products.brand_id, weighted.term, weighted.product_id, weighted.weight
  from pg_temp.weighted
  order by weighted.term, weighted.product_id;
  insert into storefront.terms as held (brand_id, term, products)
  select index_products.brand_id, weighted.term, count(*) from pg_temp.weighted group by weighted.term
  on conflict on constraint terms_pkey do update set products = held.products + excluded.products;
  delete from storefront.terms where terms.brand_id = index_products.brand_id and terms.products <= 0;
  drop table pg_temp.weighted;

  delete from storefront.names where names.brand_id = index_products.brand_id;
  insert into storefront.names (brand_id, kind, name, words, products, currency, middle_price_micros)
  select distinct on (named.kind, named.name)
    index_products.brand_id, named.kind, named.name, storefront.name_words(named.name), sum(named.products) over (partition by named.kind, named.name),
    named.currency, named.middle_price_micros
  from (
    select
      kind.kind, kind.name, products.currency, count(*) as products,
      pg_catalog.percentile_disc(0.5) within group (order by products.price_micros) as middle_price_micros
    from storefront.products
    cross join lateral (values ('brand', products.product_brand), ('category', products.category)) as kind (kind, name)
    where products.brand_id = index_products.brand_id and kind.name is not null
    group by kind.kind, kind.name, products.currency
  ) as named
  order by named.kind, named.name, named.products desc, named.currency;
end
$$;
comment on function storefront.index_products(text) is
  'Makes the products of the temporary table worded findable by what they say now; forget_words first what they said before.';

create function storefront.refresh_statistics()
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  analyze storefront.products, storefront.postings, storefront.terms, storefront.names;
end
$$;
comment on function storefront.refresh_statistics() is 'Tells the planner of a catalogue that has come in, before anybody searches it.';
revoke execute on function storefront.refresh_statistics() from public;

create function storefront.name_words(name text)
returns text
language sql stable
return pg_catalog.array_to_string(
  pg_catalog.tsvector_to_array(pg_catalog.to_tsvector('storefront.shop', pg_catalog.regexp_replace(name_words.name, '^.* > ', ''))), ' '
);
comment on function storefront.name_words(text) is 'The words of a brand, or of the last part of a category, as a query would have them.';

grant execute on function
  storefront.word_counts(tsvector),
  storefront.attribute_text(jsonb),
  storefront.word_products(),
  storefront.forget_words(text, text[]),
  storefront.index_products(text),
  storefront.refresh_statistics()
to vitrine_worker;
grant execute on function storefront.name_words(text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
