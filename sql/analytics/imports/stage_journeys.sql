create function analytics.open_journey_import()
returns void
language plpgsql volatile
as $$
begin
  create temporary table journeys (
    line bigint not null,
    customer_id text,
    device_id text,
    touched_at text,
    channel text,
    kind text,
    touch_id text,
    campaign text,
    ad text,
    creative text,
    reason jsonb
  ) on commit drop;
  call platform.keep_plain('pg_temp.journeys', 'customer_id', 'device_id', 'channel', 'touch_id', 'campaign', 'ad', 'creative');
end
$$;
comment on function analytics.open_journey_import() is 'Creates the temporary table for the rows of an import of journeys.';

create function analytics.open_order_import()
returns void
language plpgsql volatile
as $$
begin
  create temporary table orders (
    line bigint not null,
    order_id text,
    customer_id text,
    device_id text,
    ordered_at text,
    revenue_micros bigint,
    currency text,
    is_new_customer boolean,
    refunded_micros bigint,
    refunded_at text,
    reason jsonb
  ) on commit drop;
  call platform.keep_plain('pg_temp.orders', 'order_id', 'customer_id', 'device_id');
end
$$;
comment on function analytics.open_order_import() is 'Creates the temporary table for the rows of an import of orders.';
