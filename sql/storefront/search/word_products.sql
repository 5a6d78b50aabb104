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

create function storefront.word_products(brand_id text)
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
    storefront.shop_vector(kind.text) as kind,
    pg_catalog.strip(storefront.shop_vector(pg_catalog.concat_ws(' ', storefront.head_words(offered.title), storefront.head_words(kind.text)))) as head
  from pg_temp.offered
  cross join lateral (select storefront.kind_text(offered.category, offered.attributes) as text offset 0) as kind
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

grant execute on function storefront.word_counts(tsvector), storefront.word_products(text) to vitrine_worker;
grant execute on function storefront.attribute_text(jsonb), storefront.kind_text(text, jsonb) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
