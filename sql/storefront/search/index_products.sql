create function storefront.word_counts(words tsvector)
returns smallint
language sql immutable
return coalesce((select sum(pg_catalog.cardinality(word.positions)) from pg_catalog.unnest(word_counts.words) as word (lexeme, positions, weights)), 0);
comment on function storefront.word_counts(tsvector) is 'Returns the number of words in a text, including repetitions.';

create function storefront.attribute_text(attributes jsonb)
returns text
language sql immutable
return (
  select pg_catalog.string_agg(value #>> '{}', ' ')
  from pg_catalog.jsonb_path_query(attribute_text.attributes, 'lax $.*[*]') as value
  where value #>> '{}' not in ('true', 'false')
);
comment on function storefront.attribute_text(jsonb) is 'Returns the attribute values as text, without attribute names, true and false.';

create function storefront.kind_text(category text, attributes jsonb)
returns text
language sql immutable
return pg_catalog.concat_ws(
  ' ', pg_catalog.regexp_replace(kind_text.category, '^.*[>/] *', ''),
  case when pg_catalog.jsonb_typeof(kind_text.attributes -> 'product_type') = 'string'
    then pg_catalog.regexp_replace(kind_text.attributes ->> 'product_type', '^.*[>/] *', '')
  end
);
comment on function storefront.kind_text(text, jsonb) is 'Returns the kind of a product: the last part of its category and of its product type.';

create function storefront.word_products()
returns void
language sql volatile
as $$
  create temporary table worded on commit drop as
  select
    offered.id as product_id,
    storefront.shop_vector(coalesce(offered.title, '')) as title,
    storefront.shop_vector(pg_catalog.concat_ws(' ', offered.brand, offered.mpn, offered.sku)) as name,
    storefront.shop_vector(pg_catalog.left(coalesce(offered.description, ''), 20000)) as description,
    storefront.shop_vector(
      pg_catalog.left(pg_catalog.concat_ws(' ', offered.category, storefront.attribute_text(offered.attributes)), 20000)
    ) as attributes,
    storefront.shop_vector(storefront.kind_text(offered.category, offered.attributes)) as kind
  from pg_temp.offered;
$$;
comment on function storefront.word_products() is
  'Creates the temporary table worded, with the words of each field of the products in the temporary table offered.';

create function storefront.count_words()
returns void
language sql volatile
as $$
  create temporary table counted on commit drop as
  with said as materialized (
    select worded.product_id, field.name as field, word.lexeme, word.positions, form.form, form.kind
    from pg_temp.worded
    cross join lateral (
      values ('title', worded.title), ('name', worded.name), ('description', worded.description), ('attributes', worded.attributes), ('kind', worded.kind)
    ) as field (name, words)
    cross join lateral pg_catalog.unnest(field.words) as word (lexeme, positions, weights)
    left join storefront.word_forms() as form on form.word = word.lexeme
    -- Longer words are not indexed.
    where pg_catalog.length(word.lexeme) <= 100
  ),
  number as (
    select said.product_id, said.field, coalesce(said.form, said.lexeme) as term, place
    from said
    cross join lateral pg_catalog.unnest(said.positions) as place
    where said.kind = 'number' or (said.lexeme collate "C" < ':' and said.lexeme ~ '^\d+(\.\d+)?$')
  ),
  neighbor as (
    select distinct on (said.product_id, said.field, beside.place) said.product_id, said.field, beside.unit, beside.place
    from said
    cross join lateral pg_catalog.unnest(said.positions) as position (place)
    cross join lateral (
      select position.place - 1 as place, said.form as unit, 1 as choice where said.kind in ('unit', 'short')
      union all
      select position.place + 1, 'person', 2 where said.lexeme in ('sleep', 'for')
    ) as beside
    where said.kind in ('unit', 'short') or said.lexeme in ('sleep', 'for')
    order by said.product_id, said.field, beside.place, beside.choice
  )
  select said.product_id, said.field, case when said.kind = 'short' then said.lexeme else coalesce(said.form, said.lexeme) end as term,
    pg_catalog.cardinality(said.positions)::bigint as times
  from said
  where said.lexeme <> 'sleep'
  union all
  -- The verb in "sleeps 4" belongs to the number, so such a tent does not match "sleeping bag".
  select said.product_id, said.field, said.lexeme, count(*)
  from said
  cross join lateral pg_catalog.unnest(said.positions) as position (place)
  where said.lexeme = 'sleep' and not exists (
    select from number where number.product_id = said.product_id and number.field = said.field and number.place = position.place + 1
  )
  group by said.product_id, said.field, said.lexeme
  union all
  select number.product_id, number.field, number.term || neighbor.unit, count(*)
  from number
  join neighbor using (product_id, field, place)
  group by number.product_id, number.field, number.term || neighbor.unit;
$$;
comment on function storefront.count_words() is
  'Creates the temporary table counted, with the frequency of each term in each field of the temporary table worded. A number and its unit are one '
  'more term, as in read_terms: two people, sleeps 2 and for two are 2person.';

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
comment on function storefront.forget_words(text, text[]) is 'Removes products from the search index.';

create function storefront.index_products(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- Averages of the whole catalog. Older postings keep earlier averages, because the difference hardly affects the order.
  insert into storefront.catalogs (brand_id, products, currencies, has_groups, title_length, name_length, description_length, attributes_length)
  select
    index_products.brand_id, count(*),
    array(
      select priced.currency from storefront.products as priced where priced.brand_id = index_products.brand_id
      group by priced.currency order by count(*) desc, priced.currency
    ),
    coalesce(pg_catalog.bool_or(products.item_group_id is not null), false),
    greatest(1, pg_catalog.avg(products.title_length)), greatest(1, pg_catalog.avg(products.name_length)),
    greatest(1, pg_catalog.avg(products.description_length)), greatest(1, pg_catalog.avg(products.attributes_length))
  from storefront.products
  where products.brand_id = index_products.brand_id
  on conflict on constraint catalogs_pkey do update
  set
    products = excluded.products, currencies = excluded.currencies, has_groups = excluded.has_groups, title_length = excluded.title_length, name_length = excluded.name_length,
    description_length = excluded.description_length, attributes_length = excluded.attributes_length, updated_at = excluded.updated_at;

  perform storefront.count_words();
  create temporary table weighted on commit drop as
  select
    counted.term, counted.product_id,
    sum(field.weight * counted.times / (0.25 + 0.75 * field.length / field.length_on_average))::real as weight
  from pg_temp.counted
  join storefront.products on products.brand_id = index_products.brand_id and products.product_id = counted.product_id
  join storefront.catalogs on catalogs.brand_id = index_products.brand_id
  join lateral (
    values
      ('title', 3.0, products.title_length, catalogs.title_length),
      ('name', 1.5, products.name_length, catalogs.name_length),
      ('description', 1.0, products.description_length, catalogs.description_length),
      ('attributes', 0.5, products.attributes_length, catalogs.attributes_length),
      -- Raises products whose kind is the searched word: a laptop ranks above a bag for laptops.
      ('kind', 1.5, 1, 1)
  ) as field (name, weight, length, length_on_average) on field.name = counted.field
  group by counted.term, counted.product_id;

  insert into storefront.postings (brand_id, term, product_id, weight)
  select index_products.brand_id, weighted.term, weighted.product_id, weighted.weight
  from pg_temp.weighted
  order by weighted.term, weighted.product_id;
  insert into storefront.terms as held (brand_id, term, products)
  select index_products.brand_id, weighted.term, count(*) from pg_temp.weighted group by weighted.term
  on conflict on constraint terms_pkey do update set products = held.products + excluded.products;
  delete from storefront.terms where terms.brand_id = index_products.brand_id and terms.products <= 0;
  drop table pg_temp.weighted;
  drop table pg_temp.counted;

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
  'Adds the products of the temporary table worded to the search index, and recalculates names and averages. Call forget_words first to remove their '
  'earlier entries.';

create function storefront.refresh_statistics()
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  analyze storefront.catalog_products, storefront.postings, storefront.terms, storefront.names;
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
  storefront.word_counts(tsvector),
  storefront.kind_text(text, jsonb),
  storefront.word_products(),
  storefront.count_words(),
  storefront.forget_words(text, text[]),
  storefront.index_products(text),
  storefront.refresh_statistics()
to vitrine_worker;
grant execute on function storefront.name_words(text), storefront.attribute_text(jsonb) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
