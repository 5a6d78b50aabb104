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
  v_days constant integer := pg_catalog.cardinality(score_last.history);
  v_factors double precision[];
  v_level_days constant integer := 42;
  v_first constant integer := greatest(1, v_days - v_level_days);
  v_adjusted double precision[];
  v_middle double precision;
  v_spread double precision;
  v_level double precision;
  v_residual double precision;
  v_previous double precision;
  v_products double precision := 0;
  v_squares_before double precision := 0;
  v_carry double precision;
  v_squares double precision := 0;
  v_count integer := 0;
  v_squares_same double precision := 0;
  v_count_same integer := 0;
  v_deviation double precision;
  v_t double precision;
  v_residuals double precision[] := '{}'::double precision[];
  v_ages integer[] := '{}'::integer[];
  -- The half-life of the exponential smoothing is seven days.
  v_weight constant double precision := 1 - pg_catalog.power(2::double precision, -1.0 / 7);
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
  v_middle := analytics.median(v_adjusted);
  select greatest(1.4826 * pg_catalog.percentile_cont(0.5) within group (order by pg_catalog.abs(value - v_middle)), 0.05 * pg_catalog.abs(v_middle))
  into v_spread
  from pg_catalog.unnest(v_adjusted) as value;

  for i in v_first .. v_days - 1 loop
    if v_adjusted[i] is not null then
      v_adjusted[i] := least(v_middle + 3 * v_spread, greatest(v_middle - 3 * v_spread, v_adjusted[i]));
    end if;
  end loop;
  select pg_catalog.avg(value) into v_level from pg_catalog.unnest(v_adjusted[v_first : v_first + 6]) as value;
  v_level := coalesce(v_level, v_middle);
  for i in v_first .. v_days - 1 loop
    continue when v_adjusted[i] is null;
    if i >= v_first + 7 then
      v_residuals := v_residuals || (v_adjusted[i] - v_level);
      v_ages := v_ages || (v_days - i);
    end if;
    v_level := v_level + v_weight * (v_adjusted[i] - v_level);
  end loop;

  -- Good days often follow good days. Half of the autocorrelation of the residuals is therefore part of the expected value.
  foreach v_residual in array v_residuals loop
    if v_previous is not null then
      v_products := v_products + v_residual * v_previous;
      v_squares_before := v_squares_before + v_previous * v_previous;
    end if;
    v_previous := v_residual;
  end loop;
  v_carry := 0.5 * least(0.6, greatest(0, v_products / nullif(v_squares_before, 0)));
  for i in 2 .. pg_catalog.cardinality(v_residuals) loop
    v_residual := v_residuals[i] - v_carry * v_residuals[i - 1];
    v_squares := v_squares + v_residual * v_residual;
    v_count := v_count + 1;
    if v_ages[i] % 7 = 0 then
      v_squares_same := v_squares_same + v_residual * v_residual;
      v_count_same := v_count_same + 1;
    end if;
  end loop;
  if v_count < 14 then
    return;
  end if;
  v_level := v_level + v_carry * v_previous;
  -- The variance combines the residuals of the same weekday with the variance of all days, which has the weight of eight residuals.
  v_deviation := pg_catalog.sqrt((v_squares_same + 8 * v_squares / v_count) / (v_count_same + 8));
  v_deviation := greatest(v_deviation, 0.05 * pg_catalog.abs(v_level), score_last.noise * pg_catalog.abs(v_level));
  -- A history without variation, such as zeros, has no ordinary deviation.
  v_deviation := coalesce(nullif(v_deviation, 0), score_last.scale_min);
  score_last.expected := v_level * v_factors[1];
  score_last.scale := v_deviation * v_factors[1];
  if score_last.scale = 0 then
    score_last.z_score := case when score_last.history[v_days] = score_last.expected then 0 end;
    return next;
    return;
  end if;
  v_t := (score_last.history[v_days] - score_last.expected) / score_last.scale;
  -- Wallace (1959): converts Student's t to a normal deviate, because a short history gives less certainty.
  score_last.z_score := pg_catalog.sign(v_t) * (8.0 * v_count + 1) / (8.0 * v_count + 3) * pg_catalog.sqrt(v_count * pg_catalog.ln(1 + v_t * v_t / v_count));
  return next;
end
$$;
comment on function analytics.score_last(double precision[], double precision, double precision) is
  'Scores the last of consecutive daily values (oldest first, null for a gap). Returns the expected value, the scale of ordinary deviations, z and '
  'the number of earlier values. Adjusts for weekdays over 26 weeks, smooths the level of the last 42 days exponentially, and winsorizes values at '
  'three deviations. The scale is at least 5 % of the level, and at least noise, a fraction of the level. If the earlier values never varied and '
  'their level is zero, the scale is scale_min, in the unit of the values. z is then null if scale_min is zero and the last value is not. Returns '
  'no row with fewer than 28 earlier values. Example: select (analytics.score_last(array_agg(spend order by day))).* from ...';

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
