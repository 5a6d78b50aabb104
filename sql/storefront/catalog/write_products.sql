create function storefront.offer_products()
returns void
language sql volatile
as $$
  create temporary table offered on commit drop as
  select
    given.id, given.item_group_id, given.title, given.description, given.link, given.image_links,
    priced.regular_price,
    -- A sale price that equals the regular price is not a reduction.
    case when priced.sale_price < priced.regular_price then priced.sale_price end as sale_price,
    case when priced.sale_price < priced.regular_price then given.sale_starts_at end as sale_starts_at,
    case when priced.sale_price < priced.regular_price then given.sale_ends_at end as sale_ends_at,
    case when priced.sale_price < priced.regular_price and storefront.is_within(given.sale_starts_at, given.sale_ends_at)
      then priced.sale_price else priced.regular_price
    end as price,
    given.currency, given.availability, given.quantity, given.brand, given.category,
    given.gtin, given.mpn, given.sku, given.condition,
    given.attributes, given.feed_fields, given.rating_score, given.rating_count, given.related,
    pg_catalog.md5(products.product::text) as content_hash, products.line,
    pg_catalog.row_number() over (partition by given.id order by products.line desc) as number
  from pg_temp.products
  cross join lateral pg_catalog.jsonb_to_record(products.product) as given (
    id text, item_group_id text, title text, description text, link text, image_links jsonb, price numeric, list_price numeric,
    sale_price numeric, sale_starts_at timestamptz, sale_ends_at timestamptz, currency text,
    availability text, quantity integer, brand text, category text, gtin text, mpn text, sku text, condition text, attributes jsonb,
    feed_fields jsonb, rating_score numeric, rating_count integer, related jsonb
  )
  left join core.currencies on currencies.currency = given.currency
  -- A list price together with a lower price is a sale without stated dates.
  cross join lateral (
    select
      pg_catalog.round(coalesce(given.list_price, given.price), currencies.exponent) as regular_price,
      pg_catalog.round(case when given.list_price is not null then given.price else given.sale_price end, currencies.exponent) as sale_price
  ) as priced
  where products.reason is null;
$$;
comment on function storefront.offer_products() is
  'Creates the temporary table offered, with what the valid rows of the temporary table products state. number is 1 for the last row of a product.';

create function storefront.write_offered(brand_id text, source_id text, gone text[])
returns integer
language plpgsql volatile
as $$
declare
  v_changed text[];
  v_handles constant text[] := array(
    select distinct judged.handle
    from storefront.feed_judgments as judged
    where judged.brand_id = write_offered.brand_id and judged.product_id = any (write_offered.gone)
  );
  v_gtins text[] := array(
    select distinct held.gtin
    from storefront.catalog_products as held
    where held.brand_id = write_offered.brand_id and held.product_id = any (write_offered.gone) and held.gtin is not null
  );
begin
  if write_offered.gone <> '{}' then
    perform storefront.emit_product_deletions(write_offered.brand_id, write_offered.gone);
    perform storefront.forget_words(write_offered.brand_id, write_offered.gone);
    delete from storefront.catalog_products as held where held.brand_id = write_offered.brand_id and held.product_id = any (write_offered.gone);
  end if;
  select coalesce(pg_catalog.array_agg(offered.id), '{}') into v_changed from pg_temp.offered;
  v_gtins := v_gtins || array(
    select distinct held.gtin
    from pg_temp.offered
    join storefront.catalog_products as held on held.brand_id = write_offered.brand_id and held.product_id = offered.id
    where held.gtin is not null
  );
  perform storefront.emit_product_events(write_offered.brand_id);
  perform storefront.word_products(write_offered.brand_id);
  insert into storefront.catalog_products as held (
    brand_id, product_id, item_group_id, title, description, link, images, regular_price_micros, sale_price_micros, sale_starts_at, sale_ends_at,
    announced_price_micros, price_changes_at, currency, availability, quantity,
    product_brand, category, gtin, mpn, sku, mpn_key, sku_key, condition, attributes, feed_fields, rating_score, rating_count, related,
    title_length, name_length, description_length, attributes_length, content_hash, source_id
  )
  select
    write_offered.brand_id, offered.id, offered.item_group_id, offered.title, offered.description, offered.link,
    array(select pg_catalog.jsonb_array_elements_text(offered.image_links)),
    pg_catalog.round(offered.regular_price * 1000000), pg_catalog.round(offered.sale_price * 1000000), offered.sale_starts_at, offered.sale_ends_at,
    pg_catalog.round(offered.price * 1000000), storefront.next_price_change(offered.sale_starts_at, offered.sale_ends_at), offered.currency, offered.availability, offered.quantity,
    offered.brand, offered.category, offered.gtin, offered.mpn, offered.sku,
    storefront.lowered(offered.mpn), storefront.lowered(offered.sku), offered.condition, coalesce(offered.attributes, '{}'),
    coalesce(offered.feed_fields, '{}'), nullif(offered.rating_score, 0), offered.rating_count, coalesce(offered.related, '[]'),
    coalesce(before.title_length, counted.title_length), coalesce(before.name_length, counted.name_length),
    coalesce(before.description_length, counted.description_length), coalesce(before.attributes_length, counted.attributes_length),
    offered.content_hash, write_offered.source_id
  from pg_temp.offered
  left join pg_temp.worded on worded.product_id = offered.id
  cross join lateral storefront.word_counts(worded.title, worded.name, worded.description, worded.attributes) as counted
  -- A product with unchanged texts keeps its numbers of words.
  left join storefront.catalog_products as before
    on worded.product_id is null and before.brand_id = write_offered.brand_id and before.product_id = offered.id
  on conflict on constraint catalog_products_pkey do update
  set
    item_group_id = excluded.item_group_id, title = excluded.title, description = excluded.description, link = excluded.link,
    images = excluded.images, regular_price_micros = excluded.regular_price_micros, sale_price_micros = excluded.sale_price_micros,
    sale_starts_at = excluded.sale_starts_at, sale_ends_at = excluded.sale_ends_at, announced_price_micros = excluded.announced_price_micros,
    price_changes_at = excluded.price_changes_at,
    currency = excluded.currency, availability = excluded.availability, quantity = excluded.quantity, product_brand = excluded.product_brand,
    category = excluded.category, gtin = excluded.gtin, mpn = excluded.mpn, sku = excluded.sku, mpn_key = excluded.mpn_key, sku_key = excluded.sku_key, condition = excluded.condition,
    attributes = excluded.attributes, feed_fields = excluded.feed_fields, rating_score = excluded.rating_score, rating_count = excluded.rating_count, related = excluded.related,
    title_length = excluded.title_length, name_length = excluded.name_length, description_length = excluded.description_length,
    attributes_length = excluded.attributes_length, content_hash = excluded.content_hash, source_id = excluded.source_id,
    updated_at = excluded.updated_at;
  if exists (select from storefront.catalogs where catalogs.brand_id = write_offered.brand_id and catalogs.index_version <> storefront.index_version()) then
    drop table pg_temp.worded, pg_temp.offered;
    perform storefront.reindex_products(write_offered.brand_id);
  else
    if v_changed <> '{}' or write_offered.gone <> '{}' then
      perform storefront.forget_words(write_offered.brand_id, array(select worded.product_id from pg_temp.worded));
      perform storefront.index_products(write_offered.brand_id);
    end if;
    drop table pg_temp.worded, pg_temp.offered;
  end if;
  if pg_catalog.cardinality(v_changed) >= 1000 then
    perform storefront.refresh_statistics();
  end if;
  -- After the statistics: without them, the judgment of a new catalog is planned for a few products.
  perform storefront.judge_feeds(write_offered.brand_id, v_changed, v_handles, v_gtins);
  return pg_catalog.cardinality(v_changed);
end
$$;
comment on function storefront.write_offered(text, text, text[]) is
  'Writes the products of the temporary table offered into the catalog, and removes the products gone from it: events, search index, averages and judgments '
  'of feeds. Drops the table. source_id: the connected shop that reported them. Returns the number of written products. Call storefront.lock_catalog first.';

grant execute on function storefront.offer_products(), storefront.write_offered(text, text, text[]) to vitrine_worker;
