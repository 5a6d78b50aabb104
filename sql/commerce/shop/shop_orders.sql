create function commerce.items_with_options(brand_id text, items jsonb)
returns jsonb
language sql stable
return (
  select pg_catalog.jsonb_agg(
    item.value || pg_catalog.jsonb_build_object('options', coalesce(variant.options, '[]')) order by item.position
  )
  from pg_catalog.jsonb_array_elements(items_with_options.items) with ordinality as item (value, position)
  left join storefront.products on products.brand_id = items_with_options.brand_id and products.product_id = item.value ->> 'product_id'
  left join lateral storefront.buyer_options(items_with_options.brand_id, array[products.group_key]) as variant
    on variant.product_id = products.product_id
);
comment on function commerce.items_with_options(text, jsonb) is
  'Returns the items of an order with the options that identify each variant, such as color and size. They are those of the present catalog.';

create function commerce.shop_orders(brand_id text, status text default null, page integer default 1, "limit" integer default 20, transaction_id text default null)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(shop_orders.brand_id);
  v_one constant jsonb := case when shop_orders.transaction_id is not null
    then commerce.show_transaction(shop_orders.brand_id, shop_orders.transaction_id, '')
  end;
  v_orders constant jsonb := case when shop_orders.transaction_id is null
    then commerce.list_transactions(shop_orders.brand_id, shop_orders.status, shop_orders.page, shop_orders."limit")::jsonb
    else pg_catalog.jsonb_build_object(
      'transactions', case when v_one is null then '[]' else pg_catalog.jsonb_build_array(v_one) end,
      'pagination', commerce.pagination(pg_catalog.num_nonnulls(v_one), 1, shop_orders."limit")
    )
  end;
begin
  return pg_catalog.json_build_object(
    'orders', (
      select coalesce(
        pg_catalog.jsonb_agg(
          orders.value || pg_catalog.jsonb_build_object(
            'items', commerce.items_with_options(v_brand_id, orders.value -> 'items'),
            'dispute', commerce.show_dispute(shop_orders.brand_id, orders.value ->> 'dispute_id')
          )
          order by orders.position
        ), '[]'
      )
      from pg_catalog.jsonb_array_elements(v_orders -> 'transactions') with ordinality as orders (value, position)
    ),
    'pagination', v_orders -> 'pagination',
    'holds', (
      select coalesce(
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', shown.hold_id, 'title', shown.title, 'quantity', shown.quantity, 'unit_price', commerce.money(shown.unit_price_micros, shown.currency),
            'source', shown.source, 'expires_at', platform.utc(shown.expires_at)
          )
          order by shown.expires_at, shown.hold_id
        ), '[]'
      )
      from (
        select held.* from commerce.price_holds as held
        where held.brand_id = v_brand_id and held.status = 'active' and held.expires_at > platform.now()
        order by held.expires_at, held.hold_id
        limit 50
      ) as shown
    ),
    'holds_total', (
      select count(*) from commerce.price_holds as held
      where held.brand_id = v_brand_id and held.status = 'active' and held.expires_at > platform.now()
    )
  );
end
$$;
comment on function commerce.shop_orders(text, text, integer, integer, text) is
  'The orders of a shop with their disputes, newest first, and the 50 active price holds that end first, for pages of the console. '
  'With a transaction_id, this order only. Expires none.';
grant execute on function commerce.items_with_options(text, jsonb) to vitrine_key;
grant execute on function commerce.shop_orders(text, text, integer, integer, text) to vitrine_key;
call core.register_operation('commerce.shop_orders', 'console', brand => 'shown', served_by => '{console}', acts_for_shop => true);
