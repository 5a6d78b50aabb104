create function storefront.hider_name(hidden_by text)
returns text
language plpgsql stable
as $$
begin
  if hider_name.hidden_by like 'key\_%' then
    return hider_name.hidden_by;
  elsif current_user = 'vitrine_person' then
    return console.person_name(hider_name.hidden_by::uuid);
  end if;
  return null;
end
$$;
comment on function storefront.hider_name(text) is
  'Returns the id of the key that hid a product, or the e-mail address of the person for a signed-in member. Null for other callers, and for a deleted user.';

create function storefront.show_hidden_product(held storefront.hidden_products)
returns json
language sql stable
return pg_catalog.json_build_object(
  'product_id', (show_hidden_product.held).product_id,
  'title', (show_hidden_product.held).title,
  'hidden_at', platform.utc((show_hidden_product.held).hidden_at),
  'hidden_by', storefront.hider_name((show_hidden_product.held).hidden_by),
  'is_restorable', (show_hidden_product.held).product is not null,
  'updated_at', platform.utc((show_hidden_product.held).updated_at)
);
comment on function storefront.show_hidden_product(storefront.hidden_products) is 'Returns a hidden product in the form of GET /hidden-products.';

create function storefront.hidden_products(brand_id text, "limit" integer default 20, page integer default 1, product_id text default null)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(hidden_products.brand_id);
begin
  perform platform.require_page(hidden_products."limit", hidden_products.page);
  return (
    with kept as (
      select held
      from storefront.hidden_products as held
      where held.brand_id = v_brand_id and (hidden_products.product_id is null or held.product_id = hidden_products.product_id)
    ),
    page as (
      select kept.held
      from kept
      order by (kept.held).hidden_at desc, (kept.held).product_id
      limit hidden_products."limit" offset (hidden_products.page - 1) * hidden_products."limit"::bigint
    )
    select pg_catalog.json_build_object(
      'products', (
        select coalesce(
          pg_catalog.json_agg(storefront.show_hidden_product(page.held) order by (page.held).hidden_at desc, (page.held).product_id), '[]'
        )
        from page
      ),
      'total', (select count(*) from kept),
      'page', hidden_products.page
    )
  );
end
$$;
comment on function storefront.hidden_products(text, integer, integer, text) is
  'GET /hidden-products: the products that the shop hides, the newest hidden first. With a product_id, only this one.';
grant execute on function
  storefront.hider_name(text),
  storefront.show_hidden_product(storefront.hidden_products),
  storefront.hidden_products(text, integer, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.hidden_products', 'write:storefront', brand => 'shown', served_by => '{storefront,console}');
