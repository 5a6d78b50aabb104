create function sources.commit_sessions(brand_id text, window_id text, lease text, rows jsonb, unknown_fields integer, limitations text[])
returns jsonb
language plpgsql volatile
as $$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_read_to date;
  v_changed bigint;
begin
  v_window := sources.require_window(commit_sessions.brand_id, commit_sessions.window_id, commit_sessions.lease);
  v_source := sources.require_lease(commit_sessions.brand_id, v_window.source_id, commit_sessions.lease);
  create temporary table ga4_rows on commit drop as
  select
    (given.day + pg_catalog.make_time(given.hour, 0, 0)) at time zone v_source.timezone as hour,
    given.source, given.medium, given.campaign,
    sum(given.sessions)::bigint as sessions, sum(given.key_events) as key_events, sum(given.purchases) as purchases,
    sum(
      analytics.in_brand_currency(
        commit_sessions.brand_id, pg_catalog.round(given.revenue * 1000000)::bigint, case when given.revenue <> 0 then v_source.currency end, given.day
      )
    )::bigint as revenue_micros,
    pg_catalog.bool_or(
      given.revenue <> 0 and analytics.in_brand_currency(commit_sessions.brand_id, 1000000, v_source.currency, given.day) is null
    ) as lacks_rate,
    given.day
  from pg_catalog.jsonb_to_recordset(
    -- Texts that differ in hidden characters only are the same.
    case when platform.is_plain(commit_sessions.rows) then commit_sessions.rows else platform.plain(commit_sessions.rows) end
  ) as given (
    day date, hour integer, source text, medium text, campaign text, sessions numeric, key_events numeric, purchases numeric, revenue numeric
  )
  group by given.day, 1, given.source, given.medium, given.campaign;
  v_read_to := sources.rated_through(
    (
      select pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object('from_currency', v_source.currency, 'to_currency', brands.currency, 'days', missing.days)
      )
      from core.brands
      cross join (
        select pg_catalog.range_agg(pg_catalog.daterange(ga4_rows.day, ga4_rows.day, '[]')) as days
        from pg_temp.ga4_rows
        where ga4_rows.lacks_rate
      ) as missing
      where brands.brand_id = commit_sessions.brand_id and missing.days is not null
    ), v_source, v_window.last_on
  );
  delete from pg_temp.ga4_rows where ga4_rows.day > v_read_to;
  with removed as (
    delete from analytics.ga4_sessions as held
    where held.brand_id = commit_sessions.brand_id and held.property_id = v_source.external_id
      and held.hour >= v_window.first_on::timestamp at time zone v_source.timezone
      and held.hour < (v_read_to + 1)::timestamp at time zone v_source.timezone
      and not exists (
        select from pg_temp.ga4_rows as rows
        where (rows.hour, rows.source, rows.medium, rows.campaign) = (held.hour, held.source, held.medium, held.campaign)
      )
    returning held.hour
  ),
  written as (
    insert into analytics.ga4_sessions as held
      (brand_id, property_id, hour, source, medium, campaign, sessions, key_events, purchases, revenue_micros)
    select
      commit_sessions.brand_id, v_source.external_id, rows.hour, rows.source, rows.medium, rows.campaign,
      rows.sessions, rows.key_events, rows.purchases, rows.revenue_micros
    from pg_temp.ga4_rows as rows
    on conflict on constraint ga4_sessions_pkey do update
    set
      sessions = excluded.sessions, key_events = excluded.key_events, purchases = excluded.purchases, revenue_micros = excluded.revenue_micros
    where (held.sessions, held.key_events, held.purchases, held.revenue_micros)
      is distinct from (excluded.sessions, excluded.key_events, excluded.purchases, excluded.revenue_micros)
    returning held.hour
  )
  select (select count(*) from removed) + (select count(*) from written) into v_changed;
  drop table pg_temp.ga4_rows;
  if v_read_to between v_window.first_on and v_window.last_on - 1 then
    perform sources.shorten_window(v_window, v_read_to);
  end if;
  perform sources.finish_window(
    commit_sessions.brand_id, commit_sessions.window_id, commit_sessions.lease, pg_catalog.jsonb_array_length(commit_sessions.rows), v_changed,
    commit_sessions.unknown_fields, commit_sessions.limitations, read_from => case when v_read_to < v_window.first_on then v_window.last_on + 1 end
  );
  perform sources.note_rated_days(v_window, v_read_to);
  return pg_catalog.jsonb_build_object('rows', pg_catalog.jsonb_array_length(commit_sessions.rows), 'changed', v_changed);
end
$$;
comment on function sources.commit_sessions(text, text, text, jsonb, integer, text[]) is
  'Replaces one window of sessions of a GA4 property by a whole reply. Unchanged rows are not written. Newest days without an exchange rate are not '
  'stored, and the window ends before them. Writes nothing if earlier days lack one (BADRQ).';

create function sources.commit_transactions(brand_id text, window_id text, lease text, rows jsonb, unknown_fields integer, limitations text[])
returns jsonb
language plpgsql volatile
as $$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_changed text[];
begin
  v_window := sources.require_window(commit_transactions.brand_id, commit_transactions.window_id, commit_transactions.lease);
  v_source := sources.require_lease(commit_transactions.brand_id, v_window.source_id, commit_transactions.lease);
  -- GA4 gives a transaction several rows if it was sent twice. All hours are stored, so that the first one does not depend on the order of the windows.
  create temporary table ga4_rows on commit drop as
  select distinct on (given.transaction_id, 2)
    given.transaction_id, (given.day + pg_catalog.make_time(given.hour, 0, 0)) at time zone v_source.timezone as hour,
    given.source, given.medium, given.campaign
  from pg_catalog.jsonb_to_recordset(
    -- Texts that differ in hidden characters only are the same.
    case when platform.is_plain(commit_transactions.rows) then commit_transactions.rows else platform.plain(commit_transactions.rows) end
  ) as given (
    transaction_id text, day date, hour integer, source text, medium text, campaign text
  )
  where given.transaction_id not in ('', '(not set)', '(other)')
    and not exists (
      select from analytics.orders
      where orders.brand_id = commit_transactions.brand_id and orders.order_id = given.transaction_id
        and orders.visitor_id = analytics.erased_visitor_id(orders.order_id)
    )
  order by given.transaction_id, 2, given.source, given.medium, given.campaign;
  with removed as (
    delete from analytics.ga4_transactions as held
    where held.brand_id = commit_transactions.brand_id and held.property_id = v_source.external_id
      and held.hour >= v_window.first_on::timestamp at time zone v_source.timezone
      and held.hour < (v_window.last_on + 1)::timestamp at time zone v_source.timezone
      and not exists (select from pg_temp.ga4_rows as rows where rows.transaction_id = held.transaction_id and rows.hour = held.hour)
    returning held.transaction_id
  ),
  written as (
    insert into analytics.ga4_transactions as held (brand_id, property_id, transaction_id, hour, source, medium, campaign)
    select
      commit_transactions.brand_id, v_source.external_id, rows.transaction_id, rows.hour, rows.source, rows.medium, rows.campaign
    from pg_temp.ga4_rows as rows
    on conflict on constraint ga4_transactions_pkey do update
    set source = excluded.source, medium = excluded.medium, campaign = excluded.campaign
    where (held.source, held.medium, held.campaign) is distinct from (excluded.source, excluded.medium, excluded.campaign)
    returning held.transaction_id
  )
  select pg_catalog.array_agg(changed.transaction_id) into v_changed
  from (select removed.transaction_id from removed union all select written.transaction_id from written) as changed;
  drop table pg_temp.ga4_rows;
  -- Once a night all orders are compared, because files change orders and touches too.
  if v_changed is not null or v_window.purpose in ('nightly', 'weekly') then
    perform sources.touch_ga4_orders(
      commit_transactions.brand_id, case when v_window.purpose not in ('nightly', 'weekly') then v_changed end
    );
  end if;
  perform sources.finish_window(
    commit_transactions.brand_id, commit_transactions.window_id, commit_transactions.lease, pg_catalog.jsonb_array_length(commit_transactions.rows),
    coalesce(pg_catalog.cardinality(v_changed), 0), commit_transactions.unknown_fields, commit_transactions.limitations
  );
  return pg_catalog.jsonb_build_object(
    'rows', pg_catalog.jsonb_array_length(commit_transactions.rows), 'changed', coalesce(pg_catalog.cardinality(v_changed), 0)
  );
end
$$;
comment on function sources.commit_transactions(text, text, text, jsonb, integer, text[]) is
  'Replaces one window of transactions of a GA4 property by a whole reply, and gives their orders a touch (sources.touch_ga4_orders).';

create function sources.touch_ga4_orders(brand_id text, order_ids text[] default null)
returns bigint
language plpgsql volatile
as $$
declare
  v_order_ids text[];
  v_written bigint;
  v_removed bigint;
  v_first_on date;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || touch_ga4_orders.brand_id, 0));
  if touch_ga4_orders.order_ids is not null then
    -- An observed touch concerns all orders of its person.
    v_order_ids := touch_ga4_orders.order_ids || array(
      select others.order_id
      from analytics.orders as held
      join analytics.orders as others on others.brand_id = held.brand_id and others.person_id = held.person_id
      where held.brand_id = touch_ga4_orders.brand_id and held.order_id = any (touch_ga4_orders.order_ids)
    );
  end if;
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, touched_at, channel, kind, touch_id, campaign)
  select
    pg_catalog.row_number() over (order by orders.order_id), orders.order_id, least(reported.hour, orders.ordered_at)::text,
    case when reported.medium in ('', '(none)', '(not set)') then reported.source else reported.source || ' / ' || reported.medium end,
    'click', 'ga4:' || orders.order_id, nullif(nullif(reported.campaign, '(not set)'), '(direct)')
  from analytics.orders
  join (
    select distinct on (held.transaction_id) held.*
    from analytics.ga4_transactions as held
    where held.brand_id = touch_ga4_orders.brand_id and (v_order_ids is null or held.transaction_id = any (v_order_ids))
    order by held.transaction_id, held.hour, held.property_id
  ) as reported on reported.transaction_id = orders.order_id
  where orders.brand_id = touch_ga4_orders.brand_id
    and (v_order_ids is null or orders.order_id = any (v_order_ids))
    and orders.visitor_id <> analytics.erased_visitor_id(orders.order_id)
    and not exists (
      select from analytics.touchpoints as observed
      where observed.brand_id = orders.brand_id and observed.person_id = orders.person_id and observed.reported_by is null
        and observed.touched_at <= orders.ordered_at
    );
  perform analytics.name_channels(touch_ga4_orders.brand_id);
  create temporary table ga4_touches on commit drop as
  select
    orders.visitor_id, orders.person_id, journeys.touched_at::timestamptz as touched_at, journeys.channel, journeys.touch_id, journeys.campaign
  from pg_temp.journeys
  join analytics.orders on orders.brand_id = touch_ga4_orders.brand_id and orders.order_id = journeys.customer_id;
  with removed as (
    delete from analytics.touchpoints as held
    where held.brand_id = touch_ga4_orders.brand_id and held.reported_by = 'ga4'
      and (v_order_ids is null or held.touch_id in (select 'ga4:' || given.order_id from pg_catalog.unnest(v_order_ids) as given (order_id)))
      and not exists (
        select from pg_temp.ga4_touches as touches
        where (touches.visitor_id, touches.touched_at, touches.channel, touches.touch_id)
          = (held.visitor_id, held.touched_at, held.channel, held.touch_id)
      )
    returning held.touched_at
  )
  select count(*), min(removed.touched_at)::date - 1 into v_removed, v_first_on from removed;
  with written as (
    insert into analytics.touchpoints as held
      (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign, reported_by)
    select
      touch_ga4_orders.brand_id, touches.visitor_id, touches.touched_at, 'click', touches.channel, touches.touch_id, touches.person_id,
      touches.campaign, 'ga4'
    from pg_temp.ga4_touches as touches
    on conflict on constraint touchpoints_pkey do update
    set campaign = excluded.campaign
    where held.campaign is distinct from excluded.campaign
    returning held.touched_at
  )
  select count(*), least(v_first_on, min(written.touched_at)::date - 1) into v_written, v_first_on from written;
  drop table pg_temp.journeys, pg_temp.ga4_touches;
  if v_written + v_removed > 0 then
    perform analytics.attribute_imported(touch_ga4_orders.brand_id, v_first_on, v_written + v_removed);
  end if;
  return v_written + v_removed;
end
$$;
comment on function sources.touch_ga4_orders(text, text[]) is
  'Gives each order that GA4 knows by its id, and that has no observed touch, one touch with the origin that GA4 attributes it to. Removes such touches '
  'that no longer apply. order_ids: only these orders and the others of their persons. Returns the number of changed touches.';
