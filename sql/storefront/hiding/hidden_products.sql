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

create function storefront.imported_price(product jsonb)
returns json
language sql stable
return (
  select pg_catalog.json_build_object(
    'amount', pg_catalog.round(
      case when given.sale_price is not null and storefront.is_within(given.sale_starts_at, given.sale_ends_at) then given.sale_price else given.price end,
      currencies.exponent
    ),
    'currency', currencies.currency
  )
  from pg_catalog.jsonb_to_record(imported_price.product)
    as given (price numeric, sale_price numeric, sale_starts_at timestamptz, sale_ends_at timestamptz, currency text)
  join core.currencies on currencies.currency = given.currency
  where given.price is not null
);
comment on function storefront.imported_price(jsonb) is
  'Returns the current price of a product in the form of storefront.as_imported, as storefront.products has it. Null without a product.';

create function storefront.show_hidden_product(held storefront.hidden_products)
returns json
language sql stable
return pg_catalog.json_build_object(
  'product_id', (show_hidden_product.held).product_id,
  'title', (show_hidden_product.held).title,
  'price', storefront.imported_price((show_hidden_product.held).product),
  'hidden_at', platform.utc((show_hidden_product.held).hidden_at),
  'hidden_by', storefront.hider_name((show_hidden_product.held).hidden_by),
  'is_restorable', (show_hidden_product.held).product is not null,
  'updated_at', platform.utc((show_hidden_product.held).updated_at)
);
comment on function storefront.show_hidden_product(storefront.hidden_products) is 'Returns a hidden product in the form of GET /hidden-products.';

create function storefront.hidden_products(brand_id text, "limit" integer default 20, page integer default 1, product_id text default null, q text default null)
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
        and not exists (
          select from pg_catalog.regexp_split_to_table(pg_catalog.lower(hidden_products.q), '\s+') as word
          where pg_catalog.strpos(pg_catalog.lower(held.title || ' ' || held.product_id), word) = 0
        )
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
comment on function storefront.hidden_products(text, integer, integer, text, text) is
  'GET /hidden-products: the products that the shop hides, the newest hidden first. With a product_id, only this one. With q, only those whose '
  'title and id contain all of its words.';
grant execute on function
  storefront.hider_name(text),
  storefront.show_hidden_product(storefront.hidden_products),
  storefront.imported_price(jsonb),
  storefront.hidden_products(text, integer, integer, text, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.hidden_products', 'write:storefront', brand => 'shown', served_by => '{storefront,console}');
