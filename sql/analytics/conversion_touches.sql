create view analytics.conversion_touches
with (security_invoker = true)
as
-- Every window is cut by brand, time and order, so that a question about one brand and month reads no more than that.
with touches as (
  select
    orders.brand_id,
    orders.ordered_at,
    orders.order_id,
    orders.person_id,
    touchpoints.touched_at,
    touchpoints.kind,
    touchpoints.channel,
    touchpoints.touch_id,
    settings.is_collapsed,
    settings.half_life_hours,
    settings.first_share::double precision as first_share,
    settings.last_share::double precision as last_share,
    pg_catalog.lower(touchpoints.channel) = any (settings.direct_channels) as is_direct,
    pg_catalog.bool_or(touchpoints.kind = 'click') over of_channel as is_clicked,
    pg_catalog.row_number() over (
      partition by orders.brand_id, orders.ordered_at, orders.order_id, touchpoints.channel, touchpoints.kind
      order by touchpoints.touched_at desc, touchpoints.touch_id desc
    ) as number_from_last
  from analytics.orders
  join analytics.attribution_settings as settings on settings.brand_id = orders.brand_id
  join analytics.touchpoints
    on touchpoints.brand_id = orders.brand_id
    and touchpoints.person_id = orders.person_id
    and touchpoints.touched_at <= orders.ordered_at
    and touchpoints.touched_at > orders.ordered_at - pg_catalog.make_interval(hours => 24 * greatest(settings.click_days, settings.view_days))
    and touchpoints.touched_at > orders.ordered_at
      - pg_catalog.make_interval(hours => 24 * case touchpoints.kind when 'click' then settings.click_days else settings.view_days end)
  where not settings.is_cut_at_orders
    or not exists (
      select from analytics.orders as earlier
      where earlier.brand_id = orders.brand_id
        and earlier.person_id = orders.person_id
        and earlier.ordered_at < orders.ordered_at
        and earlier.ordered_at >= touchpoints.touched_at
    )
  window of_channel as (partition by orders.brand_id, orders.ordered_at, orders.order_id, touchpoints.channel)
),
counted as (
  select
    touches.*,
    pg_catalog.lead(touches.channel) over path as next_channel
  from touches
  where touches.kind = 'click' or (not touches.is_clicked and touches.number_from_last = 1)
  window path as (
    partition by touches.brand_id, touches.ordered_at, touches.order_id
    order by touches.touched_at, touches.kind desc, touches.channel, touches.touch_id
  )
),
placed as (
  select
    counted.*,
    pg_catalog.row_number() over path as position,
    count(*) over whole as path_length,
    pg_catalog.dense_rank() over (partition by counted.brand_id, counted.ordered_at, counted.order_id order by counted.channel)
    + pg_catalog.dense_rank() over (partition by counted.brand_id, counted.ordered_at, counted.order_id order by counted.channel desc)
    - 1 as channels,
    count(*) over (partition by counted.brand_id, counted.ordered_at, counted.order_id, counted.channel) as touches_of_channel,
    pg_catalog.bool_and(counted.is_direct) over whole as is_all_direct,
    pg_catalog.row_number() over (
      partition by counted.brand_id, counted.ordered_at, counted.order_id
      order by counted.is_direct, counted.touched_at desc, counted.kind, counted.channel desc, counted.touch_id desc
    ) as number_from_last_non_direct,
    pg_catalog.power(
      2,
      -- Beyond a thousand half-lives a double would be too small to hold.
      greatest(
        -1000,
        -extract(epoch from pg_catalog.max(counted.touched_at) over whole - counted.touched_at)::double precision / (3600 * counted.half_life_hours)
      )
    ) as freshness
  from counted
  where not counted.is_collapsed or counted.next_channel is distinct from counted.channel
  window
    path as (
      partition by counted.brand_id, counted.ordered_at, counted.order_id
      order by counted.touched_at, counted.kind desc, counted.channel, counted.touch_id
    ),
    whole as (partition by counted.brand_id, counted.ordered_at, counted.order_id)
)
select
  placed.brand_id,
  placed.ordered_at,
  placed.order_id,
  placed.person_id,
  placed.touched_at,
  placed.kind,
  placed.channel,
  placed.position,
  placed.path_length,
  (placed.position = 1)::integer::double precision as first_touch,
  (placed.position = placed.path_length)::integer::double precision as last_touch,
  (placed.number_from_last_non_direct = 1)::integer::double precision as last_non_direct,
  1::double precision / placed.path_length as linear,
  1::double precision / (placed.channels * placed.touches_of_channel) as linear_unique,
  case
    when placed.path_length = 1 then 1
    when placed.path_length = 2 and placed.position = 1 then placed.first_share / (placed.first_share + placed.last_share)
    when placed.path_length = 2 then placed.last_share / (placed.first_share + placed.last_share)
    when placed.position = 1 then placed.first_share
    when placed.position = placed.path_length then placed.last_share
    else (1 - placed.first_share - placed.last_share) / (placed.path_length - 2)
  end as "position_based",
  placed.freshness / sum(placed.freshness) over (partition by placed.brand_id, placed.ordered_at, placed.order_id) as time_decay,
  1::double precision / placed.touches_of_channel as participation
from placed;
comment on view analytics.conversion_touches is
  'Every touch that led to an order, within the brand''s windows, with the part of the order that each model gives it. Ask for one brand and a range of ordered_at.';
comment on column analytics.conversion_touches.position is 'From 1, the earliest, to path_length. At one instant views come before clicks, then by channel.';
grant select on analytics.conversion_touches to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.conversion_paths
with (security_invoker = true)
as
select
  touches.brand_id,
  touches.ordered_at,
  touches.order_id,
  pg_catalog.string_agg(touches.channel, ' > ' order by touches.position) as path,
  count(*) as touches,
  min(touches.touched_at) as first_touched_at
from analytics.conversion_touches as touches
group by touches.brand_id, touches.ordered_at, touches.order_id;
comment on view analytics.conversion_paths is 'The way to each order as text: tiktok > meta > google. Orders that no touch led to are absent.';
grant select on analytics.conversion_paths to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.daily_attribution
with (security_invoker = true)
as
select
  credits.brand_id,
  credits.model,
  credits.day,
  credits.channel,
  (credits.value_micros / 1000000)::numeric as value,
  credits.conversions::numeric as conversions,
  credits.new_customers::numeric as new_customers
from analytics.attribution_credits as credits;
comment on view analytics.daily_attribution is
  'Each channel''s part in the orders of a day, by model, in whole units of the brand''s currency. One model at a time adds up; participation does not.';
grant select on analytics.daily_attribution to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
