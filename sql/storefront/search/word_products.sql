create function storefront.word_counts(title tsvector, name tsvector, description tsvector, attributes tsvector)
returns table (title_length smallint, name_length smallint, description_length smallint, attributes_length smallint)
language sql immutable
as $$
  select
    coalesce(sum(pg_catalog.cardinality(word.positions)) filter (where field.number = 1), 0),
    coalesce(sum(pg_catalog.cardinality(word.positions)) filter (where field.number = 2), 0),
    coalesce(sum(pg_catalog.cardinality(word.positions)) filter (where field.number = 3), 0),
    coalesce(sum(pg_catalog.cardinality(word.positions)) filter (where field.number = 4), 0)
  from (values (1, word_counts.title), (2, word_counts.name), (3, word_counts.description), (4, word_counts.attributes)) as field (number, words)
  cross join lateral pg_catalog.unnest(field.words) as word (lexeme, positions, weights);
$$;
comment on function storefront.word_counts(tsvector, tsvector, tsvector, tsvector) is
  'Returns the number of words in each field of a product, including repetitions. One function for all fields, which becomes a part of the query that calls '
  'it.';

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

create function storefront.word_products(brand_id text)
returns void
language sql volatile
as $$
  create temporary table worded on commit drop as
  select
    offered.id as product_id,
    storefront.shop_vector(texts.title) as title,
    storefront.shop_vector(texts.name) as name,
    storefront.shop_vector(texts.description) as description,
    storefront.shop_vector(texts.attributes) as attributes,
    storefront.shop_vector(texts.kind) as kind,
    pg_catalog.strip(storefront.shop_vector(texts.heads)) as head
  from pg_temp.offered
  cross join lateral (select storefront.kind_text(offered.category, offered.attributes) as text offset 0) as kind
  -- shop_vector becomes a part of this query, and would calculate its text several times.
  cross join lateral (
    select
      coalesce(offered.title, '') as title, pg_catalog.concat_ws(' ', offered.brand, offered.mpn, offered.sku) as name,
      pg_catalog.left(coalesce(offered.description, ''), 20000) as description,
      pg_catalog.left(pg_catalog.concat_ws(' ', offered.category, storefront.attribute_text(offered.attributes)), 20000) as attributes,
      kind.text as kind, pg_catalog.concat_ws(' ', storefront.head_words(offered.title), storefront.head_words(kind.text)) as heads
    offset 0
  ) as texts
  -- A feed changes prices and stock every day, and texts rarely.
  where not exists (
    select
    from storefront.catalog_products as held
    join storefront.product_terms on product_terms.brand_id = held.brand_id and product_terms.product_id = held.product_id
    where held.brand_id = word_products.brand_id and held.product_id = offered.id
      and (held.title, held.product_brand, held.mpn, held.sku, held.description, held.category, held.attributes)
        is not distinct from (offered.title, offered.brand, offered.mpn, offered.sku, offered.description, offered.category, coalesce(offered.attributes, '{}'))
  );
$$;
comment on function storefront.word_products(text) is
  'Creates the temporary table worded, with the words of each field of the products in the temporary table offered. Leaves out products that are '
  'indexed with the same texts.';

grant execute on function storefront.word_counts(tsvector, tsvector, tsvector, tsvector), storefront.word_products(text) to vitrine_worker;
grant execute on function storefront.attribute_text(jsonb), storefront.kind_text(text, jsonb) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
