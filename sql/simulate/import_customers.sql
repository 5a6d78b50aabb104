create function simulate.import_customers(world jsonb)
returns void
language plpgsql volatile
as $$
begin
  -- Touchpoints are imported first, so that orders are attributed only once.
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, touched_at, channel, kind, campaign, ad, creative)
  select pg_catalog.row_number() over (), cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7]
  from simulate.lines(import_customers.world ->> 'touches');
  analyze pg_temp.journeys;
  perform analytics.commit_journey_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.journeys));
  drop table pg_temp.journeys, pg_temp.touches, pg_temp.rejections;

  perform analytics.open_order_import();
  insert into pg_temp.orders (line, order_id, customer_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at)
  select pg_catalog.row_number() over (), cells[1], cells[2], cells[3], cells[4]::bigint, cells[5]::boolean, cells[6]::bigint, cells[7]
  from simulate.lines(import_customers.world ->> 'orders');
  analyze pg_temp.orders;
  perform analytics.commit_order_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.orders));
  drop table pg_temp.orders, pg_temp.bought, pg_temp.rejections;
end
$$;
comment on function simulate.import_customers(jsonb) is
  'Imports the orders and touchpoints of a simulated world, with the functions that import real ones.';
grant execute on function simulate.import_customers(jsonb) to vitrine_worker;
