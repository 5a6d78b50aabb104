create function analytics.without_weekdays(history double precision[], days double precision[])
returns double precision[]
language sql immutable
as $$
  -- A day j after the history has the weekday of the days of the history whose distance to it is a multiple of 7.
  with past as (
    select given.value, pg_catalog.mod(given.position, 7) as weekday, given.position > pg_catalog.cardinality(without_weekdays.history) - 28 as is_recent
    from pg_catalog.unnest(without_weekdays.history) with ordinality as given (value, position)
  ),
  whole as (
    select avg(past.value) as mean, avg(past.value) filter (where past.is_recent) as level from past
  ),
  weekdays as (
    select past.weekday, coalesce(whole.level * (avg(past.value) / nullif(whole.mean, 0) - 1), 0) as part
    from past
    cross join whole
    group by past.weekday, whole.level, whole.mean
  )
  select pg_catalog.array_agg(given.value - coalesce(weekdays.part, 0) order by given.position)
  from pg_catalog.unnest(without_weekdays.days) with ordinality as given (value, position)
  left join weekdays
    on weekdays.weekday = pg_catalog.mod(pg_catalog.cardinality(without_weekdays.history) + given.position, 7);
$$;
comment on function analytics.without_weekdays(double precision[], double precision[]) is
  'Returns daily values without the weekday pattern of the history, which ends on the day before them: from each day it subtracts the mean of the '
  'last 28 days of the history x (mean of its weekday / mean of all days - 1). The pattern is known before the values, so it keeps a '
  'randomization test of them valid.';

create function analytics.pair_differences(days double precision[], is_on_first boolean[], block_days integer, washout_days integer)
returns double precision[]
language sql immutable
as $$
  select pg_catalog.array_agg(pairs.difference order by pairs.pair)
  from (
    select
      numbers.pair,
      (avg(given.value) filter (where given.is_second) - avg(given.value) filter (where not given.is_second))
        * case when pair_differences.is_on_first[numbers.pair] then -1 else 1 end as difference
    from pg_catalog.generate_series(1, pg_catalog.cardinality(pair_differences.is_on_first)) as numbers (pair)
    join lateral (
      select
        pair_differences.days[(numbers.pair - 1) * 2 * pair_differences.block_days + place.day] as value,
        place.day > pair_differences.block_days as is_second
      from pg_catalog.generate_series(1, 2 * pair_differences.block_days) as place (day)
      where pg_catalog.mod(place.day - 1, pair_differences.block_days) >= pair_differences.washout_days
    ) as given on true
    group by numbers.pair
    having pg_catalog.bool_and(given.value is not null and given.value > '-infinity' and given.value < 'infinity')
  ) as pairs;
$$;
comment on function analytics.pair_differences(double precision[], boolean[], integer, integer) is
  'Returns for each pair of blocks the mean of the counted days that are on minus that of the days that are off. days are the values of consecutive '
  'days from the start. A pair with an unknown day (null, NaN or infinite) is left out.';
grant execute on function
  analytics.without_weekdays(double precision[], double precision[]),
  analytics.pair_differences(double precision[], boolean[], integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
