create function analytics.keep_file_orders(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- A connected shop says more about its orders than a file, such as later refunds.
  update pg_temp.bought
  set is_of_shop = true
  from analytics.orders as held
  where held.brand_id = keep_file_orders.brand_id and held.order_id = bought.order_id and held.source_id is not null;
  update analytics.orders as held
  set file_order = pg_catalog.jsonb_build_object(
    'visitor_id', bought.visitor_id, 'ordered_at', bought.ordered_at, 'revenue_micros', pg_catalog.round(bought.revenue_micros * bought.rate),
    'is_new_customer', bought.is_new_customer, 'refunded_micros', pg_catalog.round(bought.refunded_micros * bought.rate),
    'refunded_at', case when bought.refunded_micros > 0 then coalesce(bought.refunded_at, bought.ordered_at) end
  )
  from pg_temp.bought
  where held.brand_id = keep_file_orders.brand_id and held.order_id = bought.order_id and bought.is_of_shop;
end
$$;
comment on function analytics.keep_file_orders(text) is
  'Keeps the orders of the temporary table bought that a connected shop reports beside those of the shop (orders.file_order), and marks them is_of_shop.';
