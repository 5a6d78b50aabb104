create function storefront.products(brand_id text, "limit" integer default 20, page integer default 1, category text default null, in_stock boolean default null)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(products.brand_id);
  v_products json;
  v_total bigint;
begin
  with kept as (
    select held.product_id
    from storefront.products as held
    where held.brand_id = v_brand_id
      and storefront.meets(held, pg_catalog.jsonb_build_object('category', products.category, 'in_stock', products.in_stock))
  ),
  page as (
    select kept.product_id from kept order by kept.product_id limit products."limit" offset (products.page - 1) * products."limit"::bigint
  )
  select
    (select count(*) from kept),
    (
      select pg_catalog.json_agg(cards.card order by cards.product_id)
      from storefront.cards(v_brand_id, array(select page.product_id from page)) as cards
    )
  into v_total, v_products;
  return pg_catalog.json_build_object(
    'products', coalesce(v_products, '[]'), 'meta', storefront.page_meta(v_brand_id, v_total, products.page),
    'degradation', storefront.degradation(v_brand_id)
  );
end
$$;
comment on function storefront.products(text, integer, integer, text, boolean) is 'GET /products: the catalogue by id, page by page.';

create function storefront.require_product(brand_id text, product_id text, field text default 'product_id')
returns storefront.products
language plpgsql stable
as $$
declare
  v_product storefront.products;
begin
  select held.* into v_product
  from storefront.products as held
  where held.brand_id = require_product.brand_id and held.product_id = require_product.product_id;
  if not found then
    perform platform.fail('NTFND', 'no_such_product', require_product.field, pg_catalog.jsonb_build_object('product_id', require_product.product_id));
  end if;
  return v_product;
end
$$;
comment on function storefront.require_product(text, text, text) is 'The product, or NTFND naming the parameter.';

create function storefront.product(brand_id text, product_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(product.brand_id);
  v_product constant storefront.products := storefront.require_product(v_brand_id, product.product_id);
begin
  return (
    select (
      cards.card
      || pg_catalog.jsonb_build_object(
        'description', coalesce(storefront.plain(v_product.description), ''),
        'brand', storefront.plain(v_product.product_brand),
        'category', storefront.plain(v_product.category),
        'gtin', v_product.gtin,
        'mpn', v_product.mpn,
        'sku', v_product.sku,
        'condition', v_product.condition,
        'list_price', cards.card -> 'list_price',
        'sale_ends_at', case when v_product.list_price_micros is not null then platform.utc(v_product.sale_ends_at) end,
        'variants', coalesce(
          (
            select pg_catalog.jsonb_agg(others.product_id order by others.product_id)
            from storefront.products as others
            where others.brand_id = v_brand_id and others.item_group_id = v_product.item_group_id and others.product_id <> v_product.product_id
          ), '[]'
        ),
        'updated_at', platform.utc(v_product.updated_at),
        'degradation', storefront.degradation(v_brand_id)
      )
    )::json
    from storefront.cards(v_brand_id, array[v_product.product_id]) as cards
  );
end
$$;
comment on function storefront.product(text, text) is 'GET /products/{product_id}: one product, with its numbers, its variants and its price before a reduction.';

create function storefront.compare(brand_id text, ids text[])
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(compare.brand_id);
  v_ids constant text[] := array(select given.id from pg_catalog.unnest(compare.ids) with ordinality as given (id, position) group by given.id order by min(given.position));
begin
  if pg_catalog.cardinality(v_ids) not between 2 and 5 then
    perform platform.fail('BADRQ', 'must_name_2_to_5_products', 'ids');
  end if;
  perform storefront.require_product(v_brand_id, id, 'ids') from pg_catalog.unnest(v_ids) as id;
  return (
    select pg_catalog.json_build_object(
      'products', pg_catalog.json_agg(cards.card order by pg_catalog.array_position(v_ids, cards.product_id)),
      'comparison', pg_catalog.json_build_object(
        'products_compared', count(*),
        'highest_rated', (
          select pg_catalog.json_build_object('id', rated.product_id, 'score', pg_catalog.round(rated.shown_score, 2))
          from storefront.products as rated
          where rated.brand_id = v_brand_id and rated.product_id = any (v_ids) and rated.shown_count > 0
          order by rated.shown_score desc, rated.shown_count desc, rated.product_id limit 1
        ),
        'most_reviewed', (
          select pg_catalog.json_build_object('id', rated.product_id, 'count', rated.shown_count)
          from storefront.products as rated
          where rated.brand_id = v_brand_id and rated.product_id = any (v_ids) and rated.shown_count > 0
          order by rated.shown_count desc, rated.shown_score desc, rated.product_id limit 1
        )
      ),
      'meta', storefront.page_meta(v_brand_id, count(*), 1),
      'degradation', storefront.degradation(v_brand_id)
    )
    from storefront.cards(v_brand_id, v_ids) as cards
  );
end
$$;
comment on function storefront.compare(text, text[]) is 'GET /compare: two to five products side by side.';

create function storefront.reviews(brand_id text, product_id text, "limit" integer default 20, page integer default 1)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(reviews.brand_id);
  v_product constant storefront.products := storefront.require_product(v_brand_id, reviews.product_id);
  v_total bigint;
begin
  select count(*) into v_total from storefront.reviews as held where held.brand_id = v_brand_id and held.product_id = v_product.product_id;
  return (
    select pg_catalog.json_build_object(
      'product_id', v_product.product_id,
      'summary', pg_catalog.json_build_object(
        'score', pg_catalog.round(pg_catalog.avg(held.rating), 2),
        'count', v_total,
        'histogram', pg_catalog.json_build_object(
          '1', count(*) filter (where pg_catalog.round(held.rating) = 1), '2', count(*) filter (where pg_catalog.round(held.rating) = 2),
          '3', count(*) filter (where pg_catalog.round(held.rating) = 3), '4', count(*) filter (where pg_catalog.round(held.rating) = 4),
          '5', count(*) filter (where pg_catalog.round(held.rating) = 5)
        ),
        'verified_count', count(*) filter (where held.verified_purchase),
        'highlights', (
          select coalesce(pg_catalog.json_agg(said.words order by said.count desc, said.words), '[]')
          from (
            select praise as words, count(*) as count
            from storefront.reviews as praised
            cross join lateral pg_catalog.unnest(praised.pros) as praise
            where praised.brand_id = v_brand_id and praised.product_id = v_product.product_id
            group by praise
            order by count(*) desc, praise
            limit 3
          ) as said
        )
      ),
      'reviews', (
        select coalesce(pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', page.review_id, 'product_id', page.product_id,
            'rating', pg_catalog.json_build_object('value', page.rating, 'scale_min', 1, 'scale_max', 5),
            'title', storefront.plain(page.title), 'body', storefront.plain(page.body),
            'author', pg_catalog.json_build_object('display_name', storefront.plain(page.author), 'verified', page.verified_purchase),
            'pros', page.pros, 'cons', page.cons, 'incentivised', page.is_incentivised,
            'source', pg_catalog.json_build_object('type', 'imported', 'name', page.source_name, 'url', storefront.web_address(page.source_url)),
            'merchant_reply', case when page.reply is not null then pg_catalog.json_build_object('text', storefront.plain(page.reply), 'at', platform.utc(page.replied_at)) end,
            'verified_purchase', page.verified_purchase, 'language', page.language, 'helpful_count', page.helpful_count,
            'created_at', platform.utc(page.created_at)
          )
          order by page.created_at desc, page.review_id
        ), '[]')
        from (
          select listed.*
          from storefront.reviews as listed
          where listed.brand_id = v_brand_id and listed.product_id = v_product.product_id
          order by listed.created_at desc, listed.review_id
          limit reviews."limit" offset (reviews.page - 1) * reviews."limit"::bigint
        ) as page
      ),
      'pagination', pg_catalog.json_build_object(
        'page', reviews.page, 'limit', reviews."limit",
        'total_pages', pg_catalog.ceil(v_total::numeric / reviews."limit"), 'has_more', reviews.page * reviews."limit"::bigint < v_total
      ),
      'meta', storefront.page_meta(v_brand_id, v_total, reviews.page),
      'degradation', storefront.degradation(v_brand_id)
    )
    from storefront.reviews as held
    where held.brand_id = v_brand_id and held.product_id = v_product.product_id
  );
end
$$;
comment on function storefront.reviews(text, text, integer, integer) is 'GET /reviews/{product_id}: what buyers say, newest first. Without reviews the score is null, never 0.';

grant execute on function
  storefront.products(text, integer, integer, text, boolean),
  storefront.require_product(text, text, text),
  storefront.product(text, text),
  storefront.compare(text, text[]),
  storefront.reviews(text, text, integer, integer)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.products', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.product', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.compare', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.reviews', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
