create function storefront.products(brand_id text, "limit" integer default 20, page integer default 1, category text default null, in_stock boolean default null)
returns json
language plpgsql stable
-- The plan is the same for all parameters. Postgres would make it anew for each call, which takes half as long as the cards.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand_id constant text := core.data_brand_id(products.brand_id);
  v_products json;
  v_total bigint;
begin
  perform platform.require_page(products."limit", products.page);
  with kept as (
    select held.product_id
    from storefront.products as held
    where held.brand_id = v_brand_id
      -- The conditions of storefront.meets, which would copy each row of the catalog and count the orders of each product.
      and (products.category is null or pg_catalog.strpos(storefront.lowered(held.category), storefront.lowered(products.category)) > 0)
      and (products.in_stock is null or products.in_stock = (held.availability in ('in_stock', 'low_stock')))
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
    'degradation', storefront.degradation(v_brand_id, version => storefront.shop_version(v_brand_id))
  );
end
$$;
comment on function storefront.products(text, integer, integer, text, boolean) is
  'GET /products: returns the catalog in pages, ordered by product id.';
grant execute on function storefront.products(text, integer, integer, text, boolean) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.products', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, served_by => '{storefront,console}');
