create function analytics.budget_options(curve analytics.response_curve, objective text, exponent integer, decimals integer)
returns json
language sql immutable
return (
  select pg_catalog.json_agg(
    pg_catalog.json_build_object(
      'change_pct', option.pct,
      'budget', analytics.rounded(option.spend, budget_options.exponent),
      'expected_' || budget_options.objective,
      analytics.rounded((budget_options.curve).scale * pg_catalog.power(option.spend, (budget_options.curve).elasticity), budget_options.decimals)
    )
    order by option.pct
  )
  from (
    select pct, (budget_options.curve).daily_spend * (1 + pct / 100.0) as spend from pg_catalog.unnest('{-20,-10,0,10,20}'::integer[]) as pct
  ) as option
);
comment on function analytics.budget_options(analytics.response_curve, text, integer, integer) is 'The expected outcome of a day at five budgets.';

create function analytics.budget_reasons(planned analytics.planned_budget, objective text)
returns json
language sql immutable
return pg_catalog.json_build_array(
  platform.warning(
    case
      when (budget_reasons.planned).status = 'met' then 'present_distribution_is_best'
      when (budget_reasons.planned).spend > ((budget_reasons.planned).curve).daily_spend then 'last_unit_earns_more_here'
      else 'last_unit_earns_less_here'
    end
  ),
  platform.warning(
    'more_spend_brings_more',
    pg_catalog.jsonb_build_object(
      'spend_pct', 10,
      'outcome_pct', pg_catalog.round((100 * (pg_catalog.power(1.1, ((budget_reasons.planned).curve).elasticity) - 1))::numeric, 1)::text,
      'objective', budget_reasons.objective
    )
  )
);
comment on function analytics.budget_reasons(analytics.planned_budget, text) is
  'Why a budget is recommended, as reasons and values of platform.warning.';

create function analytics.budget_recommendation(
  planned analytics.planned_budget, entity analytics.entities, level text, objective text, exponent integer
)
returns json
language sql immutable
as $$
  select pg_catalog.json_build_object(
    'id', pg_catalog.concat_ws('/', (budget_recommendation.entity).platform, budget_recommendation.level, (budget_recommendation.entity).external_id),
    'level', budget_recommendation.level,
    'entity', pg_catalog.json_build_object('id', (budget_recommendation.entity).external_id, 'name', (budget_recommendation.entity).name),
    'platform', (budget_recommendation.entity).platform,
    'status', planned.status,
    'current_daily_spend', analytics.rounded(curve.daily_spend, budget_recommendation.exponent),
    'recommended_daily_spend', analytics.rounded(planned.spend, budget_recommendation.exponent),
    'change_pct', analytics.rounded(100 * (planned.spend / curve.daily_spend - 1), 1),
    'expected_change', pg_catalog.json_build_object(
      'spend', analytics.rounded(planned.spend - curve.daily_spend, budget_recommendation.exponent),
      'revenue', analytics.rounded(planned.revenue_gain, budget_recommendation.exponent),
      'conversions', analytics.rounded(planned.conversions_gain, 2),
      'low', analytics.rounded(planned.gain - 1.2816 * change.deviation, outcome.decimals),
      'high', analytics.rounded(planned.gain + 1.2816 * change.deviation, outcome.decimals)
    ),
    'marginal_roas', analytics.rounded(curve.revenue / nullif(curve.spend, 0) * curve.elasticity, 4),
    'average_roas', analytics.rounded(curve.revenue / nullif(curve.spend, 0), 4),
    'saturation', analytics.rounded(1 - curve.elasticity, 3),
    'confidence', planned.confidence,
    'reasons', analytics.budget_reasons(budget_recommendation.planned, budget_recommendation.objective),
    'options', analytics.budget_options(planned.curve, budget_recommendation.objective, budget_recommendation.exponent, outcome.decimals)
  )
  from (select (budget_recommendation.planned).*) as planned
  cross join lateral (select (planned.curve).*) as curve
  cross join lateral analytics.curve_gain(planned.curve, planned.spend) as change
  cross join lateral (select case budget_recommendation.objective when 'revenue' then budget_recommendation.exponent else 2 end as decimals) as outcome;
$$;
comment on function analytics.budget_recommendation(analytics.planned_budget, analytics.entities, text, text, integer) is
  'A recommendation in the response of GET /v1/budget-recommendations.';

create function analytics.budget_recommendations(
  brand_id text,
  level text default 'campaign',
  objective text default 'revenue',
  budget_change_pct integer default 0,
  max_shift_pct integer default 20,
  lookback_days integer default 56,
  "limit" integer default 50,
  status text default null,
  page integer default 1
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_through date;
  v_curves analytics.response_curve[];
  v_withheld integer;
  v_stopped integer;
  v_planned analytics.planned_budget[];
  v_total bigint;
begin
  perform platform.require_number('budget_change_pct', budget_recommendations.budget_change_pct, -100);
  perform platform.require_number('max_shift_pct', budget_recommendations.max_shift_pct, 1, 100);
  perform platform.require_number('lookback_days', budget_recommendations.lookback_days, 14, 1127);
  perform platform.require_page(budget_recommendations."limit", budget_recommendations.page);
  perform platform.require_choice('level', budget_recommendations.level, array['campaign', 'adset']);
  perform platform.require_choice('objective', budget_recommendations.objective, array['revenue', 'conversions']);
  perform platform.require_choice('status', budget_recommendations.status, array['open', 'met', null]);
  v_brand := core.data_brand(budget_recommendations.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily') then
    perform platform.fail('NTRDY', 'no_ad_data_is_ingested');
  end if;
  if pg_catalog.abs(budget_recommendations.budget_change_pct) > budget_recommendations.max_shift_pct then
    perform platform.fail('BADRQ', 'must_not_exceed_max_shift_pct', 'budget_change_pct');
  end if;

  v_through := analytics.reported_through(v_brand.brand_id);
  -- A curve of few days of spend or few conversions is too uncertain for a recommendation. What does not spend any more has no budget to change.
  select
    coalesce(pg_catalog.array_agg(known.curve) filter (where known.is_spending and known.is_certain), '{}'),
    count(*) filter (where known.is_spending and not known.is_certain), count(*) filter (where not known.is_spending)
  into v_curves, v_withheld, v_stopped
  from (
    select
      curves as curve, curves.spend_days >= 14 and curves.conversions >= 30 as is_certain,
      exists (
        select
        from analytics.rollups_daily as facts
        where facts.brand_id = v_brand.brand_id and facts.level = budget_recommendations.level and facts.entity_id = curves.entity_id
          and facts.day > v_through - 3 and facts.day <= v_through and facts.spend_micros > 0
      ) as is_spending
    from analytics.response_curves(
      v_brand.brand_id, budget_recommendations.level, budget_recommendations.objective, budget_recommendations.lookback_days
    ) as curves
  ) as known;
  v_planned := array(
    select planned from analytics.plan_budgets(v_curves, budget_recommendations.budget_change_pct, budget_recommendations.max_shift_pct) as planned
  );
  select count(*) into v_total
  from pg_catalog.unnest(v_planned) as planned
  where budget_recommendations.status is null or planned.status = budget_recommendations.status;

  return pg_catalog.json_build_object(
    'brand_id', budget_recommendations.brand_id,
    'level', budget_recommendations.level,
    'objective', budget_recommendations.objective,
    'data', (
      select coalesce(
        pg_catalog.json_agg(
          analytics.budget_recommendation(listed.planned, entities, budget_recommendations.level, budget_recommendations.objective, v_exponent)
          order by pg_catalog.abs((listed.planned).gain) desc, entities.entity_id
        ), '[]'
      )
      from (
        select planned
        from pg_catalog.unnest(v_planned) as planned
        where budget_recommendations.status is null or planned.status = budget_recommendations.status
        order by pg_catalog.abs(planned.gain) desc, (planned.curve).entity_id
        limit budget_recommendations."limit"
        offset budget_recommendations."limit"::bigint * (budget_recommendations.page - 1)
      ) as listed
      join analytics.entities on entities.brand_id = v_brand.brand_id and entities.entity_id = ((listed.planned).curve).entity_id
    ),
    'totals', (
      select pg_catalog.json_build_object(
        'current_daily_spend', analytics.rounded(sum((planned.curve).daily_spend), v_exponent),
        'recommended_daily_spend', analytics.rounded(sum(planned.spend), v_exponent),
        'expected_revenue_change', analytics.rounded(sum(planned.revenue_gain), v_exponent),
        'expected_conversions_change', analytics.rounded(sum(planned.conversions_gain), 2)
      )
      from pg_catalog.unnest(v_planned) as planned
      having count(*) > 0
    ),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', v_total,
      'truncated', v_total > budget_recommendations."limit"::bigint * budget_recommendations.page,
      'warnings', analytics.budget_warnings(
        v_brand, budget_recommendations.level, v_through, budget_recommendations.lookback_days, v_withheld, stopped => v_stopped
      ) || analytics.recent_spend_warnings(v_brand, v_through)
    )
  );
end
$$;
comment on function analytics.budget_recommendations(text, text, text, integer, integer, integer, integer, text, integer) is
  'GET /v1/budget-recommendations: how the same spend, or so much more or less, is expected to earn the most, from the response curves of the brand. '
  'Advice only: nothing is changed on a platform. Raises NTRDY if no ad data was ever ingested.';
grant execute on function
  analytics.budget_options(analytics.response_curve, text, integer, integer),
  analytics.budget_reasons(analytics.planned_budget, text),
  analytics.budget_recommendation(analytics.planned_budget, analytics.entities, text, text, integer),
  analytics.budget_recommendations(text, text, text, integer, integer, integer, integer, text, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.budget_recommendations', 'read:marketing', may_lag => true, served_by => '{analytics,mcp,console}');
