create function analytics.lift_effects(brand core.brands, experiment analytics.experiments, first_pair integer, last_pair integer)
returns table (
  metric text, effect double precision, lower double precision, upper double precision, level double precision, p_value double precision,
  is_exact boolean, off_per_day double precision, pairs integer
)
language sql stable
as $$
  with outcomes as materialized (
    select named.metric, named.days[:70] as history, named.days[71:] as days
    from analytics.daily_outcomes(
      lift_effects.brand, (lift_effects.experiment).starts_on - 70,
      (lift_effects.experiment).starts_on + 2 * (lift_effects.experiment).block_days * lift_effects.last_pair - 1
    ) as daily
    cross join lateral (values ('orders', daily.orders), ('revenue', daily.revenue)) as named (metric, days)
  ),
  calendar as materialized (
    select blocks.*
    from analytics.switchback_blocks(
      (lift_effects.experiment).starts_on, lift_effects.last_pair, (lift_effects.experiment).block_days,
      (lift_effects.experiment).washout_days, (lift_effects.experiment).seed
    ) as blocks
  )
  select
    outcomes.metric, test.estimate, test.lower, test.upper, test.level, test.p_value, test.is_exact, off.mean,
    coalesce(pg_catalog.cardinality(pairs.differences), 0)
  from outcomes
  cross join lateral (
    select analytics.pair_differences(
      -- The days of a pair before the first one may be known in part.
      (analytics.without_weekdays(outcomes.history, outcomes.days))[2 * (lift_effects.experiment).block_days * (lift_effects.first_pair - 1) + 1:],
      array(
        select calendar.is_on from calendar where calendar.block = 1 and calendar.pair >= lift_effects.first_pair order by calendar.pair
      ),
      (lift_effects.experiment).block_days, (lift_effects.experiment).washout_days
    ) as differences
  ) as pairs
  cross join lateral analytics.randomization_test(pairs.differences, (lift_effects.experiment).seed) as test
  cross join lateral (
    select avg(outcomes.days[series.day::date - (lift_effects.experiment).starts_on + 1]) as mean
    from calendar
    cross join lateral pg_catalog.generate_series(calendar.counted_from::timestamp, calendar.last_on::timestamp, interval '1 day') as series (day)
    where not calendar.is_on and calendar.pair >= lift_effects.first_pair
  ) as off;
$$;
comment on function analytics.lift_effects(core.brands, analytics.experiments, integer, integer) is
  'The effect of the ads of an experiment on orders and revenue a day, over the pairs from first_pair to last_pair (analytics.randomization_test of the differences of pairs '
  'without the weekday pattern of the 70 days before the start). off_per_day is the mean of the counted days without the ads, pairs the number of pairs with known orders. Analysts: an effect that is '
  'read before the end must not decide about the end.';
grant execute on function analytics.lift_effects(core.brands, analytics.experiments, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
