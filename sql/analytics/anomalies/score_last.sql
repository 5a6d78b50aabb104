create function analytics.median(amounts double precision[])
returns double precision
language sql immutable parallel safe
as $$
  select pg_catalog.percentile_cont(0.5) within group (order by amount) from pg_catalog.unnest(median.amounts) as amount;
$$;
comment on function analytics.median(double precision[]) is 'Returns the median. Ignores nulls.';

create function analytics.weekday_factors(history double precision[])
returns double precision[]
language plpgsql immutable parallel safe
as $$
declare
  v_days constant integer := pg_catalog.cardinality(weekday_factors.history);
  v_week double precision[];
  v_middle double precision;
  v_ratios double precision[] := '{}'::double precision[];
begin
  -- Weeks are counted back from the day before the last value. The last value is the day under test.
  for week in 1 .. least(26, (v_days - 1) / 7) loop
    v_week := weekday_factors.history[v_days - 7 * week : v_days - 7 * week + 6];
    v_middle := analytics.median(v_week);
    if v_middle > 0 and pg_catalog.cardinality(pg_catalog.array_remove(v_week, null)) >= 5 then
      for day in 1 .. 7 loop
        v_ratios := v_ratios || (v_week[day] / v_middle);
      end loop;
    end if;
  end loop;
  return (
    select pg_catalog.array_agg(coalesce(greatest(0.05, factors.factor), 1) order by weekday)
    from pg_catalog.generate_series(0, 6) as weekday
    left join (
      select (ratio.position - 1) % 7 as back, pg_catalog.percentile_cont(0.5) within group (order by ratio.value) as factor
      from pg_catalog.unnest(v_ratios) with ordinality as ratio (value, position)
      where ratio.value is not null
      group by 1
    ) as factors on factors.back = (7 - weekday) % 7
  );
end
$$;
comment on function analytics.weekday_factors(double precision[]) is
  'Returns the ratio of each weekday to the median of its week. The ratios are medians over the last 26 whole weeks of daily values before the last '
  'value. Element 1 is the weekday of the last value, element 2 the day before it.';

create function analytics.score_last(history double precision[], noise double precision default 0, scale_min double precision default 0)
returns table (expected double precision, scale double precision, z_score double precision, points integer)
language plpgsql immutable parallel safe
as $$
declare
  -- docs/methods/anomalies.md derives and measures the constants of this function.
  v_level_gain constant double precision := 1 - pg_catalog.power(0.5::double precision, 1.0 / 10);
  v_daily_memory constant double precision := pg_catalog.power(0.5::double precision, 1.0 / 42);
  v_weekly_memory constant double precision := pg_catalog.power(0.5::double precision, 7.0 / 84);
  v_recent_memory constant double precision := pg_catalog.power(0.5::double precision, 1.0 / 3);
  v_weekly_margin constant double precision := 1.6;
  v_days constant integer := pg_catalog.cardinality(score_last.history);
  v_first constant integer := greatest(1, v_days - 126);
  v_factors double precision[];
  v_adjusted double precision[];
  v_middle double precision;
  v_spread double precision;
  v_weekly_spread double precision;
  v_limit double precision;
  v_level double precision;
  v_unit double precision;
  v_residual double precision;
  v_limited double precision;
  v_previous double precision;
  v_error double precision;
  v_carry double precision := 0;
  v_products double precision := 0;
  v_squares_before double precision := 0;
  v_run integer := 0;
  v_run_from integer;
  v_level_old double precision;
  v_level_start double precision;
  v_level_before double precision;
  v_level_earlier double precision;
  v_shift_at integer;
  v_tested integer := 0;
  v_squares double precision := 0;
  v_weight double precision := 0;
  v_recent_squares double precision := 0;
  v_recent_weight double precision := 0;
  -- One element for each weekday.
  v_weekday integer;
  v_sums double precision[] := array[0, 0, 0, 0, 0, 0, 0]::double precision[];
  v_counts double precision[] := array[0, 0, 0, 0, 0, 0, 0]::double precision[];
  v_weekday_squares double precision[] := array[0, 0, 0, 0, 0, 0, 0]::double precision[];
  v_weekday_weights double precision[] := array[0, 0, 0, 0, 0, 0, 0]::double precision[];
begin
  select count(*) into score_last.points
  from pg_catalog.unnest(score_last.history[greatest(1, v_days - 182) : v_days - 1]) as value
  where value is not null;
  if score_last.points < 28 or score_last.history[v_days] is null then
    return;
  end if;
  v_factors := analytics.weekday_factors(score_last.history);
  for i in v_first .. v_days - 1 loop
    v_adjusted[i] := score_last.history[i] / v_factors[(v_days - i) % 7 + 1];
  end loop;
  v_middle := analytics.median(v_adjusted[greatest(v_first, v_days - 42) :]);
  -- Six weeks without a value say nothing about the day.
  if v_middle is null then
    return;
  end if;
  if v_middle = 0 then
    -- A series that is mostly zero has no ordinary deviation.
    score_last.expected := 0;
    score_last.scale := score_last.scale_min;
    score_last.z_score := case
      when score_last.history[v_days] = 0 then 0 else score_last.history[v_days] / nullif(score_last.scale_min, 0)
    end;
    return next;
    return;
  end if;
  select 1.4826 * pg_catalog.percentile_cont(0.5) within group (order by pg_catalog.abs(value / v_middle - 1))
  into v_spread
  from pg_catalog.unnest(v_adjusted[greatest(v_first, v_days - 42) :]) as value;
  -- Weeks at two levels have a wide spread together. That within a week says what an ordinary deviation is.
  select 1.4826 * v_weekly_margin * pg_catalog.percentile_cont(0.5) within group (order by deviation.middle)
  into v_weekly_spread
  from pg_catalog.generate_series(0, 5) as week (number)
  cross join lateral (
    select v_adjusted[greatest(v_first, v_days - 7 * week.number - 7) : v_days - 7 * week.number - 1] as amounts
  ) as known
  cross join lateral (
    select pg_catalog.percentile_cont(0.5) within group (order by pg_catalog.abs(value / nullif(center.amount, 0) - 1)) as middle
    from pg_catalog.unnest(known.amounts) as value
    cross join (select analytics.median(known.amounts) as amount) as center
  ) as deviation;
  v_limit := 3 * greatest(0.05, least(v_spread, v_weekly_spread));

  v_level := coalesce(analytics.median(v_adjusted[v_first : v_first + 13]), v_middle);
  for i in v_first .. v_days - 1 loop
    v_weekday := (v_days - i) % 7 + 1;
    v_squares := v_squares * v_daily_memory;
    v_weight := v_weight * v_daily_memory;
    v_recent_squares := v_recent_squares * v_recent_memory;
    v_recent_weight := v_recent_weight * v_recent_memory;
    if v_adjusted[i] is null then
      v_previous := null;
      continue;
    end if;
    -- Residuals are fractions of the level. The level of a series that nearly stopped is no unit for what follows.
    v_unit := greatest(pg_catalog.abs(v_level), 0.2 * pg_catalog.abs(v_middle));
    v_residual := (v_adjusted[i] - v_level) / v_unit;
    v_limited := least(v_limit, greatest(-v_limit, v_residual));
    if i >= v_first + 14 then
      v_error := pg_catalog.abs(v_residual - v_carry * coalesce(v_previous, 0) - v_sums[v_weekday] / (4 + v_counts[v_weekday]));
      v_recent_squares := v_recent_squares + pg_catalog.power(least(2 * v_limit, v_error), 2);
      v_recent_weight := v_recent_weight + 1;
      v_error := pg_catalog.power(least(v_limit, v_error), 2);
      v_squares := v_squares + v_error;
      v_weight := v_weight + 1;
      v_weekday_squares[v_weekday] := v_weekday_squares[v_weekday] * v_weekly_memory + v_error;
      v_weekday_weights[v_weekday] := v_weekday_weights[v_weekday] * v_weekly_memory + 1;
      v_tested := v_tested + 1;
    end if;
    if v_previous is not null then
      -- Good days often follow good days. Half of the autocorrelation of the residuals is therefore part of the expected value.
      v_products := v_products * v_daily_memory + v_limited * v_previous;
      v_squares_before := v_squares_before * v_daily_memory + v_previous * v_previous;
      v_carry := 0.5 * least(0.6, greatest(0, coalesce(v_products / nullif(v_squares_before, 0), 0)));
    end if;
    if i >= v_first + 7 then
      -- The mean residual of a weekday corrects a factor that has changed. It is shrunk by four residuals of zero.
      v_sums[v_weekday] := 0.85 * v_sums[v_weekday] + v_limited;
      v_counts[v_weekday] := 0.85 * v_counts[v_weekday] + 1;
    end if;
    v_level_old := v_level;
    v_level := v_level + v_level_gain * v_limited * v_unit;
    if i <= v_days - 29 then
      v_level_earlier := v_level;
    end if;
    v_previous := v_limited;
    -- Five successive days beyond the limit on one side are a new level.
    if pg_catalog.abs(v_residual) <= v_limit then
      v_run := 0;
    elsif v_run * v_residual > 0 then
      v_run := v_run + pg_catalog.sign(v_residual)::integer;
    else
      v_run := pg_catalog.sign(v_residual)::integer;
      v_run_from := i;
      v_level_start := v_level_old;
    end if;
    if pg_catalog.abs(v_run) = 5 then
      -- The level before the first of several steps is the one that the series may return to.
      if v_shift_at is null or i - v_shift_at > 28 then
        v_level_before := v_level_start;
      end if;
      v_shift_at := i;
      v_level := analytics.median(v_adjusted[v_run_from : i]);
      v_previous := 0;
      v_run := 0;
    end if;
  end loop;
  if v_tested < 14 then
    return;
  end if;

  -- The variance of the weekday is shrunk to the variance of all days, which has the weight of 16 residuals. Unusual days follow unusual days,
  -- so the last days have a quarter of the weight.
  v_error := pg_catalog.sqrt(
    0.75 * (v_weekday_squares[1] + 16 * v_squares / v_weight) / (v_weekday_weights[1] + 16) + 0.25 * v_recent_squares / v_recent_weight
  );
  v_unit := greatest(pg_catalog.abs(v_level), 0.2 * pg_catalog.abs(v_middle));
  score_last.expected := v_factors[1] * (v_level + v_unit * (v_carry * coalesce(v_previous, 0) + v_sums[1] / (4 + v_counts[1])));
  -- The scale grows with the factor of the weekday to the power of 0.8. A short history is less certain.
  score_last.scale := v_factors[1] * pg_catalog.sqrt(1 + pg_catalog.power(35::double precision / score_last.points, 2)) * greatest(
    v_error * v_unit * pg_catalog.power(v_factors[1], -0.2::double precision),
    0.05 * pg_catalog.abs(v_level),
    score_last.noise * pg_catalog.abs(v_level)
  );
  score_last.z_score := (score_last.history[v_days] - score_last.expected) / score_last.scale;
  -- A return to the level before a new one, or to that of four weeks before, is ordinary: the end of a pause is no surge. The day is compared with the
  -- nearer level.
  if v_shift_at is null or v_days - v_shift_at > 28 then
    v_level_before := case when pg_catalog.abs(v_level_earlier - v_level) > 0.3 * v_unit then v_level_earlier end;
  end if;
  if v_level_before is not null and pg_catalog.abs(score_last.z_score) > 1 then
    if pg_catalog.abs(score_last.history[v_days] - v_factors[1] * v_level_before) / greatest(pg_catalog.abs(v_level_before), v_unit) * v_unit
      < pg_catalog.abs(score_last.history[v_days] - score_last.expected)
    then
      score_last.expected := v_factors[1] * v_level_before;
      score_last.scale := score_last.scale * greatest(pg_catalog.abs(v_level_before), v_unit) / v_unit;
      score_last.z_score := (score_last.history[v_days] - score_last.expected) / score_last.scale;
    end if;
  end if;
  return next;
end
$$;
comment on function analytics.score_last(double precision[], double precision, double precision) is
  'Scores the last of consecutive daily values (oldest first, null for a gap). Returns the expected value, the scale of ordinary deviations, z (the '
  'deviation in scales) and the number of earlier values. Adjusts for the weekdays of 182 days, smooths the level of 126 days exponentially, '
  'limits outliers to three spreads, and adopts a new level after five days. A value nearer to the level before a new one of the last four weeks, or to a level of four weeks before that differs by 30 %, is compared with that one. The scale is at least 5 % of the level, and at least noise, a fraction '
  'of the level. If the earlier values are mostly zero, the expected value is 0 and the scale is scale_min, in the unit of the values. z is then '
  'null if scale_min is zero and the last value is not. Returns no row with fewer than 28 earlier values, or none in the last 42 days. analytics.false_alarm_rate tells how often '
  'ordinary days have such a z. Example: select (analytics.score_last(array_agg(spend order by day))).* from ...';

create function analytics.try_score_last(history double precision[], noise double precision, scale_min double precision)
returns table (expected double precision, scale double precision, z_score double precision, error_class text, cause text)
language plpgsql immutable
as $$
begin
  return query
  select score.expected, score.scale, score.z_score, null::text, null::text
  from analytics.score_last(try_score_last.history, try_score_last.noise, try_score_last.scale_min) as score;
exception when others then
  try_score_last.error_class := sqlstate;
  try_score_last.cause := sqlerrm;
  return next;
end
$$;
comment on function analytics.try_score_last(double precision[], double precision, double precision) is
  'Calls analytics.score_last. If a series cannot be scored, returns the SQLSTATE and message of the error instead of raising it.';
grant execute on function
  analytics.try_score_last(double precision[], double precision, double precision),
  analytics.median(double precision[]),
  analytics.weekday_factors(double precision[]),
  analytics.score_last(double precision[], double precision, double precision)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
