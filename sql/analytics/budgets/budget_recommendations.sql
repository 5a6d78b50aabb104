create function analytics.budget_warnings(
  brand_id text, level text, currency_exponent smallint, last_on date, lookback_days integer, withheld bigint
)
returns jsonb[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(pg_catalog.to_jsonb(warning.text) order by warning.position, warning.text), '{}')
  from (
    select
      1 as position,
      budget_warnings.withheld || ' left out: less than 14 days of spend or 30 conversions in the last ' || budget_warnings.lookback_days || ' days.' as text
    where budget_warnings.withheld > 0
    union all
    select
      2,
      pg_catalog.format(
        'Left out: what %s reports without %s, %s of spend in the last %s days.',
        entities.platform, case budget_warnings.level when 'adset' then 'ad sets' else 'campaigns' end,
        pg_catalog.round(sum(facts.spend_micros) * 0.000001, budget_warnings.currency_exponent), budget_warnings.lookback_days
      )
    from analytics.rollups_daily as facts
    join analytics.entities
      on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level <> budget_warnings.level
    where facts.brand_id = budget_warnings.brand_id
      and facts.level = budget_warnings.level
      and facts.day > budget_warnings.last_on - budget_warnings.lookback_days
      and facts.day <= budget_warnings.last_on
      and facts.spend_micros > 0
    group by entities.platform
  ) as warning;
$$;
comment on function analytics.budget_warnings(text, text, smallint, date, integer, bigint) is 'What recommendations at a level leave out, and why.';

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
  v_data json;
  v_totals json;
  v_withheld bigint;
  v_total bigint;
  v_planned bigint;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(budget_recommendations.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily') then
    perform platform.fail('NTRDY', 'no_ad_data');
  end if;
  if pg_catalog.abs(budget_recommendations.budget_change_pct) > budget_recommendations.max_shift_pct then
    perform platform.fail('BADRQ', 'must_not_exceed_max_shift_pct', 'budget_change_pct');
  end if;

  select count(*) into v_withheld
  from analytics.response_curves(v_brand.brand_id, budget_recommendations.level, budget_recommendations.objective, budget_recommendations.lookback_days) as curves
  where curves.spend_days < 14 or curves.conversions < 30;

  with curves as materialized (
    select curves.*, pg_catalog.row_number() over (order by curves.entity_id) as no
    from analytics.response_curves(v_brand.brand_id, budget_recommendations.level, budget_recommendations.objective, budget_recommendations.lookback_days) as curves
    where curves.spend_days >= 14 and curves.conversions >= 30
  ),
  plan as (
    select analytics.equal_margins(
      pg_catalog.array_agg(curves.daily_spend order by curves.no), pg_catalog.array_agg(curves.scale order by curves.no),
      pg_catalog.array_agg(curves.elasticity order by curves.no),
      sum(curves.daily_spend) * (1 + budget_recommendations.budget_change_pct / 100.0), budget_recommendations.max_shift_pct / 100.0
    ) as spends
    from curves
  ),
  moved as (
    select
      curves.*, plan.spends[curves.no] as planned,
      curves.scale * pg_catalog.power(plan.spends[curves.no], curves.elasticity) - curves.scale * pg_catalog.power(curves.daily_spend, curves.elasticity) as gain,
      curves.revenue / nullif(curves.spend, 0) as average_roas,
      curves.conversions / nullif(curves.spend, 0) as conversions_per_unit,
      curves.outcome / nullif(curves.spend, 0) as average_outcome,
      case when plan.spends[curves.no] between curves.daily_spend * 0.995 and curves.daily_spend * 1.005 then 'met' else 'open' end as status,
      case when curves.spend_days >= 42 and curves.conversions >= 200 then 'high' when curves.spend_days >= 28 and curves.conversions >= 60 then 'medium' else 'low' end as confidence
    from curves
    cross join plan
  ),
  told as (
    select
      moved.*,
      -- What is gained of the objective carries the other along at its average.
      moved.gain / nullif(moved.average_outcome, 0) as gained_spend_equivalent,
      pg_catalog.row_number() over (partition by wanted.is_told order by pg_catalog.abs(moved.gain) desc, moved.entity_id) as rank,
      wanted.is_told
    from moved
    cross join lateral (select budget_recommendations.status is null or budget_recommendations.status = moved.status as is_told) as wanted
  )
  select
    count(*),
    count(*) filter (where told.is_told),
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', pg_catalog.concat_ws('/', entities.platform, budget_recommendations.level, entities.external_id),
        'level', budget_recommendations.level,
        'entity', pg_catalog.json_build_object('id', entities.external_id, 'name', entities.name),
        'platform', entities.platform,
        'status', told.status,
        'current_daily_spend', analytics.rounded(told.daily_spend, v_exponent),
        'recommended_daily_spend', analytics.rounded(told.planned, v_exponent),
        'change_pct', analytics.rounded(100 * (told.planned / told.daily_spend - 1), 1),
        'expected_change', pg_catalog.json_build_object(
          'spend', analytics.rounded(told.planned - told.daily_spend, v_exponent),
          'revenue', analytics.rounded(told.gained_spend_equivalent * told.average_roas, v_exponent),
          'conversions', analytics.rounded(told.gained_spend_equivalent * told.conversions_per_unit, 2),
          'low', analytics.rounded(told.gain - 1.28 * told.error, case budget_recommendations.objective when 'revenue' then v_exponent else 2 end),
          'high', analytics.rounded(told.gain + 1.28 * told.error, case budget_recommendations.objective when 'revenue' then v_exponent else 2 end)
        ),
        'marginal_roas', analytics.rounded(told.average_roas * told.elasticity, 4),
        'average_roas', analytics.rounded(told.average_roas, 4),
        'saturation', analytics.rounded(1 - told.elasticity, 3),
        'confidence', told.confidence,
        'reasons', pg_catalog.json_build_array(
          case when told.status = 'met' then 'Spend is where it earns the most already.'
            when told.planned > told.daily_spend then 'The last unit spent here earns more than elsewhere.'
            else 'The last unit spent here earns less than elsewhere.'
          end,
          pg_catalog.format('Spending 10 %% more brings about %s %% more %s.', pg_catalog.round((100 * (pg_catalog.power(1.1, told.elasticity) - 1))::numeric, 1), budget_recommendations.objective)
        ),
        'options', (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'change_pct', option.pct,
              'budget', analytics.rounded(told.daily_spend * (1 + option.pct / 100.0), v_exponent),
              'expected_' || budget_recommendations.objective, analytics.rounded(
                told.scale * pg_catalog.power(told.daily_spend * (1 + option.pct / 100.0), told.elasticity), case budget_recommendations.objective when 'revenue' then v_exponent else 2 end
              )
            )
            order by option.pct
          )
          from (values (-20), (-10), (0), (10), (20)) as option (pct)
        )
      )
      order by told.rank
    ) filter (
      where told.is_told
        and told.rank > budget_recommendations."limit"::bigint * (budget_recommendations.page - 1)
        and told.rank <= budget_recommendations."limit"::bigint * budget_recommendations.page
    ),
    pg_catalog.json_build_object(
      'current_daily_spend', analytics.rounded(sum(told.daily_spend), v_exponent),
      'recommended_daily_spend', analytics.rounded(sum(told.planned), v_exponent),
      'expected_revenue_change', analytics.rounded(sum(told.gained_spend_equivalent * told.average_roas), v_exponent),
      'expected_conversions_change', analytics.rounded(sum(told.gained_spend_equivalent * told.conversions_per_unit), 2)
    )
  into v_planned, v_total, v_data, v_totals
  from told
  join analytics.entities on entities.brand_id = v_brand.brand_id and entities.entity_id = told.entity_id;

  return pg_catalog.json_build_object(
    'brand_id', budget_recommendations.brand_id,
    'level', budget_recommendations.level,
    'objective', budget_recommendations.objective,
    'data', coalesce(v_data, '[]'),
    'totals', case when v_planned > 0 then v_totals end,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', v_total,
      'truncated', v_total > budget_recommendations."limit"::bigint * budget_recommendations.page,
      'warnings', analytics.budget_warnings(
        v_brand.brand_id, budget_recommendations.level, v_exponent, analytics.reported_through(v_brand.brand_id),
        budget_recommendations.lookback_days, v_withheld
      )
    )
  );
end
$$;
comment on function analytics.budget_recommendations(text, text, text, integer, integer, integer, integer, text, integer) is
  'GET /v1/budget-recommendations: how the same spend (or so much more or less) would earn the most, from the brand''s own response curves. '
  'Advice only: nothing is changed anywhere. Raises NTRDY when nothing was ever ingested.';
grant execute on function
  analytics.budget_warnings(text, text, smallint, date, integer, bigint),
  analytics.budget_recommendations(text, text, text, integer, integer, integer, integer, text, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.budget_recommendations', 'read:marketing', may_lag => true);
