create function analytics.rounded(amount double precision, decimals integer)
returns numeric
language sql immutable
return pg_catalog.trim_scale(pg_catalog.round(rounded.amount::numeric, rounded.decimals));
comment on function analytics.rounded(double precision, integer) is 'Returns the amount rounded to this many decimals, without trailing zeros.';

grant execute on function analytics.rounded(double precision, integer) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create type analytics.spend_plan as (
  per_day double precision,
  usual_per_day double precision,
  elasticity double precision,
  deviation double precision,
  weeks integer,
  multiple double precision,
  spread double precision
);
comment on type analytics.spend_plan is
  'The effect of a planned spend a day on a forecast of revenue. multiple: by what the forecast is multiplied; spread: the standard deviation of its logarithm.';

create function analytics.spend_plan(forecast analytics.forecasts, planned_spend double precision)
returns analytics.spend_plan
language plpgsql stable
as $$
declare
  v_response constant jsonb := (spend_plan.forecast).spend_response;
  v_low double precision;
  v_high double precision;
  v_plan analytics.spend_plan;
begin
  if v_response is null then
    perform platform.fail('NTRDY', 'the_plan_is_not_computed_yet');
  elsif v_response ->> 'refusal' = 'the_plan_needs_spend' then
    perform platform.fail('NTRDY', 'the_plan_needs_spend');
  elsif v_response ->> 'refusal' = 'the_plan_needs_more_weeks' then
    perform platform.fail('NTRDY', 'the_plan_needs_more_weeks', given => v_response::json);
  elsif v_response ->> 'refusal' is not null then
    perform platform.fail('NTRDY', 'the_plan_needs_varied_spend', given => v_response::json);
  end if;
  select given.usual_spend, given.elasticity, given.deviation, given.weeks, given.spend_min / 2, 2 * given.spend_max
  into v_plan.usual_per_day, v_plan.elasticity, v_plan.deviation, v_plan.weeks, v_low, v_high
  from pg_catalog.jsonb_to_record(v_response) as given (
    usual_spend double precision, elasticity double precision, deviation double precision, weeks integer, spend_min double precision, spend_max double precision
  );
  if spend_plan.planned_spend < v_low or spend_plan.planned_spend > v_high then
    perform platform.fail(
      'BADRQ', 'must_be_near_earlier_spend', 'planned_spend',
      pg_catalog.json_build_object('low', analytics.rounded(v_low, 2), 'high', analytics.rounded(v_high, 2))
    );
  end if;
  v_plan.per_day := spend_plan.planned_spend;
  v_plan.multiple := pg_catalog.power(v_plan.per_day / v_plan.usual_per_day, v_plan.elasticity);
  v_plan.spread := v_plan.deviation * abs(pg_catalog.ln(v_plan.per_day / v_plan.usual_per_day));
  return v_plan;
end
$$;
comment on function analytics.spend_plan(analytics.forecasts, double precision) is
  'Returns the effect of a planned spend a day on a forecast of revenue. Raises NTRDY if the history does not tell how revenue follows spend, and BADRQ for '
  'a spend below half of the least or above twice the most of the weeks that the elasticity was learned from.';

create function analytics.planned_width(width double precision, value double precision, plan analytics.spend_plan, quantile double precision)
returns double precision
language sql immutable
return case
  when planned_width.plan is null then planned_width.width
  else pg_catalog.sqrt(
    (planned_width.width * (planned_width.plan).multiple) ^ 2
    + (planned_width.quantile * (planned_width.plan).spread * planned_width.value * (planned_width.plan).multiple) ^ 2
  )
end;
comment on function analytics.planned_width(double precision, double precision, analytics.spend_plan, double precision) is
  'Returns half the width of an interval under a planned spend: in proportion to the forecast, and the uncertainty of the elasticity in quadrature.';

create function analytics.shown_plan(plan analytics.spend_plan, decimals integer)
returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'per_day', analytics.rounded((shown_plan.plan).per_day, shown_plan.decimals),
  'usual_per_day', analytics.rounded((shown_plan.plan).usual_per_day, shown_plan.decimals),
  'elasticity', analytics.rounded((shown_plan.plan).elasticity, 3),
  'elasticity_interval', pg_catalog.jsonb_build_object(
    'low', analytics.rounded(greatest(0, (shown_plan.plan).elasticity - 1.2816 * (shown_plan.plan).deviation), 3),
    'high', analytics.rounded(least(1, (shown_plan.plan).elasticity + 1.2816 * (shown_plan.plan).deviation), 3)
  ),
  'weeks', (shown_plan.plan).weeks,
  'multiple', analytics.rounded((shown_plan.plan).multiple, 4)
);
comment on function analytics.shown_plan(analytics.spend_plan, integer) is 'A planned spend and its effect as in responses.';
grant execute on function
  analytics.spend_plan(analytics.forecasts, double precision),
  analytics.planned_width(double precision, double precision, analytics.spend_plan, double precision),
  analytics.shown_plan(analytics.spend_plan, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
