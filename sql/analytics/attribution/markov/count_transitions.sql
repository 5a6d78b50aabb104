create function analytics.count_transitions(brand_id text, first_on date, last_on date, timezone text, click_days integer, view_days integer)
returns void
language plpgsql volatile
as $$
declare
  v_longest_days integer := greatest(count_transitions.click_days, count_transitions.view_days);
  v_begins_at timestamptz := (count_transitions.first_on - v_longest_days)::timestamp at time zone count_transitions.timezone;
  v_ends_at timestamptz := (count_transitions.last_on + 1)::timestamp at time zone count_transitions.timezone;
begin
  delete from analytics.attribution_transitions as held
  where held.brand_id = count_transitions.brand_id and held.day between count_transitions.first_on and count_transitions.last_on;
  insert into analytics.attribution_transitions (brand_id, day, from_channel, to_channel, paths, value_micros, new_customers)
  -- Materialized, so that each is read once and joined by its hash, also without statistics right after an import.
  with ordered as materialized (
    select orders.person_id, orders.ordered_at
    from analytics.orders
    where orders.brand_id = count_transitions.brand_id
      and orders.ordered_at >= v_begins_at
      and orders.ordered_at < v_ends_at + pg_catalog.make_interval(hours => 24 * v_longest_days)
  ),
  -- A visit that ends on these days has its last touch on one of them.
  returned as materialized (
    select distinct touchpoints.person_id
    from analytics.touchpoints
    where touchpoints.brand_id = count_transitions.brand_id
      and touchpoints.touched_at >= count_transitions.first_on::timestamp at time zone count_transitions.timezone
      and touchpoints.touched_at < v_ends_at
  ),
  touched as (
    select
      touchpoints.person_id, touchpoints.touched_at, touchpoints.kind, touchpoints.channel, touchpoints.touch_id,
      touchpoints.touched_at + pg_catalog.make_interval(
        hours => 24 * case touchpoints.kind when 'click' then count_transitions.click_days else count_transitions.view_days end
      ) as expires_at
    from analytics.touchpoints
    join returned on returned.person_id = touchpoints.person_id
    where touchpoints.brand_id = count_transitions.brand_id
      and (touchpoints.kind = 'click' or count_transitions.view_days > 0)
      and touchpoints.touched_at >= v_begins_at
      and touchpoints.touched_at < v_ends_at
  ),
  -- Touches without an order within the window of their kind.
  lost as (
    select touched.*
    from touched
    where not exists (
      select from ordered
      where ordered.person_id = touched.person_id and ordered.ordered_at >= touched.touched_at and ordered.ordered_at < touched.expires_at
    )
  ),
  -- A visit ends when the windows of all its touches expire before the next touch.
  opened as (
    select
      lost.*,
      coalesce(
        lost.touched_at > pg_catalog.max(lost.expires_at) over (
          partition by lost.person_id order by lost.touched_at, lost.kind desc, lost.channel, lost.touch_id
          rows between unbounded preceding and 1 preceding
        ),
        true
      ) as begins
    from lost
  ),
  visits as (
    select
      opened.*,
      sum(opened.begins::integer) over (
        partition by opened.person_id order by opened.touched_at, opened.kind desc, opened.channel, opened.touch_id
      ) as visit
    from opened
  ),
  -- By the rule of analytics.touches_before_orders: only the last view of a channel counts, and none if the channel has a click.
  lost_paths as (
    select counted.*
    from (
      select
        visits.*,
        pg_catalog.row_number() over (
          partition by visits.person_id, visits.visit, visits.channel order by visits.kind, visits.touched_at desc, visits.touch_id desc
        ) as number_in_channel
      from visits
    ) as counted
    where counted.kind = 'click' or counted.number_in_channel = 1
  ),
  steps as (
    select
      movements.day,
      pg_catalog.lag(touches.channel) over path as from_channel,
      touches.channel,
      touches.position = touches.path_length as is_last,
      '(order)' as ends_in,
      movements.value_micros,
      movements.new_customers
    from pg_temp.attributed_touches as touches
    join (
      select attributed_values.order_id, attributed_values.day, sum(attributed_values.value_micros) as value_micros,
        sum(attributed_values.new_customers) as new_customers
      from pg_temp.attributed_values
      group by 1, 2
      having sum(attributed_values.conversions) > 0
    ) as movements on movements.order_id = touches.order_id
    window path as (partition by touches.order_id order by touches.position)
    union all
    select
      (pg_catalog.last_value(lost_paths.touched_at) over path at time zone count_transitions.timezone)::date,
      pg_catalog.lag(lost_paths.channel) over path,
      lost_paths.channel,
      pg_catalog.lead(lost_paths.channel) over path is null,
      '(none)',
      0,
      0
    from lost_paths
    window path as (
      partition by lost_paths.person_id, lost_paths.visit
      order by lost_paths.touched_at, lost_paths.kind desc, lost_paths.channel, lost_paths.touch_id
      rows between unbounded preceding and unbounded following
    )
  ),
  -- There are few kinds of steps, so that only they are split and sorted, not each step.
  kinds as (
    select
      steps.day, steps.from_channel, steps.channel, steps.is_last, steps.ends_in,
      count(*) as paths, sum(steps.value_micros) as value_micros, sum(steps.new_customers) as new_customers
    from steps
    where steps.day between count_transitions.first_on and count_transitions.last_on
    group by steps.day, steps.from_channel, steps.channel, steps.is_last, steps.ends_in
  )
  select
    count_transitions.brand_id, kinds.day, transition.from_channel, transition.to_channel,
    sum(kinds.paths), sum(transition.value_micros), sum(transition.new_customers)
  from kinds
  cross join lateral (
    values
      (coalesce(kinds.from_channel, '(start)'), kinds.channel, true, 0, 0),
      (kinds.channel, kinds.ends_in, kinds.is_last, kinds.value_micros, kinds.new_customers)
  ) as transition (from_channel, to_channel, is_there, value_micros, new_customers)
  where transition.is_there and transition.from_channel <> transition.to_channel
  group by kinds.day, transition.from_channel, transition.to_channel;
end
$$;
comment on function analytics.count_transitions(text, date, date, text, integer, integer) is
  'Counts the transitions of the paths that ended on these days, including paths without an order. Clicks and views count by the same rules in '
  'both. Skips transitions from a channel to itself, because they change no removal effect. Reads the temporary tables of its caller '
  'analytics.attribute.';
grant execute on function analytics.count_transitions(text, date, date, text, integer, integer) to vitrine_worker;
