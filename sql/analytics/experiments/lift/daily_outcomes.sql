create function analytics.orders_known(brand core.brands, out first_on date, out last_on date)
language sql stable
as $$
  select
    data_status.first_on,
    -- The last day that was read before its end lacks the orders after that time.
    least(
      data_status.last_on, (platform.now() at time zone (orders_known.brand).timezone)::date - 1,
      (data_status.last_read_at at time zone (orders_known.brand).timezone)::date - 1
    )
  from analytics.data_status
  where data_status.brand_id = (orders_known.brand).brand_id and data_status.kind = 'orders';
$$;
comment on function analytics.orders_known(core.brands) is 'Returns the first day and the last day of which all orders of a brand are known: finished, and read after its end. Null before the first import.';

create function analytics.daily_outcomes(brand core.brands, date_from date, date_to date, out orders double precision[], out revenue double precision[])
language sql stable
as $$
  with known as materialized (
    select * from analytics.orders_known(daily_outcomes.brand)
  ),
  days as (
    select movements.day, sum(movements.conversions) as orders, sum(movements.value_micros) * 0.000001 as revenue
    from analytics.order_movements(
      (daily_outcomes.brand).brand_id, 'accrual', (daily_outcomes.brand).timezone, daily_outcomes.date_from, daily_outcomes.date_to
    ) as movements
    group by movements.day
  )
  select
    pg_catalog.array_agg(case when known.first_on is not null then coalesce(days.orders, 0)::double precision end order by series.day),
    pg_catalog.array_agg(case when known.first_on is not null then coalesce(days.revenue, 0)::double precision end order by series.day)
  from pg_catalog.generate_series(daily_outcomes.date_from::timestamp, daily_outcomes.date_to::timestamp, interval '1 day') as series (day)
  left join known on series.day::date between known.first_on and known.last_on
  left join days on days.day = series.day::date;
$$;
comment on function analytics.daily_outcomes(core.brands, date, date) is
  'Returns the number and the value of the brand''s own orders on each day, in order. Both are less refunds, on the day of the order. Null for days before '
  'the first import, days that are not over or were last read before their end, and days after the last import; 0 for a known day without orders.';
grant execute on function
  analytics.orders_known(core.brands),
  analytics.daily_outcomes(core.brands, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
