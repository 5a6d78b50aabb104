create function analytics.attribute(brand_id text, first_on date, last_on date)
returns bigint
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_settings analytics.attribution_settings;
  v_from timestamptz;
  v_to timestamptz;
  v_orders bigint;
begin
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = attribute.brand_id;
  select * into v_settings from analytics.attribution_settings as settings where settings.brand_id = attribute.brand_id;
  if not found then
    return 0;
  end if;
  v_from := attribute.first_on::timestamp at time zone v_timezone;
  v_to := (attribute.last_on + 1)::timestamp at time zone v_timezone;

  create temporary table attributed_orders on commit drop as
  select
    orders.order_id, orders.ordered_at, orders.revenue_micros, orders.refunded_micros, orders.is_new_customer,
    orders.refunded_micros > 0 and orders.refunded_micros = orders.revenue_micros as is_undone,
    (orders.ordered_at at time zone v_timezone)::date as ordered_on,
    case when v_settings.accounting = 'cash' then (orders.refunded_at at time zone v_timezone)::date
      when orders.refunded_at is not null then (orders.ordered_at at time zone v_timezone)::date
    end as refunded_on
  from analytics.orders
  where orders.brand_id = attribute.brand_id and orders.ordered_at >= v_from and orders.ordered_at < v_to
  union
  select
    orders.order_id, orders.ordered_at, orders.revenue_micros, orders.refunded_micros, orders.is_new_customer,
    orders.refunded_micros = orders.revenue_micros,
    (orders.ordered_at at time zone v_timezone)::date,
    (orders.refunded_at at time zone v_timezone)::date
  from analytics.orders
  where orders.brand_id = attribute.brand_id
    and orders.refunded_at >= v_from
    and orders.refunded_at < v_to
    and orders.refunded_micros > 0
    and v_settings.accounting = 'cash';
  get diagnostics v_orders = row_count;

  -- An order adds its revenue on one day. A refund subtracts its amount on the same or another day.
  create temporary table attributed_values on commit drop as
  select attributed_orders.order_id, movement.*
  from pg_temp.attributed_orders
  cross join lateral (
    values
      (
        attributed_orders.ordered_on, attributed_orders.revenue_micros, 1, coalesce(attributed_orders.is_new_customer, false)::integer
      ),
      (
        attributed_orders.refunded_on, -attributed_orders.refunded_micros, -attributed_orders.is_undone::integer,
        -(attributed_orders.is_undone and coalesce(attributed_orders.is_new_customer, false))::integer
      )
  ) as movement (day, value_micros, conversions, new_customers)
  where movement.day between attribute.first_on and attribute.last_on;

  create temporary table attributed_touches on commit drop as
  select touches.*
  from analytics.conversion_touches as touches
  where touches.brand_id = attribute.brand_id
    and touches.ordered_at >= (select min(attributed_orders.ordered_at) from pg_temp.attributed_orders)
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
  from (
    select
      held.*,
      coalesce(held.campaign, '') as to_campaign, coalesce(held.ad, '') as to_ad, coalesce(held.creative, '') as to_creative,
      coalesce(held.opening_campaign, '') as from_campaign, coalesce(held.opening_ad, '') as from_ad,
      coalesce(held.opening_creative, '') as from_creative,
      case
        when held.position > 1 then 0
        when held.path_length > 1 then held.position_based
        else v_settings.first_share / (v_settings.first_share + v_settings.last_share)
      end as opening_share
    from pg_temp.attributed_touches as held
  ) as touches
  join pg_temp.attributed_values as movements on movements.order_id = touches.order_id
  -- If several touches count as one, the first gets the credit for opening the path and the last gets the rest.
  cross join lateral (
    values
      ('first_touch', touches.first_touch, touches.from_campaign, touches.from_ad, touches.from_creative),
      ('last_touch', touches.last_touch, touches.to_campaign, touches.to_ad, touches.to_creative),
      ('last_non_direct', touches.last_non_direct, touches.to_campaign, touches.to_ad, touches.to_creative),
      ('linear', touches.linear, touches.to_campaign, touches.to_ad, touches.to_creative),
      ('linear_unique', touches.linear_unique, touches.to_campaign, touches.to_ad, touches.to_creative),
      ('position', touches.opening_share, touches.from_campaign, touches.from_ad, touches.from_creative),
      ('position', touches.position_based - touches.opening_share, touches.to_campaign, touches.to_ad, touches.to_creative),
      ('time_decay', touches.time_decay, touches.to_campaign, touches.to_ad, touches.to_creative)
  ) as credit (model, share, campaign, ad, creative)
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
  drop table pg_temp.attributed_orders, pg_temp.attributed_values, pg_temp.attributed_touches;
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

create function analytics.configure_attribution(
  brand_id text,
  model text default null,
  click_days integer default null,
  view_days integer default null,
  half_life_hours integer default null,
  accounting text default null,
  is_collapsed boolean default null,
  is_cut_at_orders boolean default null,
  direct_channels text[] default null
)
returns void
language plpgsql volatile
as $$
begin
  if configure_attribution.model = 'participation'
    or not exists (select from analytics.attribution_models as models where models.model = coalesce(configure_attribution.model, 'linear')) then
    perform platform.fail(
      'BADRQ', 'cannot_divide_orders_among_channels', 'model',
      pg_catalog.json_build_object(
        'model', configure_attribution.model,
        'models', array(
          select models.model from analytics.attribution_models as models where models.is_additive order by models.position
        )
      )
    );
  end if;
  if configure_attribution.model = 'markov' then
    perform analytics.require_lost_journeys(configure_attribution.brand_id);
  end if;
  insert into analytics.attribution_settings (brand_id) values (configure_attribution.brand_id) on conflict do nothing;
  update analytics.attribution_settings as held
  set
    model = coalesce(configure_attribution.model, held.model),
    click_days = coalesce(configure_attribution.click_days, held.click_days),
    view_days = coalesce(configure_attribution.view_days, held.view_days),
    half_life_hours = coalesce(configure_attribution.half_life_hours, held.half_life_hours),
    accounting = coalesce(configure_attribution.accounting, held.accounting),
    is_collapsed = coalesce(configure_attribution.is_collapsed, held.is_collapsed),
    is_cut_at_orders = coalesce(configure_attribution.is_cut_at_orders, held.is_cut_at_orders),
    direct_channels = coalesce(configure_attribution.direct_channels, held.direct_channels),
    version = held.version + 1
  where held.brand_id = configure_attribution.brand_id;
  perform analytics.attribute(data_status.brand_id, data_status.first_on, analytics.last_attributed_on(data_status.brand_id))
  from analytics.data_status
  where data_status.brand_id = configure_attribution.brand_id and data_status.kind = 'orders';
end
$$;
comment on function analytics.configure_attribution(text, text, integer, integer, integer, text, boolean, boolean, text[]) is
  'Sets the given attribution_settings of a brand, keeps the others, and recomputes the attribution of all orders. Windows are days before the '
  'order, the half-life is in hours. Raises BADRQ for a model that cannot divide orders, and NTRDY for markov if only shops and GA4 '
  'report journeys.';
grant execute on function analytics.configure_attribution(text, text, integer, integer, integer, text, boolean, boolean, text[]) to vitrine_worker;
