create function simulate.roll(seed text, sides integer)
returns integer
language sql immutable parallel safe
return ('x' || pg_catalog.left(pg_catalog.md5(roll.seed), 7))::bit(28)::integer % roll.sides;
comment on function simulate.roll(text, integer) is 'A number from 0 to sides - 1 that follows from the seed alone.';

create function simulate.visits(first_on date, last_on date)
returns table (visitor_id text, arrived_at timestamptz, has_ordered boolean, touches integer)
language sql stable
as $$
  select
    'v' || pg_catalog.to_char(series.day, 'YYMMDD') || '-' || visit.no,
    (series.day + pg_catalog.make_interval(mins => 420 + simulate.roll('minute' || series.day || visit.no, 960))) at time zone 'America/New_York',
    visit.no <= 22 + simulate.roll('orders' || series.day, 12),
    case simulate.roll('touches' || series.day || visit.no, 12) when 0 then 0 when 1 then 4 when 2 then 4 when 3 then 3 when 4 then 3 when 5 then 3
      when 6 then 2 when 7 then 2 when 8 then 2 else 1
    end
  from pg_catalog.generate_series(visits.first_on::timestamp, visits.last_on, interval '1 day') as series (day)
  cross join pg_catalog.generate_series(1, 60) as visit (no);
$$;
comment on function simulate.visits(date, date) is 'Who came on a day, whether they bought, and how many touches had led them there; every day sixty.';

create function simulate.import_journeys(first_on date, last_on date)
returns void
language plpgsql volatile
as $$
begin
  perform analytics.open_journey_import();
  insert into pg_temp.journeys (line, customer_id, touched_at, channel, kind)
  select
    pg_catalog.row_number() over (), visits.visitor_id,
    (visits.arrived_at - pg_catalog.make_interval(mins => 7 + (touch.no - 1) * 1900 + simulate.roll('ago' || visits.visitor_id || touch.no, 1800)))::text,
    (array['google', 'google', 'google', 'meta', 'meta', 'meta', 'tiktok', 'email', 'organic search', 'direct'])
      [simulate.roll('channel' || visits.visitor_id || touch.no, 10) + 1],
    case when simulate.roll('kind' || visits.visitor_id || touch.no, 100) < 14 then 'view' else 'click' end
  from simulate.visits(import_journeys.first_on, import_journeys.last_on) as visits
  cross join lateral pg_catalog.generate_series(1, visits.touches) as touch (no);
  perform analytics.commit_journey_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.journeys));
  drop table pg_temp.journeys, pg_temp.touches, pg_temp.rejections;

  perform analytics.open_order_import();
  insert into pg_temp.orders (line, order_id, customer_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at)
  select
    pg_catalog.row_number() over (), 'o' || visits.visitor_id, visits.visitor_id, visits.arrived_at::text, amount.micros,
    simulate.roll('new' || visits.visitor_id, 100) < 58,
    case when simulate.roll('refund' || visits.visitor_id, 100) < 4 then amount.micros else 0 end,
    (visits.arrived_at + interval '6 days')::text
  from simulate.visits(import_journeys.first_on, import_journeys.last_on) as visits
  cross join lateral (select (3900 + simulate.roll('amount' || visits.visitor_id, 14100)) * 10000::bigint as micros) as amount
  where visits.has_ordered;
  perform analytics.commit_order_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.orders));
  drop table pg_temp.orders, pg_temp.bought, pg_temp.rejections;
end
$$;
comment on function simulate.import_journeys(date, date) is 'Brings the simulated visits of these days in through the functions that import real ones.';
grant execute on function
  simulate.roll(text, integer),
  simulate.visits(date, date),
  simulate.import_journeys(date, date)
to vitrine_worker;
