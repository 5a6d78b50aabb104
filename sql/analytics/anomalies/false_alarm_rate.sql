create function analytics.false_alarm_rate(z double precision)
returns double precision
-- plpgsql keeps the plan of the query.
language plpgsql immutable strict parallel safe
as $$
begin
  return (
    -- Rates of 17,388 ordinary days (docs/methods/anomalies.md): log-linear between whole z up to 5, then as from 4 to 5.
    select greatest(
      0.00001,
      measured.rates[tail.whole + 1] * pg_catalog.power(measured.rates[tail.whole + 2] / measured.rates[tail.whole + 1], tail.size - tail.whole)
    )
    from (
      select
        least(20, pg_catalog.abs(false_alarm_rate.z)) as size,
        least(4, pg_catalog.floor(pg_catalog.abs(false_alarm_rate.z)))::integer as whole
    ) as tail
    cross join lateral (
      select case
        when false_alarm_rate.z > 0 then array[0.5, 0.12, 0.019, 0.003, 0.0011, 0.00017]
        else array[0.5, 0.1, 0.0175, 0.0048, 0.0015, 0.00035]
      end::double precision[] as rates
    ) as measured
  );
end
$$;
comment on function analytics.false_alarm_rate(double precision) is
  'The fraction of ordinary days that deviate as far as z (analytics.score_last) or farther in the direction of z. Measured on daily series with weekly '
  'seasons. Extrapolated beyond a z of 5, and at least 0.00001. Null for an unknown z.';

create function analytics.rate_with_outliers(rate double precision)
returns double precision
language sql immutable strict parallel safe
return least(1, greatest(rate_with_outliers.rate, 0.27 * pg_catalog.sqrt(rate_with_outliers.rate)));
comment on function analytics.rate_with_outliers(double precision) is
  'The fraction of all days that have at most this false alarm rate, when natural outliers such as holidays are as frequent as in the reference series '
  '(8.5 % of the days). The false alarm rate itself is that of days without them. Measured between rates of 0.0002 and 0.05.';

create function analytics.normal_tail(z double precision)
returns double precision
language plpgsql immutable strict parallel safe
as $$
declare
  -- exp fails for numbers below -708.
  v_x constant double precision := least(37, pg_catalog.abs(normal_tail.z)) / pg_catalog.sqrt(2::double precision);
  v_t constant double precision := 1 / (1 + 0.5 * v_x);
begin
  -- erfcc of Press et al., "Numerical Recipes" (1992), 6.2. The relative error is below 0.00000012. Postgres 15 has no erfc.
  return 0.5 * v_t * pg_catalog.exp(
    -v_x * v_x - 1.26551223 + v_t * (1.00002368 + v_t * (0.37409196 + v_t * (0.09678418 + v_t * (-0.18628806 + v_t * (0.27886807 + v_t * (
      -1.13520398 + v_t * (1.48851587 + v_t * (-0.82215223 + v_t * 0.17087277))))))))
  );
end
$$;
comment on function analytics.normal_tail(double precision) is
  'The probability that a standard normal variable is above the absolute value of z. That of 37 for larger values.';

create function analytics.normal_quantile(p double precision)
returns double precision
language sql immutable strict parallel safe
-- Abramowitz and Stegun 1964, 26.2.23. The error is below 0.00045.
return (
  select -(t.t - (2.515517 + 0.802853 * t.t + 0.010328 * t.t * t.t) / (1 + 1.432788 * t.t + 0.189269 * t.t * t.t + 0.001308 * t.t * t.t * t.t))
  from (select pg_catalog.sqrt(-2 * pg_catalog.ln(least(0.5, greatest(1e-300, normal_quantile.p)))) as t) as t
);
comment on function analytics.normal_quantile(double precision) is
  'The value that a standard normal variable is below with probability p. p must be between 0 and 0.5, so that the value is at most 0.';

create function analytics.count_score(amount double precision, expected double precision, variance double precision)
returns double precision
language plpgsql immutable strict parallel safe
as $$
declare
  -- The estimated variance is itself uncertain, and large errors enter it limited (docs/methods/anomalies.md).
  v_variance constant double precision := 1.1 * count_score.variance;
  -- At least a tenth of the variance is that of the count. The sum needs smooth terms, and the tails of larger counts hardly differ.
  v_expected constant double precision := least(count_score.expected, 10 / v_variance);
  v_amount constant double precision := greatest(0, count_score.amount) * v_expected / count_score.expected + 0.5;
  v_log_variance constant double precision := pg_catalog.ln(1 + greatest(0, v_variance - 1 / v_expected));
  v_step constant double precision := pg_catalog.exp(0.4 * pg_catalog.sqrt(v_log_variance) / 3);
  v_root double precision := pg_catalog.cbrt(v_expected / v_amount) * pg_catalog.exp(-v_log_variance / 6) / pg_catalog.power(v_step, 18);
  v_density double precision;
  v_z double precision;
  v_tail double precision;
  v_sum double precision := 0;
  v_below double precision := 0;
  v_above double precision := 0;
begin
  for node in -18 .. 18 loop
    v_density := pg_catalog.exp(-0.08::double precision * node * node);
    -- Wilson and Hilferty 1931: the cube root of a gamma variable is about normal. A Poisson count is below n if a gamma variable of shape n is above its mean.
    v_z := 3 * pg_catalog.sqrt(v_amount) * (v_root - 1 + 1 / (9 * v_amount));
    v_tail := v_density * analytics.normal_tail(v_z);
    v_below := v_below + case when v_z > 0 then v_tail else v_density - v_tail end;
    v_above := v_above + case when v_z > 0 then v_density - v_tail else v_tail end;
    v_sum := v_sum + v_density;
    v_root := v_root * v_step;
  end loop;
  return case
    when v_below < v_above then analytics.normal_quantile(v_below / v_sum)
    else -analytics.normal_quantile(v_above / v_sum)
  end;
end
$$;
comment on function analytics.count_score(double precision, double precision, double precision) is
  'The deviation of a daily count from the expected count, as a normal quantile: below 0 for fewer, above 0 for more. The count has a Poisson distribution '
  'around a log-normal mean. variance is the variance of the count divided by the square of the expected count, with the Poisson part.';

create function analytics.log_normal_z(z double precision, relative_scale double precision)
returns double precision
language sql immutable strict parallel safe
return (pg_catalog.ln(1 + log_normal_z.z * log_normal_z.relative_scale) + pg_catalog.ln(1 + log_normal_z.relative_scale ^ 2) / 2)
  / pg_catalog.sqrt(pg_catalog.ln(1 + log_normal_z.relative_scale ^ 2));
comment on function analytics.log_normal_z(double precision, double precision) is
  'The normal quantile of a rise by z scales above the mean of a log-normal variable. relative_scale is its standard deviation divided by its mean. z must '
  'be positive.';

create function analytics.false_alarm_rate(z double precision, metric text, relative_scale double precision default null)
returns double precision
language sql immutable parallel safe
return case
  when false_alarm_rate.z is null then null
  when false_alarm_rate.metric <> 'spend' then greatest(0.00001, analytics.normal_tail(false_alarm_rate.z))
  when false_alarm_rate.z > 0 and false_alarm_rate.relative_scale > 0 then greatest(
    analytics.false_alarm_rate(false_alarm_rate.z),
    analytics.normal_tail(greatest(0, analytics.log_normal_z(false_alarm_rate.z, false_alarm_rate.relative_scale)))
  )
  else analytics.false_alarm_rate(false_alarm_rate.z)
end;
comment on function analytics.false_alarm_rate(double precision, text, double precision) is
  'The fraction of ordinary days on which a metric deviates as far as z or farther in the direction of z. For metrics that are counts or ratios of counts '
  '(analytics.count_score), that of a normal variable. For spend, the measured one, and for rises at least that of a log-normal variable whose standard '
  'deviation is relative_scale times its mean: the scale divided by the expected value. At least 0.00001.';

grant execute on function
  analytics.false_alarm_rate(double precision),
  analytics.rate_with_outliers(double precision),
  analytics.normal_tail(double precision),
  analytics.normal_quantile(double precision),
  analytics.count_score(double precision, double precision, double precision),
  analytics.log_normal_z(double precision, double precision),
  analytics.false_alarm_rate(double precision, text, double precision)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
