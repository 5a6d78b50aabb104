create function analytics.movements_between(
  brand_id text, accounting text, timezone text, first_on date, last_on date, begins_at timestamptz, ends_at timestamptz
)
returns table (
  order_id text, ordered_at timestamptz, day date, value_micros bigint, conversions integer, new_customers integer, is_new_customer boolean
)
language sql stable
as $$
  select
    orders.order_id,
    orders.ordered_at,
    (movement.happened_at at time zone movements_between.timezone)::date,
    case when part.is_refund then -orders.refunded_micros else orders.revenue_micros end,
    movement.conversions,
    coalesce(orders.is_new_customer, false)::integer * movement.conversions,
    orders.is_new_customer
  from analytics.orders
  join (values (false), (true)) as part (is_refund) on not part.is_refund or orders.refunded_at is not null
  cross join lateral (
    select
      case when part.is_refund and movements_between.accounting = 'cash' then orders.refunded_at else orders.ordered_at end as happened_at,
      case
        when part.is_refund then -(orders.refunded_micros > 0 and orders.refunded_micros = orders.revenue_micros)::integer
        else 1
      end as conversions
  ) as movement
  where orders.brand_id = movements_between.brand_id
    and (
      orders.ordered_at >= movements_between.begins_at and orders.ordered_at < movements_between.ends_at
      or movements_between.accounting = 'cash' and orders.refunded_micros > 0
        and orders.refunded_at >= movements_between.begins_at and orders.refunded_at < movements_between.ends_at
    )
    -- The time zone decides only near the beginning and the end. Converting the time of each order would take most of the time.
    and (
      movement.happened_at >= movements_between.begins_at + interval '24:00' and movement.happened_at < movements_between.ends_at - interval '24:00'
      or (movement.happened_at at time zone movements_between.timezone)::date between movements_between.first_on and movements_between.last_on
    );
$$;
comment on function analytics.movements_between(text, text, text, date, date, timestamptz, timestamptz) is
  'analytics.order_movements with the beginning and the end of the days. A caller that calculates them first saves their calculation for each order.';

create function analytics.order_movements(brand_id text, accounting text, timezone text, first_on date, last_on date)
returns table (
  order_id text, ordered_at timestamptz, day date, value_micros bigint, conversions integer, new_customers integer, is_new_customer boolean
)
language sql stable
as $$
  select held.*
  from analytics.movements_between(
    order_movements.brand_id, order_movements.accounting, order_movements.timezone, order_movements.first_on, order_movements.last_on,
    order_movements.first_on::timestamp at time zone order_movements.timezone,
    (order_movements.last_on + 1)::timestamp at time zone order_movements.timezone
  ) as held;
$$;
comment on function analytics.order_movements(text, text, text, date, date) is
  'The amounts that the orders of a brand add on these days. An order adds its revenue on its day. A refund subtracts its amount on the day of '
  'the order, or on its own day under cash accounting. is_new_customer is null where the store does not mark the customer.';
grant execute on function
  analytics.movements_between(text, text, text, date, date, timestamptz, timestamptz),
  analytics.order_movements(text, text, text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.touch_credits(touch analytics.conversion_touches, first_share numeric, last_share numeric)
returns table (model text, share double precision, campaign text, ad text, creative text)
language sql immutable
as $$
  -- If several touches count as one, the first gets the credit for opening the path and the last gets the rest.
  select credit.model, credit.share, coalesce(credit.campaign, ''), coalesce(credit.ad, ''), coalesce(credit.creative, '')
  from (
    select case
      when (touch_credits.touch)."position" > 1 then 0
      when (touch_credits.touch).path_length > 1 then (touch_credits.touch).position_based
      else touch_credits.first_share / (touch_credits.first_share + touch_credits.last_share)
    end as share
  ) as opening
  cross join lateral (
    values
      (
        'first_touch', (touch_credits.touch).first_touch, (touch_credits.touch).opening_campaign, (touch_credits.touch).opening_ad,
        (touch_credits.touch).opening_creative
      ),
      ('position', opening.share, (touch_credits.touch).opening_campaign, (touch_credits.touch).opening_ad, (touch_credits.touch).opening_creative),
      (
        'position', (touch_credits.touch).position_based - opening.share, (touch_credits.touch).campaign, (touch_credits.touch).ad,
        (touch_credits.touch).creative
      ),
      ('last_touch', (touch_credits.touch).last_touch, (touch_credits.touch).campaign, (touch_credits.touch).ad, (touch_credits.touch).creative),
      (
        'last_non_direct', (touch_credits.touch).last_non_direct, (touch_credits.touch).campaign, (touch_credits.touch).ad,
        (touch_credits.touch).creative
      ),
      ('linear', (touch_credits.touch).linear, (touch_credits.touch).campaign, (touch_credits.touch).ad, (touch_credits.touch).creative),
      ('linear_unique', (touch_credits.touch).linear_unique, (touch_credits.touch).campaign, (touch_credits.touch).ad, (touch_credits.touch).creative),
      ('time_decay', (touch_credits.touch).time_decay, (touch_credits.touch).campaign, (touch_credits.touch).ad, (touch_credits.touch).creative)
  ) as credit (model, share, campaign, ad, creative);
$$;
comment on function analytics.touch_credits(analytics.conversion_touches, numeric, numeric) is
  'The parts of an order that a touch gets under each model whose parts add up to 1, with the campaign, ad and creative that they belong to. An empty text means '
  'that the touch names none. The shares are those of the model position.';
grant execute on function analytics.touch_credits(analytics.conversion_touches, numeric, numeric) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.attribute(brand_id text, first_on date, last_on date)
returns bigint
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_settings analytics.attribution_settings;
  v_to timestamptz;
  v_orders bigint;
begin
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = attribute.brand_id;
  select * into v_settings from analytics.attribution_settings as settings where settings.brand_id = attribute.brand_id;
  if not found then
    return 0;
  end if;
  v_to := (attribute.last_on + 1)::timestamp at time zone v_timezone;

  create temporary table attributed_values on commit drop as
  select movements.*
  from analytics.order_movements(attribute.brand_id, v_settings.accounting, v_timezone, attribute.first_on, attribute.last_on) as movements;
  select count(distinct held.order_id) into v_orders from pg_temp.attributed_values as held;

  create temporary table attributed_touches on commit drop as
  select touches.*
  from analytics.conversion_touches as touches
  where touches.brand_id = attribute.brand_id
    and touches.ordered_at >= (select min(held.ordered_at) from pg_temp.attributed_values as held)
    and touches.ordered_at < v_to;
  analyze pg_temp.attributed_touches;
  analyze pg_temp.attributed_values;

  delete from analytics.attribution_ad_credits as credits
  where credits.brand_id = attribute.brand_id and credits.day between attribute.first_on and attribute.last_on;
  insert into analytics.attribution_ad_credits
    (brand_id, model, day, channel, campaign, ad, creative, value_micros, conversions, new_customers, weight)
  select
    attribute.brand_id, credit.model, movements.day, touches.channel, credit.campaign, credit.ad, credit.creative,
    sum(credit.share * movements.value_micros), sum(credit.share * movements.conversions), sum(credit.share * movements.new_customers),
    sum(credit.share)
  from pg_temp.attributed_touches as touches
  join pg_temp.attributed_values as movements on movements.order_id = touches.order_id
  cross join lateral analytics.touch_credits(
    row(touches.*)::analytics.conversion_touches, v_settings.first_share, v_settings.last_share
  ) as credit
  where credit.share > 0
  group by credit.model, movements.day, touches.channel, credit.campaign, credit.ad, credit.creative;

  delete from analytics.attribution_credits as credits
  where credits.brand_id = attribute.brand_id and credits.day between attribute.first_on and attribute.last_on;
  insert into analytics.attribution_credits (brand_id, model, day, channel, value_micros, conversions, new_customers)
  select credits.brand_id, credits.model, credits.day, credits.channel, sum(credits.value_micros), sum(credits.conversions), sum(credits.new_customers)
  from analytics.attribution_ad_credits as credits
  where credits.brand_id = attribute.brand_id and credits.day between attribute.first_on and attribute.last_on
  group by credits.brand_id, credits.model, credits.day, credits.channel
  union all
  select
    attribute.brand_id, 'participation', movements.day, touches.channel,
    sum(touches.participation * movements.value_micros), sum(touches.participation * movements.conversions),
    sum(touches.participation * movements.new_customers)
  from pg_temp.attributed_touches as touches
  join pg_temp.attributed_values as movements on movements.order_id = touches.order_id
  group by movements.day, touches.channel;

  delete from analytics.attribution_days as held
  where held.brand_id = attribute.brand_id and held.day between attribute.first_on and attribute.last_on;
  insert into analytics.attribution_days
    (brand_id, day, orders, value_micros, conversions, unattributed_value_micros, unattributed_conversions, touches)
  select
    attribute.brand_id,
    movements.day,
    count(distinct movements.order_id),
    sum(movements.value_micros),
    sum(movements.conversions),
    coalesce(sum(movements.value_micros) filter (where paths.order_id is null), 0),
    coalesce(sum(movements.conversions) filter (where paths.order_id is null), 0),
    coalesce(sum(paths.touches) filter (where movements.conversions = 1), 0)
  from pg_temp.attributed_values as movements
  left join (
    select touches.order_id, count(*) as touches from pg_temp.attributed_touches as touches group by touches.order_id
  ) as paths on paths.order_id = movements.order_id
  group by movements.day;

  perform analytics.count_transitions(attribute.brand_id, attribute.first_on, attribute.last_on, v_timezone, v_settings.click_days, v_settings.view_days);
  drop table pg_temp.attributed_values, pg_temp.attributed_touches;
  return v_orders;
end
$$;
comment on function analytics.attribute(text, date, date) is
  'Recomputes the attribution of the orders and refunds of these days into analytics.attribution_days, _credits, _ad_credits and _transitions. '
  'Returns the number of orders. analytics.credit_markov adds the credits of the model markov.';
grant execute on function analytics.attribute(text, date, date) to vitrine_worker;

create function analytics.last_attributed_on(brand_id text)
returns date
language sql stable
as $$
  select (
    greatest(
      (select max(orders.ordered_at) from analytics.orders where orders.brand_id = last_attributed_on.brand_id),
      (select max(orders.refunded_at) from analytics.orders where orders.brand_id = last_attributed_on.brand_id)
    ) at time zone brands.timezone
  )::date
  from core.brands
  where brands.brand_id = last_attributed_on.brand_id;
$$;
comment on function analytics.last_attributed_on(text) is 'Returns the last day of a brand with an order or a refund. Null if there is none.';
grant execute on function analytics.last_attributed_on(text) to vitrine_worker;

create function analytics.attribute_lately(brand_id text)
returns bigint
language sql volatile
as $$
  select coalesce(
    (
      select analytics.attribute(data_status.brand_id, greatest(data_status.first_on, data_status.last_on - 90), analytics.last_attributed_on(data_status.brand_id))
      from analytics.data_status
      where data_status.brand_id = attribute_lately.brand_id and data_status.kind = 'orders'
    ),
    0
  );
$$;
comment on function analytics.attribute_lately(text) is 'Recomputes the attribution of the last 90 days of orders. Returns the number of orders.';
grant execute on function analytics.attribute_lately(text) to vitrine_worker;
