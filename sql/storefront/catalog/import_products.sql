create function storefront.open_product_import()
returns void
language plpgsql volatile
as $$
begin
  create temporary table products (line bigint not null, product jsonb, reason jsonb) on commit drop;
  call platform.keep_plain('pg_temp.products', 'product');
end
$$;
comment on function storefront.open_product_import() is
  'Creates the temporary table for the rows of a product import. A row contains a product as an object, or the reason for its rejection.';

create function storefront.commit_product_import(
  brand_id text, dialect text, file_name text, rows_read bigint, replaces boolean default false, warnings jsonb default '[]',
  source_id text default null, only_groups text[] default null, stated_fields text[] default null
)
returns json
language plpgsql volatile
-- Sorts the offered products and the search index in memory.
set work_mem = '64MB'
as $$
declare
  v_accepted bigint;
  v_accepted_ids text[];
  v_changed text[];
  v_gone text[] := array[]::text[];
  v_handles text[] := array[]::text[];
  v_gtins text[] := array[]::text[];
  v_emptied jsonb;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('storefront.import/' || commit_product_import.brand_id, 0));
  create temporary table rejections on commit drop as
  select products.line, products.reason from pg_temp.products where products.reason is not null;
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
  with removed as (
    delete from pg_temp.offered
    where not exists (select from core.currencies where currencies.currency = offered.currency)
    returning offered.line, offered.currency
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('currency_is_unknown', pg_catalog.jsonb_build_object('currency', removed.currency)) from removed;
  delete from pg_temp.offered where offered.number > 1;
  select count(*), coalesce(pg_catalog.array_agg(offered.id), '{}') into v_accepted, v_accepted_ids from pg_temp.offered;
  -- Only of the columns that are compared. To sample long texts and documents takes several times longer.
  analyze pg_temp.offered (id, content_hash, line);
  -- The import states the current stock, so quantities of earlier orders are no longer subtracted. This also applies if the number is unchanged.
  delete from storefront.ordered_stock as taken
  using pg_temp.offered
  where taken.brand_id = commit_product_import.brand_id and taken.product_id = offered.id;

  -- Unchanged products are removed from the temporary table below, because most products of a feed are unchanged.
  if commit_product_import.replaces and (v_accepted > 0 or commit_product_import.source_id is not null) then
    select coalesce(pg_catalog.array_agg(held.product_id), '{}') into v_gone
    from storefront.catalog_products as held
    where held.brand_id = commit_product_import.brand_id
      and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id)
      and (commit_product_import.only_groups is null or held.group_key = any (commit_product_import.only_groups))
      and not exists (select from pg_temp.offered where offered.id = held.product_id);
    v_handles := array(
      select distinct judged.handle
      from pg_catalog.unnest(v_gone) as gone (product_id)
      join storefront.feed_judgments as judged on judged.brand_id = commit_product_import.brand_id and judged.product_id = gone.product_id
    );
    v_gtins := array(
      select distinct held.gtin
      from storefront.catalog_products as held
      where held.brand_id = commit_product_import.brand_id and held.product_id = any (v_gone) and held.gtin is not null
    );
    perform storefront.emit_product_deletions(commit_product_import.brand_id, v_gone);
    perform storefront.forget_words(commit_product_import.brand_id, v_gone);
    delete from storefront.catalog_products as held where held.brand_id = commit_product_import.brand_id and held.product_id = any (v_gone);
  end if;
  delete from pg_temp.offered
  using storefront.catalog_products as held
  where held.brand_id = commit_product_import.brand_id and held.product_id = offered.id and held.content_hash = offered.content_hash
    and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id);
  select coalesce(pg_catalog.array_agg(offered.id), '{}') into v_changed from pg_temp.offered;
  v_gtins := v_gtins || array(
    select distinct held.gtin
    from pg_temp.offered
    join storefront.catalog_products as held on held.brand_id = commit_product_import.brand_id and held.product_id = offered.id
    where held.gtin is not null
  );
  if commit_product_import.stated_fields is not null then
    v_emptied := storefront.emptied_fields(commit_product_import.brand_id, v_changed, commit_product_import.stated_fields);
  end if;
  perform storefront.emit_product_events(commit_product_import.brand_id);
  perform storefront.word_products(commit_product_import.brand_id);
  insert into storefront.catalog_products as held (
    brand_id, product_id, item_group_id, title, description, link, images, regular_price_micros, sale_price_micros, sale_starts_at, sale_ends_at,
    announced_price_micros, price_changes_at, currency, availability, quantity,
    product_brand, category, gtin, mpn, sku, mpn_key, sku_key, condition, attributes, feed_fields, rating_score, rating_count, related,
    title_length, name_length, description_length, attributes_length, content_hash, source_id
  )
  select
    commit_product_import.brand_id, offered.id, offered.item_group_id, offered.title, offered.description, offered.link,
    array(select pg_catalog.jsonb_array_elements_text(offered.image_links)),
    pg_catalog.round(offered.regular_price * 1000000), pg_catalog.round(offered.sale_price * 1000000), offered.sale_starts_at, offered.sale_ends_at,
    pg_catalog.round(offered.price * 1000000), storefront.next_price_change(offered.sale_starts_at, offered.sale_ends_at), offered.currency, offered.availability, offered.quantity,
    offered.brand, offered.category, offered.gtin, offered.mpn, offered.sku,
    storefront.lowered(offered.mpn), storefront.lowered(offered.sku), offered.condition, coalesce(offered.attributes, '{}'),
    coalesce(offered.feed_fields, '{}'), nullif(offered.rating_score, 0), offered.rating_count, coalesce(offered.related, '[]'),
    coalesce(before.title_length, counted.title_length), coalesce(before.name_length, counted.name_length),
    coalesce(before.description_length, counted.description_length), coalesce(before.attributes_length, counted.attributes_length),
    offered.content_hash, commit_product_import.source_id
  from pg_temp.offered
  left join pg_temp.worded on worded.product_id = offered.id
  cross join lateral storefront.word_counts(worded.title, worded.name, worded.description, worded.attributes) as counted
  -- A product with unchanged texts keeps its numbers of words.
  left join storefront.catalog_products as before
    on worded.product_id is null and before.brand_id = commit_product_import.brand_id and before.product_id = offered.id
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
  if exists (select from storefront.catalogs where catalogs.brand_id = commit_product_import.brand_id and catalogs.index_version <> storefront.index_version()) then
    drop table pg_temp.worded;
    drop table pg_temp.offered;
    perform storefront.reindex_products(commit_product_import.brand_id);
  else
    if v_changed <> '{}' or v_gone <> '{}' then
      perform storefront.forget_words(commit_product_import.brand_id, array(select worded.product_id from pg_temp.worded));
      perform storefront.index_products(commit_product_import.brand_id);
    elsif v_accepted > 0 then
      -- An import of an identical catalog also updates its freshness.
      update storefront.catalogs set updated_at = platform.now() where catalogs.brand_id = commit_product_import.brand_id;
    end if;
    drop table pg_temp.worded;
    drop table pg_temp.offered;
  end if;
  if pg_catalog.cardinality(v_changed) >= 1000 then
    perform storefront.refresh_statistics();
  end if;
  -- After the statistics: without them, the judgment of a new catalog is planned for a few products.
  perform storefront.judge_feeds(commit_product_import.brand_id, v_changed, v_handles, v_gtins);
  if commit_product_import.source_id is not null then
    return pg_catalog.json_build_object('changed', pg_catalog.cardinality(v_changed), 'deleted', pg_catalog.cardinality(v_gone));
  end if;
  return analytics.record_import(
    commit_product_import.brand_id, 'products', commit_product_import.dialect, commit_product_import.file_name, commit_product_import.rows_read,
    v_accepted, null, null,
    case when v_emptied is null then '[]' else pg_catalog.jsonb_build_array(platform.warning('values_are_emptied', v_emptied)) end
      || commit_product_import.warnings || storefront.currency_warnings(commit_product_import.brand_id, v_accepted_ids)
      || storefront.feed_warnings(commit_product_import.brand_id, v_accepted_ids)
  );
end
$$;
comment on function storefront.commit_product_import(text, text, text, bigint, boolean, jsonb, text, text[], text[]) is
  'Imports the temporary table products and indexes it for the search in the same transaction. Unchanged products are not written. replaces: deletes '
  'products that the file does not contain, unless the file has no valid row. warnings: reports of truncated values. source_id: the connected shop that '
  'reported the products, of which only its own are deleted; nothing is recorded as an import then. only_groups: the products that were read. '
  'stated_fields: the fields with a value in a row of the file. The report names other fields whose values it empties; without them, it names none.';

create function storefront.open_review_import()
returns void
language plpgsql volatile
as $$
begin
  create temporary table reviews (line bigint not null, review jsonb, reason jsonb) on commit drop;
  call platform.keep_plain('pg_temp.reviews', 'review');
end
$$;
comment on function storefront.open_review_import() is 'Creates the temporary table for the rows of a review import.';

create function storefront.commit_review_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_accepted bigint;
  v_products text[];
begin
  create temporary table rejections on commit drop as
  select reviews.line, reviews.reason from pg_temp.reviews where reviews.reason is not null;
  create temporary table said on commit drop as
  select distinct on (given.id) given.*, reviews.line, matched.product_id as matched_id
  from pg_temp.reviews
  cross join lateral pg_catalog.jsonb_to_record(reviews.review) as given (
    id text, product_id text, author text, rating numeric, title text, body text, language text, verified_purchase boolean,
    helpful_count integer, pros jsonb, cons jsonb, incentivized boolean, source_name text, source_url text, reply text, replied_at timestamptz,
    created_at timestamptz
  )
  -- A review may identify its product by product id, SKU, GTIN or MPN.
  left join lateral (
    select products.product_id
    from storefront.products
    where products.brand_id = commit_review_import.brand_id
      and given.product_id in (products.product_id, products.sku, products.gtin, products.mpn)
    order by products.product_id <> given.product_id, products.product_id
    limit 1
  ) as matched on true
  where reviews.reason is null
  order by given.id, reviews.line desc;
  insert into pg_temp.rejections (line, reason)
  select said.line, platform.warning('review_is_of_no_product', pg_catalog.jsonb_build_object('product_id', said.product_id))
  from pg_temp.said
  where said.matched_id is null;
  select pg_catalog.array_agg(distinct held.product_id) into v_products
  from (
    select said.matched_id as product_id from pg_temp.said where said.matched_id is not null
    union all
    select reviews.product_id
    from storefront.reviews
    join pg_temp.said on said.id = reviews.review_id
    where reviews.brand_id = commit_review_import.brand_id
  ) as held;
  insert into storefront.reviews as held (brand_id, review_id, product_id, author, rating, title, body, language, verified_purchase, helpful_count,
    pros, cons, is_incentivized, source_name, source_url, reply, replied_at, created_at)
  select
    commit_review_import.brand_id, said.id, said.matched_id, said.author, said.rating, said.title, said.body, said.language,
    coalesce(said.verified_purchase, false), coalesce(said.helpful_count, 0),
    array(select pg_catalog.jsonb_array_elements_text(said.pros)),
    array(select pg_catalog.jsonb_array_elements_text(said.cons)),
    coalesce(said.incentivized, false), said.source_name, said.source_url, said.reply, said.replied_at, said.created_at
  from pg_temp.said
  where said.matched_id is not null
  on conflict on constraint reviews_pkey do update
  set
    product_id = excluded.product_id, author = excluded.author, rating = excluded.rating, title = excluded.title, body = excluded.body,
    language = excluded.language, verified_purchase = excluded.verified_purchase, helpful_count = excluded.helpful_count,
    pros = excluded.pros, cons = excluded.cons, is_incentivized = excluded.is_incentivized, source_name = excluded.source_name,
    source_url = excluded.source_url, reply = excluded.reply, replied_at = excluded.replied_at, created_at = excluded.created_at;
  update storefront.catalog_products as products
  set review_score = said.score, review_count = said.count
  from (
    select touched.product_id, pg_catalog.round(pg_catalog.avg(reviews.rating), 2) as score, count(reviews.rating) as count
    from pg_catalog.unnest(v_products) as touched (product_id)
    left join storefront.reviews on reviews.brand_id = commit_review_import.brand_id and reviews.product_id = touched.product_id
    group by touched.product_id
  ) as said
  where products.brand_id = commit_review_import.brand_id and products.product_id = said.product_id;
  select count(*) into v_accepted from pg_temp.said where said.matched_id is not null;
  drop table pg_temp.said;
  return analytics.record_import(
    commit_review_import.brand_id, 'reviews', commit_review_import.dialect, commit_review_import.file_name, commit_review_import.rows_read,
    v_accepted, null, null
  );
end
$$;
comment on function storefront.commit_review_import(text, text, text, bigint) is
  'Imports the temporary table reviews. A review with the same id replaces the earlier one. Rejects reviews of unknown products.';

grant execute on function
  storefront.open_product_import(),
  storefront.commit_product_import(text, text, text, bigint, boolean, jsonb, text, text[], text[]),
  storefront.open_review_import(),
  storefront.commit_review_import(text, text, text, bigint)
to vitrine_worker;
