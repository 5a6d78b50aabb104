create function analytics.stage_shop_orders(orders jsonb)
returns void
language plpgsql volatile
as $$
begin
  create temporary table shop_orders (
    order_id text not null,
    customer_id text,
    device_id text,
    changed_at timestamptz not null,
    ordered_at timestamptz not null,
    revenue numeric not null,
    currency text not null,
    is_new_customer boolean,
    refunded numeric not null,
    refunded_at timestamptz,
    canceled_at timestamptz,
    visits jsonb
  ) on commit drop;
  call platform.keep_plain('pg_temp.shop_orders', 'order_id', 'customer_id', 'device_id');
  insert into pg_temp.shop_orders
  select
    given.order_id, given.customer_id,
    -- An order without a customer has a visitor of its own.
    case when given.customer_id is null then 'order:' || given.order_id end,
    given.updated_at, given.ordered_at, given.revenue, given.currency, given.is_new_customer, given.refunded, given.refunded_at, given.canceled_at,
    given.visits
  from pg_catalog.jsonb_to_recordset(stage_shop_orders.orders) as given (
    order_id text, customer_id text, updated_at timestamptz, ordered_at timestamptz, revenue numeric, currency text, is_new_customer boolean,
    refunded numeric, refunded_at timestamptz, canceled_at timestamptz, visits jsonb
  );
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, device_id, touched_at, channel, touch_id, campaign)
  select
    pg_catalog.row_number() over (), given.customer_id, given.device_id, visits.occurred_at, visits.channel, 'shopify:' || visits.visit_id, visits.campaign
  from pg_temp.shop_orders as given
  cross join pg_catalog.jsonb_to_recordset(given.visits) as visits (visit_id text, occurred_at text, channel text, campaign text);
  analyze pg_temp.shop_orders, pg_temp.journeys;
end
$$;
comment on function analytics.stage_shop_orders(jsonb) is
  'Creates the temporary tables of the orders that a connected shop reported, with amounts in the currency of the shop, and of the visits before them.';

create function analytics.change_shop_orders(brand_id text, source_id text)
returns void
language plpgsql volatile
as $$
declare
  v_brand core.brands;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = change_shop_orders.brand_id;
  create temporary table shop_changes on commit drop as
  with reported as (
    select
      given.order_id, analytics.visitor_id(given.customer_id, given.device_id) as visitor_id, given.changed_at, given.ordered_at,
      pg_catalog.round(given.revenue * 1000000 * rated.rate)::bigint as revenue_micros,
      -- A canceled order is no sale, even if nothing was paid or paid back. A refund beyond the price is more than the order.
      pg_catalog.round(
        case when given.canceled_at is null then least(given.refunded, given.revenue) else given.revenue end * 1000000 * rated.rate
      )::bigint as refunded_micros,
      -- A cancellation refunds what was not refunded before. If nothing is left, the refund keeps its own time.
      greatest(
        case when given.canceled_at is null or given.refunded >= given.revenue and given.revenue > 0
            then coalesce(given.refunded_at, given.canceled_at)
          else greatest(given.canceled_at, given.refunded_at)
        end,
        given.ordered_at
      ) as refunded_at,
      coalesce(given.refunded_at, given.canceled_at) is null as lacks_refund_time,
      given.is_new_customer, given.currency, rated.rate, ordered.day as ordered_on
    from pg_temp.shop_orders as given
    cross join lateral (select (given.ordered_at at time zone v_brand.timezone)::date as day) as ordered
    left join core.exchange_rates as rates
      on rates.from_currency = given.currency and rates.to_currency = v_brand.currency and rates.on_day = ordered.day
    cross join lateral (select case when given.currency = v_brand.currency then 1 else rates.rate end as rate) as rated
  )
  select
    reported.order_id, reported.visitor_id, reported.changed_at, reported.ordered_at, reported.revenue_micros, reported.refunded_micros,
    case
      when reported.refunded_micros = 0 then null
      when not reported.lacks_refund_time then reported.refunded_at
      -- A refund without a time stays where it was first seen.
      when held.refunded_micros = reported.refunded_micros then held.refunded_at
      else greatest(reported.changed_at, reported.ordered_at)
    end as refunded_at,
    coalesce(reported.is_new_customer, held.is_new_customer) as is_new_customer, reported.currency, reported.rate,
    reported.ordered_on,
    held.visitor_id as old_visitor_id, held.ordered_at as old_ordered_at, held.refunded_at as old_refunded_at,
    held.revenue_micros as old_revenue_micros, held.refunded_micros as old_refunded_micros, held.is_new_customer as old_is_new_customer
  from reported
  left join analytics.orders as held on held.brand_id = change_shop_orders.brand_id and held.order_id = reported.order_id
  -- A reply that is older than the stored order, such as one that was delayed, changes nothing.
  where held.order_id is null or held.changed_at is null or reported.changed_at >= held.changed_at;
  perform analytics.refuse_missing_rates(
    (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('from_currency', missing.currency, 'to_currency', v_brand.currency, 'days', missing.days)
        order by missing.currency
      )
      from (
        select changes.currency, pg_catalog.range_agg(pg_catalog.daterange(changes.ordered_on, changes.ordered_on, '[]')) as days
        from pg_temp.shop_changes as changes
        where changes.rate is null
        group by changes.currency
      ) as missing
    )
  );
  delete from pg_temp.shop_changes as changes
  using analytics.orders as held
  where held.brand_id = change_shop_orders.brand_id and held.order_id = changes.order_id
    and (held.source_id, held.changed_at, held.visitor_id, held.ordered_at, held.revenue_micros, held.refunded_micros, held.refunded_at, held.is_new_customer)
      is not distinct from (
        change_shop_orders.source_id, changes.changed_at, changes.visitor_id, changes.ordered_at, changes.revenue_micros, changes.refunded_micros,
        changes.refunded_at, changes.is_new_customer
      );
  insert into analytics.orders as held
    (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at, source_id, changed_at)
  select
    change_shop_orders.brand_id, changes.order_id, changes.visitor_id, changes.visitor_id, changes.ordered_at, changes.revenue_micros,
    changes.is_new_customer, changes.refunded_micros, changes.refunded_at, change_shop_orders.source_id, changes.changed_at
  from pg_temp.shop_changes as changes
  on conflict on constraint orders_pkey do update
  set
    visitor_id = excluded.visitor_id,
    person_id = case when held.visitor_id = excluded.visitor_id then held.person_id else excluded.person_id end,
    ordered_at = excluded.ordered_at, revenue_micros = excluded.revenue_micros, is_new_customer = excluded.is_new_customer,
    refunded_micros = excluded.refunded_micros, refunded_at = excluded.refunded_at, source_id = excluded.source_id, changed_at = excluded.changed_at,
    file_order = case
      when held.source_id is not null then held.file_order
      else pg_catalog.jsonb_build_object(
        'visitor_id', held.visitor_id, 'ordered_at', held.ordered_at, 'revenue_micros', held.revenue_micros,
        'is_new_customer', held.is_new_customer, 'refunded_micros', held.refunded_micros, 'refunded_at', held.refunded_at
      )
    end;
end
$$;
comment on function analytics.change_shop_orders(text, text) is
  'Writes the orders of the temporary table shop_orders that differ from the stored ones, and leaves those in the temporary table shop_changes. Raises '
  'BADRQ if an exchange rate is missing.';

create function analytics.add_shop_touches(brand_id text)
returns setof date
language plpgsql volatile
as $$
begin
  perform analytics.name_channels(add_shop_touches.brand_id);
  -- The visits of an order follow it to another customer, for example when the shop merges two customers.
  delete from analytics.touchpoints as held
  using pg_temp.shop_changes as changes
  where held.brand_id = add_shop_touches.brand_id and held.visitor_id = changes.old_visitor_id and changes.visitor_id <> changes.old_visitor_id
    and held.touch_id in (select journeys.touch_id from pg_temp.journeys);
  return query
  with written as (
    insert into analytics.touchpoints as held (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign)
    select distinct on (visits.visitor_id, visits.touched_at, visits.channel, visits.touch_id)
      add_shop_touches.brand_id, visits.visitor_id, visits.touched_at, 'click', visits.channel, visits.touch_id, visits.visitor_id, visits.campaign
    from (
      select
        analytics.visitor_id(journeys.customer_id, journeys.device_id) as visitor_id, journeys.touched_at::timestamptz as touched_at, journeys.channel,
        journeys.touch_id, journeys.campaign
      from pg_temp.journeys
    ) as visits
    on conflict on constraint touchpoints_pkey do update
    set campaign = excluded.campaign
    where held.campaign is distinct from excluded.campaign
    returning held.touched_at
  )
  select distinct (written.touched_at at time zone brands.timezone)::date
  from written
  join core.brands on brands.brand_id = add_shop_touches.brand_id;
end
$$;
comment on function analytics.add_shop_touches(text) is
  'Adds the visits of the temporary table journeys as clicks, and returns the days of the new ones. They are visits of customers who ordered.';

create function analytics.delete_shop_orders(brand_id text, source_id text, order_ids text[] default null, ordered_from timestamptz default null)
returns setof date
language plpgsql volatile
as $$
declare
  v_has_files constant boolean := exists (
    select from analytics.orders as held
    where held.brand_id = delete_shop_orders.brand_id and held.source_id = delete_shop_orders.source_id and held.file_order is not null
  );
begin
  return query
  with doomed as materialized (
    select held.*
    from analytics.orders as held
    where held.brand_id = delete_shop_orders.brand_id and held.source_id = delete_shop_orders.source_id
      and (delete_shop_orders.order_ids is null or held.order_id = any (delete_shop_orders.order_ids))
      and (delete_shop_orders.ordered_from is null or held.ordered_at >= delete_shop_orders.ordered_from)
    for update
  ),
  gone as (
    delete from analytics.orders as held
    using doomed
    where held.brand_id = doomed.brand_id and held.order_id = doomed.order_id and doomed.file_order is null
  ),
  returned as (
    -- An order that a file has too becomes that of the file again.
    update analytics.orders as held
    set
      visitor_id = given.visitor_id, person_id = given.visitor_id, ordered_at = given.ordered_at, revenue_micros = given.revenue_micros,
      is_new_customer = given.is_new_customer, refunded_micros = given.refunded_micros, refunded_at = given.refunded_at, source_id = null,
      changed_at = null, file_order = null
    from doomed
    cross join pg_catalog.jsonb_to_record(doomed.file_order) as given (
      visitor_id text, ordered_at timestamptz, revenue_micros bigint, is_new_customer boolean, refunded_micros bigint, refunded_at timestamptz
    )
    where held.brand_id = doomed.brand_id and held.order_id = doomed.order_id and doomed.file_order is not null
    returning held.ordered_at, held.refunded_at
  ),
  forgotten as (
    -- Visits are those of customers who ordered, so they go with the last order.
    delete from analytics.touchpoints as held
    using doomed
    where held.brand_id = delete_shop_orders.brand_id and held.visitor_id = doomed.visitor_id
      and (
        held.touch_id = 'ga4:' || doomed.order_id and held.reported_by = 'ga4'
        or held.touch_id like 'shopify:%'
        and not exists (
          select from analytics.orders as others
          where others.brand_id = delete_shop_orders.brand_id and others.person_id = held.person_id
            and not exists (select from doomed as deleted where deleted.order_id = others.order_id)
        )
      )
    returning held.touched_at
  )
  select distinct (moved.at at time zone brands.timezone)::date
  from (
    select doomed.ordered_at as at from doomed
    union all
    select doomed.refunded_at from doomed
    union all
    select returned.ordered_at from returned
    union all
    select returned.refunded_at from returned
    union all
    select forgotten.touched_at from forgotten
  ) as moved
  join core.brands on brands.brand_id = delete_shop_orders.brand_id
  where moved.at is not null;
  if v_has_files then
    perform analytics.stitch_identities(delete_shop_orders.brand_id);
  end if;
end
$$;
comment on function analytics.delete_shop_orders(text, text, text[], timestamptz) is
  'Deletes orders of a source, all or some, with their touches by GA4 and the visits of customers who then have no order. Orders that a file has too '
  'become those of the file. Returns the days whose attribution changes.';

grant execute on function
  analytics.stage_shop_orders(jsonb),
  analytics.change_shop_orders(text, text),
  analytics.add_shop_touches(text),
  analytics.delete_shop_orders(text, text, text[], timestamptz)
to vitrine_worker;
