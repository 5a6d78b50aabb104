create function storefront.score_reviews(brand_id text, product_ids text[])
returns void
language sql volatile
as $$
  update storefront.catalog_products as products
  set review_score = said.score, review_count = said.count
  from (
    select touched.product_id, pg_catalog.round(pg_catalog.avg(reviews.rating), 2) as score, count(reviews.rating) as count
    from pg_catalog.unnest(score_reviews.product_ids) as touched (product_id)
    left join storefront.reviews on reviews.brand_id = score_reviews.brand_id and reviews.product_id = touched.product_id
    group by touched.product_id
  ) as said
  where products.brand_id = score_reviews.brand_id and products.product_id = said.product_id;
$$;
comment on function storefront.score_reviews(text, text[]) is 'Recalculates the mean rating and the number of reviews of these products of the catalog.';

create function storefront.reviewable_products(brand_id text)
returns table (product_id text, sku text, gtin text, mpn text)
language sql stable
as $$
  select held.product_id, held.sku, held.gtin, held.mpn
  from storefront.catalog_products as held
  where held.brand_id = reviewable_products.brand_id
  union all
  select hidden.product_id, hidden.product ->> 'sku', hidden.product ->> 'gtin', hidden.product ->> 'mpn'
  from storefront.hidden_products as hidden
  where hidden.brand_id = reviewable_products.brand_id and hidden.product is not null;
$$;
comment on function storefront.reviewable_products(text) is
  'The identifiers of the products that reviews can be about: those of the catalog, and hidden ones that a restore would show.';

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
    from storefront.reviewable_products(commit_review_import.brand_id) as products
    where given.product_id in (products.product_id, products.sku, products.gtin, products.mpn)
    order by products.product_id <> given.product_id, products.product_id
    limit 1
  ) as matched on true
  where reviews.reason is null
  order by given.id, reviews.line desc;
  -- No foreign key guards against a product that an import withdraws. Matched before, so that others wait for the writes only.
  perform storefront.lock_catalog(commit_review_import.brand_id);
  update pg_temp.said
  set matched_id = null
  where not exists (
    select from storefront.reviewable_products(commit_review_import.brand_id) as products where products.product_id = said.matched_id
  );
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
  perform storefront.score_reviews(commit_review_import.brand_id, v_products);
  select count(*) into v_accepted from pg_temp.said where said.matched_id is not null;
  drop table pg_temp.said;
  return analytics.record_import(
    commit_review_import.brand_id, 'reviews', commit_review_import.dialect, commit_review_import.file_name, commit_review_import.rows_read,
    v_accepted, null, null
  );
end
$$;
comment on function storefront.commit_review_import(text, text, text, bigint) is
  'Imports the temporary table reviews. A review with the same id replaces the earlier one. Rejects reviews of unknown products. Hidden products keep theirs.';

grant execute on function
  storefront.score_reviews(text, text[]),
  storefront.reviewable_products(text),
  storefront.open_review_import(),
  storefront.commit_review_import(text, text, text, bigint)
to vitrine_worker;
