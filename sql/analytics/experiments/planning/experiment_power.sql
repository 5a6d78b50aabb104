create function analytics.check_experiment_design(pairs integer, block_days integer, washout_days integer)
returns void
language plpgsql stable
as $$
begin
  perform platform.require_number('pairs', check_experiment_design.pairs, 6, 60);
  perform platform.require_number('block_days', check_experiment_design.block_days, 2, 28);
  perform platform.require_number('washout_days', check_experiment_design.washout_days, 0, 27);
  if check_experiment_design.washout_days >= check_experiment_design.block_days then
    perform platform.fail('BADRQ', 'must_be_less_than_block_days', 'washout_days');
  elsif 2 * check_experiment_design.pairs * check_experiment_design.block_days > 366 then
    perform platform.fail(
      'BADRQ', 'must_not_make_the_experiment_too_long', 'pairs',
      pg_catalog.json_build_object('days', 2 * check_experiment_design.pairs * check_experiment_design.block_days, 'days_max', 366)
    );
  end if;
end
$$;
comment on function analytics.check_experiment_design(integer, integer, integer) is
  'Raises BADRQ for a design beyond the limits of analytics.experiments: at least 6 pairs, blocks of 2 to 28 days, a washout that is shorter than a '
  'block, and at most 366 days.';

create function analytics.check_first_day(brand core.brands, starts_on date)
returns void
language plpgsql stable
as $$
declare
  v_today constant date := (platform.now() at time zone (check_first_day.brand).timezone)::date;
begin
  if check_first_day.starts_on <= v_today or check_first_day.starts_on > v_today + 366 then
    perform platform.fail('BADRQ', 'must_be_a_day_of_the_next_year', 'starts_on', pg_catalog.json_build_object('today', v_today, 'last_on', v_today + 366));
  end if;
end
$$;
comment on function analytics.check_first_day(core.brands, date) is
  'Raises BADRQ for a first day of an experiment that is not after today, or more than 366 days after it.';

create function analytics.shown(number double precision)
returns numeric
language sql immutable
return pg_catalog.trim_scale(pg_catalog.round(shown.number::numeric, 4));
comment on function analytics.shown(double precision) is 'Returns a number of an experiment with at most four decimals.';

create function analytics.experiment_power(brand core.brands, pairs integer, block_days integer, washout_days integer)
returns jsonb
language plpgsql stable
as $$
declare
  v_weekday_days constant integer := 70;
  v_known record;
  v_days integer;
  v_pairs integer;
  v_first date;
  v_outcomes record;
begin
  select * into v_known from analytics.orders_known(experiment_power.brand);
  if v_known.first_on is null then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  v_days := v_known.last_on - v_known.first_on + 1;
  v_pairs := least(
    greatest(experiment_power.pairs, 182 / (2 * experiment_power.block_days)), (v_days - v_weekday_days) / (2 * experiment_power.block_days)
  );
  if v_pairs < 6 then
    perform platform.fail(
      'NTRDY', 'the_experiment_needs_more_days_of_orders',
      given => pg_catalog.json_build_object('days', v_days, 'days_min', v_weekday_days + 12 * experiment_power.block_days)
    );
  end if;
  v_first := v_known.last_on + 1 - 2 * v_pairs * experiment_power.block_days;
  select * into v_outcomes from analytics.daily_outcomes(experiment_power.brand, v_first - v_weekday_days, v_known.last_on);
  return pg_catalog.jsonb_build_object(
    'level', 0.9,
    'power', 0.8,
    'days', 2 * experiment_power.pairs * experiment_power.block_days,
    'history_from', v_first,
    'history_to', v_known.last_on,
    'effects', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'metric', outcomes.metric,
          'per_day', analytics.shown(recent.mean),
          'noise', analytics.shown(past.noise),
          'detectable', analytics.shown(found.effect),
          'detectable_percent', analytics.shown(100 * found.effect / nullif(recent.mean, 0))
        )
        order by outcomes.metric
      )
      from (values ('orders', v_outcomes.orders), ('revenue', v_outcomes.revenue)) as outcomes (metric, days)
      cross join lateral (
        select avg(given.value) as mean
        from pg_catalog.unnest(outcomes.days) with ordinality as given (value, position)
        where given.position > pg_catalog.cardinality(outcomes.days) - 28
      ) as recent
      cross join lateral (
        select analytics.pair_noise(
          outcomes.days[:v_weekday_days], outcomes.days[v_weekday_days + 1:], experiment_power.block_days, experiment_power.washout_days
        ) as noise
      ) as past
      cross join lateral (
        select analytics.detectable_effect(past.noise, experiment_power.pairs, v_pairs, recent.mean) as effect
      ) as found
    )
  );
end
$$;
comment on function analytics.experiment_power(core.brands, integer, integer, integer) is
  'The minimum detectable effect of a switch-back design, from the brand''s own orders: per_day is the mean of the last 28 days, noise the standard '
  'deviation of the difference of a pair in the history, and detectable the effect a day that a test at 10 % finds with a power of 80 %. The history is as '
  'long as the experiment, at least half a year if so many days are known, and at least 6 pairs after 70 days for the weekday pattern. Raises NTRDY if fewer '
  'are known.';
grant execute on function
  analytics.check_experiment_design(integer, integer, integer),
  analytics.check_first_day(core.brands, date),
  analytics.shown(double precision),
  analytics.experiment_power(core.brands, integer, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
