create function analytics.attribute_shop_days(brand_id text, days date[])
returns void
language plpgsql volatile
as $$
begin
  insert into analytics.attribution_settings (brand_id) values (attribute_shop_days.brand_id) on conflict do nothing;
  -- Days that are near each other are one range. Old refunds make single days, so that they do not recompute all days since.
  perform analytics.attribute(
    runs.brand_id, greatest(runs.first_on, runs.known_from), least(runs.last_on, runs.known_to)
  )
  from (
    select
      status.brand_id, status.first_on as known_from, platform.now()::date + 1 as known_to,
      min(numbered.day) as first_on, max(numbered.day) as last_on
    from (
      select steps.day, sum(steps.begins::integer) over (order by steps.day) as run
      from (
        select given.day, coalesce(given.day - pg_catalog.lag(given.day) over (order by given.day) > 3, true) as begins
        from (select distinct changed.day from pg_catalog.unnest(attribute_shop_days.days) as changed (day)) as given
      ) as steps
    ) as numbered
    join analytics.data_status as status on status.brand_id = attribute_shop_days.brand_id and status.kind = 'orders'
    group by status.brand_id, status.first_on, numbered.run
  ) as runs
  where runs.last_on >= runs.known_from and runs.first_on <= runs.known_to;
end
$$;
comment on function analytics.attribute_shop_days(text, date[]) is 'Recomputes the attribution of the orders of these days.';

create function analytics.commit_shop_orders(brand_id text, source_id text, reply jsonb, first_on date default null, last_on date default null)
returns jsonb
language plpgsql volatile
as $$
declare
  v_updated_from constant timestamptz := (commit_shop_orders.reply ->> 'updatedFrom')::timestamptz;
  v_updated_to constant timestamptz := (commit_shop_orders.reply ->> 'updatedTo')::timestamptz;
  v_visible_since constant timestamptz := (commit_shop_orders.reply ->> 'visibleSince')::timestamptz;
  v_timezone text;
  v_window integer;
  v_known_from date;
  v_changed bigint;
  v_touch_days date[];
  v_gone_days date[] := array[]::date[];
  v_days date[];
  v_vanished text[] := array[]::text[];
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_shop_orders.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_shop_orders.brand_id;
  select greatest(settings.click_days, settings.view_days) into v_window
  from analytics.attribution_settings as settings
  where settings.brand_id = commit_shop_orders.brand_id;
  perform analytics.stage_shop_orders(commit_shop_orders.reply -> 'orders');
  perform analytics.forget_erased_visits(commit_shop_orders.brand_id);
  perform analytics.change_shop_orders(commit_shop_orders.brand_id, commit_shop_orders.source_id);
  select count(*) into v_changed from pg_temp.shop_changes;
  v_touch_days := array(select analytics.add_shop_touches(commit_shop_orders.brand_id));
  if commit_shop_orders.reply ? 'only' then
    v_gone_days := array(
      select analytics.delete_shop_orders(
        commit_shop_orders.brand_id, commit_shop_orders.source_id,
        array(
          select asked.order_id from pg_catalog.jsonb_array_elements_text(commit_shop_orders.reply -> 'only') as asked (order_id)
          where not exists (select from pg_temp.shop_orders where shop_orders.order_id = asked.order_id)
        ),
        v_visible_since
      )
    );
  elsif v_updated_from is not null then
    v_vanished := array(
      select held.order_id
      from analytics.orders as held
      where held.brand_id = commit_shop_orders.brand_id and held.source_id = commit_shop_orders.source_id
        and held.changed_at >= v_updated_from
        and (v_updated_to is null or held.changed_at < v_updated_to)
        and (v_visible_since is null or held.ordered_at >= v_visible_since)
        and not exists (select from pg_temp.shop_orders where shop_orders.order_id = held.order_id)
    );
  end if;
  if v_changed > 0 or v_touch_days <> '{}' then
    perform analytics.stitch_identities(commit_shop_orders.brand_id);
    perform analytics.ensure_journey_statistics(v_changed + (select count(*) from pg_temp.journeys));
  end if;
  select status.first_on into v_known_from
  from analytics.data_status as status
  where status.brand_id = commit_shop_orders.brand_id and status.kind = 'orders';
  if commit_shop_orders.first_on is not null then
    perform analytics.note_data(commit_shop_orders.brand_id, array[known.kind], commit_shop_orders.first_on, commit_shop_orders.last_on)
    from (values ('orders', true), ('journeys', exists (select from pg_temp.journeys))) as known (kind, is_reported)
    where known.is_reported
      and not exists (
        select from analytics.data_status as held
        where held.brand_id = commit_shop_orders.brand_id and held.kind = known.kind
          and held.first_on <= commit_shop_orders.first_on and held.last_on >= commit_shop_orders.last_on
          -- The last day is incomplete until it is read after its end. A read before its end does not change this.
          and (
            held.last_on > commit_shop_orders.last_on
            or held.last_read_at >= (held.last_on + 1)::timestamp at time zone v_timezone
            or platform.now() < (held.last_on + 1)::timestamp at time zone v_timezone
          )
      );
  end if;
  v_days := array(
    select (moved.at at time zone v_timezone)::date
    from pg_temp.shop_changes as changes
    cross join lateral (values (changes.ordered_at), (changes.old_ordered_at), (changes.refunded_at), (changes.old_refunded_at)) as moved (at)
    where moved.at is not null
      and (changes.visitor_id, changes.ordered_at, changes.revenue_micros, changes.refunded_micros, changes.refunded_at, changes.is_new_customer)
        is distinct from (
          changes.old_visitor_id, changes.old_ordered_at, changes.old_revenue_micros, changes.old_refunded_micros, changes.old_refunded_at,
          changes.old_is_new_customer
        )
    union
    -- A new touch, or one without its order, can change the credits of orders until the end of its window.
    select touched.day + after.days
    from pg_catalog.unnest(v_touch_days || v_gone_days) as touched (day)
    cross join pg_catalog.generate_series(0, coalesce(v_window, 30) + 1) as after (days)
    union
    -- Orders that were stored before their days were read belong to known days now.
    select days.day::date
    from pg_catalog.generate_series(commit_shop_orders.first_on::timestamp, v_known_from - 1, interval '1 day') as days (day)
  );
  if v_days <> '{}' then
    perform analytics.attribute_shop_days(commit_shop_orders.brand_id, v_days);
  end if;
  drop table pg_temp.shop_orders, pg_temp.journeys, pg_temp.shop_changes;
  return pg_catalog.jsonb_build_object(
    'changed', v_changed, 'vanished', v_vanished, 'is_changed', v_changed > 0 or v_touch_days <> '{}' or v_gone_days <> '{}'
  );
end
$$;
comment on function analytics.commit_shop_orders(text, text, jsonb, date, date) is
  'Writes the orders and visits of a reply of a connected shop (OrdersReply of shared/sources/platform.ts), and recomputes the attribution that they '
  'change. Unchanged orders write nothing. Single orders that were asked for and do not exist are deleted. Stored orders that changed between the '
  'times of the reply and are not in it are returned as vanished, because they changed again or were deleted. first_on, last_on: the days on which '
  'all orders are known now. Raises BADRQ if an exchange rate is missing.';

grant execute on function
  analytics.attribute_shop_days(text, date[]),
  analytics.commit_shop_orders(text, text, jsonb, date, date)
to vitrine_worker;
