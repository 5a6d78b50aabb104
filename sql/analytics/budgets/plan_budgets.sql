create function analytics.equal_margins(
  spends double precision[], scales double precision[], elasticities double precision[], budget double precision, shift_max double precision
)
returns double precision[]
language plpgsql immutable
as $$
declare
  v_low double precision := 1e-12;
  v_high double precision := 1e12;
  v_price double precision;
  v_plan double precision[];
  v_sum double precision;
begin
  -- In the best plan, the last unit of spend earns the same everywhere. Bisection finds this marginal return.
  for i in 1 .. 100 loop
    v_price := pg_catalog.sqrt(v_low * v_high);
    select
      pg_catalog.array_agg(planned.spend order by planned.position), sum(planned.spend)
    into v_plan, v_sum
    from (
      select
        curve.position,
        least(
          curve.spend * (1 + equal_margins.shift_max),
          greatest(
            curve.spend * (1 - equal_margins.shift_max),
            pg_catalog.exp(least(50, pg_catalog.ln(curve.scale * curve.elasticity / v_price) / (1 - curve.elasticity)))
          )
        ) as spend
      from rows from (
        pg_catalog.unnest(equal_margins.spends), pg_catalog.unnest(equal_margins.scales), pg_catalog.unnest(equal_margins.elasticities)
      ) with ordinality as curve (spend, scale, elasticity, position)
    ) as planned;
    if v_sum > equal_margins.budget then
      v_low := v_price;
    else
      v_high := v_price;
    end if;
  end loop;
  return v_plan;
end
$$;
comment on function analytics.equal_margins(double precision[], double precision[], double precision[], double precision, double precision) is
  'Returns the spends that use a budget so that the last unit earns the same everywhere. No spend changes by more than shift_max, a fraction.';

create type analytics.planned_budget as (
  curve analytics.response_curve,
  spend double precision,
  gain double precision,
  revenue_gain double precision,
  conversions_gain double precision,
  status text,
  confidence text
);
comment on type analytics.planned_budget is
  'The recommended daily spend of a campaign or ad set: gain is the expected change of the objective in a day. status is met if the spend changes by less than 0.5 %.';

create function analytics.plan_budgets(curves analytics.response_curve[], budget_change_pct integer, max_shift_pct integer)
returns setof analytics.planned_budget
language sql stable
as $$
  with plan as (
    select analytics.equal_margins(
      pg_catalog.array_agg(curves.daily_spend order by curves.entity_id),
      pg_catalog.array_agg(curves.scale order by curves.entity_id),
      pg_catalog.array_agg(curves.elasticity order by curves.entity_id),
      sum(curves.daily_spend) * (1 + plan_budgets.budget_change_pct / 100.0), plan_budgets.max_shift_pct / 100.0
    ) as spends
    from pg_catalog.unnest(plan_budgets.curves) as curves
  ),
  planned as (
    select curves as curve, plan.spends[pg_catalog.row_number() over (order by curves.entity_id)] as spend
    from pg_catalog.unnest(plan_budgets.curves) as curves
    cross join plan
  ),
  gains as (
    select
      planned.*,
      (planned.curve).scale * pg_catalog.power(planned.spend, (planned.curve).elasticity)
        - (planned.curve).scale * pg_catalog.power((planned.curve).daily_spend, (planned.curve).elasticity) as gain
    from planned
  )
  select
    gains.curve, gains.spend, gains.gain,
    -- Revenue and conversions change together, at the average ratio of the campaign or ad set.
    equivalent.spend * ((gains.curve).revenue / nullif((gains.curve).spend, 0)),
    equivalent.spend * ((gains.curve).conversions / nullif((gains.curve).spend, 0)),
    case when gains.spend between (gains.curve).daily_spend * 0.995 and (gains.curve).daily_spend * 1.005 then 'met' else 'open' end,
    case
      when (gains.curve).spend_days >= 42 and (gains.curve).conversions >= 200 and (gains.curve).elasticity_deviation < 0.1 then 'high'
      when (gains.curve).spend_days >= 28 and (gains.curve).conversions >= 60 and (gains.curve).elasticity_deviation < 0.15 then 'medium'
      else 'low'
    end
  from gains
  cross join lateral (
    select gains.gain / nullif((gains.curve).outcome / nullif((gains.curve).spend, 0), 0) as spend
  ) as equivalent;
$$;
comment on function analytics.plan_budgets(analytics.response_curve[], integer, integer) is
  'Divides the daily spend of these curves, changed by budget_change_pct, so that the last unit earns the same everywhere. No spend changes by more than '
  'max_shift_pct percent.';
grant execute on function
  analytics.equal_margins(double precision[], double precision[], double precision[], double precision, double precision),
  analytics.plan_budgets(analytics.response_curve[], integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
