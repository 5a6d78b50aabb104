create function analytics.t_quantile(normal double precision, degrees integer)
returns double precision
language sql immutable
return t_quantile.normal
  + (t_quantile.normal ^ 3 + t_quantile.normal) / (4.0 * t_quantile.degrees)
  + (5 * t_quantile.normal ^ 5 + 16 * t_quantile.normal ^ 3 + 3 * t_quantile.normal) / (96.0 * t_quantile.degrees ^ 2)
  + (3 * t_quantile.normal ^ 7 + 19 * t_quantile.normal ^ 5 + 17 * t_quantile.normal ^ 3 - 15 * t_quantile.normal) / (384.0 * t_quantile.degrees ^ 3);
comment on function analytics.t_quantile(double precision, integer) is
  'Returns a quantile of Student''s t distribution from the same quantile of the normal distribution (Abramowitz and Stegun 1964, 26.7.5). Its error is '
  'below 0.005 from 5 degrees of freedom on, for levels up to 95 %.';

create function analytics.pair_noise(history double precision[], days double precision[], block_days integer, washout_days integer)
returns double precision
language sql immutable
as $$
  -- Running sums give the means of the blocks of all starting days in one pass.
  with cumulated as materialized (
    select given.position, sum(given.value) over (order by given.position) as total
    from pg_catalog.unnest(analytics.without_weekdays(pair_noise.history, pair_noise.days)) with ordinality as given (value, position)
    union all
    select 0, 0
  ),
  differences as (
    select (
      (second_end.total - second_start.total) - (first_end.total - first_start.total)
    ) / (pair_noise.block_days - pair_noise.washout_days) as difference
    from cumulated as first_start
    join cumulated as first_end on first_end.position = first_start.position + pair_noise.block_days - pair_noise.washout_days
    join cumulated as second_start on second_start.position = first_start.position + pair_noise.block_days
    join cumulated as second_end on second_end.position = first_end.position + pair_noise.block_days
    where first_start.position >= pair_noise.washout_days
  )
  -- The noise grows with the number of orders, so that of the whole past is scaled to its last 28 days.
  select pg_catalog.sqrt(avg(differences.difference ^ 2)) * coalesce(
    (
      select avg(given.value) filter (where given.position > pg_catalog.cardinality(pair_noise.days) - 28) / nullif(avg(given.value), 0)
      from pg_catalog.unnest(pair_noise.days) with ordinality as given (value, position)
    ), 1
  )
  from differences;
$$;
comment on function analytics.pair_noise(double precision[], double precision[], integer, integer) is
  'Returns the standard deviation of the difference of a pair without any effect: the root mean square over the pairs that begin on each of the past '
  'days, without the weekday pattern of the history before them, scaled to the level of the last 28 days. A coin decides the sign of a difference, so a trend counts as noise.';

create function analytics.detectable_effect(noise double precision, pairs integer, past_pairs integer, per_day double precision)
returns double precision
language sql immutable
as $$
  select effect.size * pg_catalog.sqrt(1 + coalesce(effect.size / (2 * nullif(detectable_effect.per_day, 0)), 0))
  from (
    select
      (
        analytics.t_quantile(1.6448536269514722, detectable_effect.pairs - 1) + analytics.t_quantile(0.8416212335729143, detectable_effect.pairs - 1)
      ) * nullif(detectable_effect.noise, 0) * (1 + 1.0 / detectable_effect.past_pairs) / pg_catalog.sqrt(detectable_effect.pairs) as size
  ) as effect;
$$;
comment on function analytics.detectable_effect(double precision, integer, integer, double precision) is
  'Returns the effect that a two-sided test at 10 % detects with a power of 80 %: (t of 95 % + t of 80 %, with pairs - 1 degrees of freedom) x noise / '
  'square root of pairs, in the unit of the noise. Two corrections keep the mean power at 80 %. The noise is estimated from past_pairs, so it is '
  'multiplied by 1 + 1 / past_pairs. The effect adds orders, and with them noise: the variance of the days with the ads grows with the level per_day. Null '
  'without noise: past days that are all alike, such as days without orders, say nothing about the days to come.';
grant execute on function
  analytics.t_quantile(double precision, integer),
  analytics.pair_noise(double precision[], double precision[], integer, integer),
  analytics.detectable_effect(double precision, integer, integer, double precision)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
