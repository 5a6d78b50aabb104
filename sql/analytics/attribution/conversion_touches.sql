create function analytics.longest_window(channel_windows jsonb)
returns integer
language sql immutable
as $$
  select max(days.value::integer)
  from pg_catalog.jsonb_each(longest_window.channel_windows) as channel
  cross join lateral pg_catalog.jsonb_each_text(channel.value) as days;
$$;
comment on function analytics.longest_window(jsonb) is 'Returns the most days of these windows of channels. Null without any.';
grant execute on function analytics.longest_window(jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.touches_before_orders(
  brand_id text, click_days integer, view_days integer, half_life_hours integer, first_share double precision, last_share double precision,
  is_collapsed boolean, is_cut_at_orders boolean, direct_channels text[], channel_windows jsonb default '{}'::jsonb
)
returns table (
  brand_id text, ordered_at timestamptz, order_id text, person_id text, touched_at timestamptz, kind text, channel text,
  "position" bigint, path_length bigint,
  first_touch double precision, last_touch double precision, last_non_direct double precision, linear double precision,
  linear_unique double precision, position_based double precision, time_decay double precision, participation double precision,
  campaign text, ad text, creative text, opening_campaign text, opening_ad text, opening_creative text
)
language sql stable
as $$
-- All windows are partitioned by brand, time and order, so that a query for one brand and month reads only those rows.
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
    touchpoints.campaign,
    touchpoints.ad,
    touchpoints.creative,
    pg_catalog.lower(touchpoints.channel) = any (touches_before_orders.direct_channels) as is_direct,
    -- Clicks are numbered first, so that a view has number 1 only if it is the last view of its channel and the channel has no click.
    pg_catalog.row_number() over (
      partition by orders.brand_id, orders.ordered_at, orders.order_id, touchpoints.channel
      order by touchpoints.kind, touchpoints.touched_at desc, touchpoints.touch_id desc
    ) as number_in_channel
  from analytics.orders
  join analytics.touchpoints
    on touchpoints.brand_id = orders.brand_id
    and touchpoints.person_id = orders.person_id
    and touchpoints.touched_at <= orders.ordered_at
    and touchpoints.touched_at > orders.ordered_at - pg_catalog.make_interval(
      hours => 24 * greatest(
        touches_before_orders.click_days, touches_before_orders.view_days, analytics.longest_window(touches_before_orders.channel_windows)
      )
    )
    and touchpoints.touched_at > orders.ordered_at
      - pg_catalog.make_interval(
        hours => 24 * case touchpoints.kind
          when 'click' then coalesce(
            (touches_before_orders.channel_windows -> pg_catalog.lower(touchpoints.channel) ->> 'click_days')::integer, touches_before_orders.click_days
          )
          else coalesce(
            (touches_before_orders.channel_windows -> pg_catalog.lower(touchpoints.channel) ->> 'view_days')::integer, touches_before_orders.view_days
          )
        end
      )
  where orders.brand_id = touches_before_orders.brand_id
    and (
      not touches_before_orders.is_cut_at_orders
      or not exists (
        select from analytics.orders as earlier
        where earlier.brand_id = orders.brand_id
          and earlier.person_id = orders.person_id
          and earlier.ordered_at < orders.ordered_at
          and earlier.ordered_at >= touchpoints.touched_at
      )
    )
),
counted as (
  select
    touches.*,
    pg_catalog.lead(touches.channel) over path as next_channel,
    pg_catalog.lag(touches.channel) over path as previous_channel
  from touches
  where touches.kind = 'click' or touches.number_in_channel = 1
  window path as (
    partition by touches.brand_id, touches.ordered_at, touches.order_id
    order by touches.touched_at, touches.kind desc, touches.channel, touches.touch_id
  )
),
-- A run counts as one touch. If the brand collapses touches, it contains consecutive touches of one channel, otherwise one touch.
in_runs as (
  select
    counted.*,
    count(*) filter (where not touches_before_orders.is_collapsed or counted.previous_channel is distinct from counted.channel) over path as run
  from counted
  window path as (
    partition by counted.brand_id, counted.ordered_at, counted.order_id
    order by counted.touched_at, counted.kind desc, counted.channel, counted.touch_id
  )
),
opened as (
  select
    in_runs.*,
    pg_catalog.first_value(in_runs.campaign) over run as opening_campaign,
    pg_catalog.first_value(in_runs.ad) over run as opening_ad,
    pg_catalog.first_value(in_runs.creative) over run as opening_creative
  from in_runs
  window run as (
    partition by in_runs.brand_id, in_runs.ordered_at, in_runs.order_id, in_runs.run
    order by in_runs.touched_at, in_runs.kind desc, in_runs.channel, in_runs.touch_id
  )
),
placed as (
  select
    counted.*,
    pg_catalog.row_number() over path as position,
    count(*) over all_touches as path_length,
    pg_catalog.dense_rank() over (partition by counted.brand_id, counted.ordered_at, counted.order_id order by counted.channel)
    + pg_catalog.dense_rank() over (partition by counted.brand_id, counted.ordered_at, counted.order_id order by counted.channel desc)
    - 1 as channels,
    count(*) over (partition by counted.brand_id, counted.ordered_at, counted.order_id, counted.channel) as touches_of_channel,
    pg_catalog.bool_and(counted.is_direct) over all_touches as is_all_direct,
    pg_catalog.row_number() over (
      partition by counted.brand_id, counted.ordered_at, counted.order_id
      order by counted.is_direct, counted.touched_at desc, counted.kind, counted.channel desc, counted.touch_id desc
    ) as number_from_last_non_direct,
    pg_catalog.power(
      2,
      -- The limit of 1000 half-lives prevents an underflow.
      greatest(
        -1000,
        -extract(epoch from pg_catalog.max(counted.touched_at) over all_touches - counted.touched_at)::double precision / (3600 * touches_before_orders.half_life_hours)
      )
    ) as freshness
  from opened as counted
  where not touches_before_orders.is_collapsed or counted.next_channel is distinct from counted.channel
  window
    path as (
      partition by counted.brand_id, counted.ordered_at, counted.order_id
      order by counted.touched_at, counted.kind desc, counted.channel, counted.touch_id
    ),
    all_touches as (partition by counted.brand_id, counted.ordered_at, counted.order_id)
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
    when placed.path_length = 2 and placed.position = 1 then touches_before_orders.first_share / (touches_before_orders.first_share + touches_before_orders.last_share)
    when placed.path_length = 2 then touches_before_orders.last_share / (touches_before_orders.first_share + touches_before_orders.last_share)
    when placed.position = 1 then touches_before_orders.first_share
    when placed.position = placed.path_length then touches_before_orders.last_share
    else (1 - touches_before_orders.first_share - touches_before_orders.last_share) / (placed.path_length - 2)
  end as "position_based",
  placed.freshness / sum(placed.freshness) over (partition by placed.brand_id, placed.ordered_at, placed.order_id) as time_decay,
  1::double precision / placed.touches_of_channel as participation,
  placed.campaign,
  placed.ad,
  placed.creative,
  placed.opening_campaign,
  placed.opening_ad,
  placed.opening_creative
from placed;
$$;
comment on function
  analytics.touches_before_orders(text, integer, integer, integer, double precision, double precision, boolean, boolean, text[], jsonb)
is
  'The touches before each order of a brand under the given settings: analytics.conversion_touches has them under those of the brand. Postgres '
  'inlines it, so that a filter by ordered_at reads only those orders. channel_windows: click_days and view_days of single channels, by their names in '
  'lower case.';
grant execute on function
  analytics.touches_before_orders(text, integer, integer, integer, double precision, double precision, boolean, boolean, text[], jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.conversion_touches
with (security_invoker = true)
as
select
  touches.brand_id,
  touches.ordered_at,
  touches.order_id,
  touches.person_id,
  touches.touched_at,
  touches.kind,
  touches.channel,
  touches.position,
  touches.path_length,
  touches.first_touch,
  touches.last_touch,
  touches.last_non_direct,
  touches.linear,
  touches.linear_unique,
  touches.position_based,
  touches.time_decay,
  touches.participation,
  touches.campaign,
  touches.ad,
  touches.creative,
  touches.opening_campaign,
  touches.opening_ad,
  touches.opening_creative
from analytics.attribution_settings as settings
cross join lateral analytics.touches_before_orders(
  settings.brand_id, settings.click_days, settings.view_days, settings.half_life_hours, settings.first_share::double precision,
  settings.last_share::double precision, settings.is_collapsed, settings.is_cut_at_orders, settings.direct_channels
) as touches
where touches.brand_id = settings.brand_id;
comment on view analytics.conversion_touches is
  'Touches before each order within the brand''s windows, with the part of the order that each model gives them. The views of a channel count once, as the '
  'last of them, and not at all if the order has a click of the channel. Filter by one brand and a range of ordered_at.';
comment on column analytics.conversion_touches.brand_id is 'The brand.';
comment on column analytics.conversion_touches.ordered_at is 'Time of the order.';
comment on column analytics.conversion_touches.order_id is 'The store''s id of the order.';
comment on column analytics.conversion_touches.person_id is 'Id of the customer: one id for all visitor ids that are linked to each other.';
comment on column analytics.conversion_touches.touched_at is 'Time of the touch.';
comment on column analytics.conversion_touches.kind is 'click or view.';
comment on column analytics.conversion_touches.channel is 'The channel, in the spelling of its first import.';
comment on column analytics.conversion_touches.position is 'From 1, the earliest. At the same time, views come before clicks, then by channel.';
comment on column analytics.conversion_touches.path_length is 'Number of touches. By default, consecutive touches of a channel count as one.';
comment on column analytics.conversion_touches.first_touch is 'Part of the order under the model first_touch, 0 to 1.';
comment on column analytics.conversion_touches.last_touch is 'Part of the order under the model last_touch, 0 to 1.';
comment on column analytics.conversion_touches.last_non_direct is 'Part of the order under the model last_non_direct, 0 to 1.';
comment on column analytics.conversion_touches.linear is 'Part of the order under the model linear, 0 to 1.';
comment on column analytics.conversion_touches.linear_unique is 'Part of the order under the model linear_unique, 0 to 1.';
comment on column analytics.conversion_touches.position_based is 'Part of the order under the model position, 0 to 1.';
comment on column analytics.conversion_touches.time_decay is 'Part of the order under the model time_decay, 0 to 1.';
comment on column analytics.conversion_touches.participation is 'Part of the order under the model participation: the parts of one channel add up to 1.';
comment on column analytics.conversion_touches.campaign is 'Campaign of the touch, or of the last touch of its run. Null if not reported.';
comment on column analytics.conversion_touches.ad is 'Ad of the touch. If several touches count as one, the ad of the last. Null if not reported.';
comment on column analytics.conversion_touches.creative is 'Creative of the touch, or of the last touch of its run. Null if not reported.';
comment on column analytics.conversion_touches.opening_campaign is 'The campaign of the first of several touches that count as one.';
comment on column analytics.conversion_touches.opening_ad is 'The ad of the first of several touches that count as one.';
comment on column analytics.conversion_touches.opening_creative is 'The creative of the first of several touches that count as one.';
grant select on analytics.conversion_touches to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
