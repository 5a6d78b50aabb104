create type analytics.scenario_line as (
  entity_id bigint,
  platform text,
  campaign_id text,
  name text,
  daily_budget double precision,
  current_spend double precision,
  planned_spend double precision,
  is_changed boolean,
  reason jsonb,
  revenue double precision,
  revenue_gain double precision,
  revenue_deviation double precision,
  conversions double precision,
  conversions_gain double precision,
  conversions_deviation double precision
);
comment on type analytics.scenario_line is
  'A campaign of a scenario: spends and expected outcomes of a day. revenue and conversions are those of the present spend; a gain is what the planned one adds, '
  'with its standard deviation. reason: why an outcome is not known, or null.';

create function analytics.scenario_lines(
  brand core.brands, changes jsonb, last_on date, lookback_days integer, exponent integer
)
returns setof analytics.scenario_line
language plpgsql stable
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return query
  with planned as materialized (
    select * from analytics.planned_spends((scenario_lines.brand).brand_id, scenario_lines.changes, scenario_lines.last_on)
  ),
  revenues as materialized (
    select curves.entity_id, curves as curve
    from analytics.response_curves((scenario_lines.brand).brand_id, 'campaign', 'revenue', scenario_lines.lookback_days) as curves
  ),
  conversions as materialized (
    select curves.entity_id, curves as curve
    from analytics.response_curves((scenario_lines.brand).brand_id, 'campaign', 'conversions', scenario_lines.lookback_days) as curves
  )
  select
    planned.entity_id, planned.platform, planned.campaign_id, entities.name, entities.daily_budget_micros * 0.000001::double precision,
    planned.spend, planned.planned_spend,
    pg_catalog.round(planned.planned_spend::numeric, scenario_lines.exponent) <> pg_catalog.round(planned.spend::numeric, scenario_lines.exponent),
    unknown.reason,
    revenue.present, revenue.gain, revenue.deviation, conversion.present, conversion.gain, conversion.deviation
  from planned
  join analytics.entities on entities.brand_id = (scenario_lines.brand).brand_id and entities.entity_id = planned.entity_id
  left join revenues on revenues.entity_id = planned.entity_id
  left join conversions on conversions.entity_id = planned.entity_id
  -- Both curves are fitted to the same days of spend.
  cross join lateral (select coalesce(revenues.curve, conversions.curve) as curve) as fitted
  cross join lateral (
    select
      case
        when planned.spend = 0 then platform.warning('campaign_has_no_recent_spend')
        when coalesce((fitted.curve).spend_days, 0) < 14
          or coalesce((fitted.curve).conversions, 0) < 30 then
          platform.warning('campaign_has_too_little_data', pg_catalog.jsonb_build_object('days', scenario_lines.lookback_days))
        when planned.planned_spend < 0.8 * (fitted.curve).spend_low
          or planned.planned_spend > 1.2 * (fitted.curve).spend_high then
          platform.warning(
            'spend_is_outside_of_the_known',
            pg_catalog.jsonb_build_object(
              'low', pg_catalog.round(0.8 * (fitted.curve).spend_low::numeric, scenario_lines.exponent)::text,
              'high', pg_catalog.round(1.2 * (fitted.curve).spend_high::numeric, scenario_lines.exponent)::text,
              'currency', (scenario_lines.brand).currency, 'days', scenario_lines.lookback_days
            )
          )
        when revenues.entity_id is null then platform.warning('campaign_reports_no_revenue')
      end as reason
  ) as unknown
  cross join lateral (
    select unknown.reason is null or unknown.reason ->> 'reason' = 'campaign_reports_no_revenue' as is_known
  ) as known
  left join lateral analytics.curve_gain(revenues.curve, planned.planned_spend) as revenue on known.is_known
  left join lateral analytics.curve_gain(conversions.curve, planned.planned_spend) as conversion on known.is_known;
end
$$;
comment on function analytics.scenario_lines(core.brands, jsonb, date, integer, integer) is
  'Returns the campaigns that spent in the last 14 days, and those that the changes name, with their curves and what is planned. A curve of few days of spend or '
  'few conversions, and a spend more than 20 % outside of what nine of ten days spent, have a reason in place of an expected outcome.';
grant execute on function analytics.scenario_lines(core.brands, jsonb, date, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
