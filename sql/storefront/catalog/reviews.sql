create function storefront.reviews(brand_id text, product_id text, "limit" integer default 20, page integer default 1)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(reviews.brand_id);
  v_product storefront.products;
  v_total bigint;
begin
  perform platform.require_page(reviews."limit", reviews.page);
  v_product := storefront.require_product(v_brand_id, reviews.product_id);
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
            'title', page.title, 'body', page.body,
            'author', pg_catalog.json_build_object('display_name', page.author, 'verified', page.verified_purchase),
            'pros', page.pros, 'cons', page.cons, 'incentivized', page.is_incentivized,
            'source', pg_catalog.json_build_object('type', 'imported', 'name', page.source_name, 'url', storefront.web_address(page.source_url)),
            'merchant_reply', case when page.reply is not null then pg_catalog.json_build_object('text', page.reply, 'at', platform.utc(page.replied_at)) end,
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
      'degradation', storefront.degradation(v_brand_id, version => storefront.shop_version(v_brand_id))
    )
    from storefront.reviews as held
    where held.brand_id = v_brand_id and held.product_id = v_product.product_id
  );
end
$$;
comment on function storefront.reviews(text, text, integer, integer) is
  'GET /reviews/{product_id}: returns the reviews of a product, newest first. Without reviews the score is null, never 0. Raises NTFND for an '
  'unknown product.';
grant execute on function storefront.reviews(text, text, integer, integer) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.reviews', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, served_by => '{storefront,mcp}', is_public_in_connector => true);
