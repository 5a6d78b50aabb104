create function analytics.scenario_changes(brand_id text, changes jsonb)
returns table (platform text, campaign_id text, change_pct double precision, daily_spend double precision, "position" bigint)
language plpgsql stable
as $$
declare
  v_change record;
  v_place text;
begin
  for v_change in
    select given.*
    from rows from (
      pg_catalog.jsonb_to_recordset(scenario_changes.changes) as (platform text, campaign_id text, change_pct numeric, daily_spend numeric)
    ) with ordinality as given (platform, campaign_id, change_pct, daily_spend, position)
  loop
    v_place := pg_catalog.format('changes[%s]', v_change.position - 1);
    if pg_catalog.num_nonnulls(v_change.change_pct, v_change.daily_spend) <> 1 then
      perform platform.fail('BADRQ', 'must_have_one_kind_of_change', v_place);
    elsif v_change.daily_spend is not null and v_change.platform is null then
      perform platform.fail('BADRQ', 'must_name_a_platform_for_an_amount', v_place);
    elsif v_change.campaign_id is not null and v_change.platform is null then
      perform platform.fail('BADRQ', 'must_name_the_platform_of_the_campaign', v_place);
    end if;
    if v_change.change_pct is not null then
      perform platform.require_number(v_place || '.change_pct', v_change.change_pct, -100, 1000);
    else
      perform platform.require_number(v_place || '.daily_spend', v_change.daily_spend, 0, 1000000000);
    end if;
    platform := case when v_change.platform is not null then analytics.whole_platform(scenario_changes.brand_id, v_change.platform) end;
    campaign_id := v_change.campaign_id;
    if campaign_id is not null and not exists (
      select from analytics.entities
      where entities.brand_id = scenario_changes.brand_id and entities.level = 'campaign' and entities.platform = scenario_changes.platform
        and entities.external_id = scenario_changes.campaign_id
    ) then
      perform platform.fail(
        'BADRQ', 'names_no_campaign_of_the_platform', v_place,
        pg_catalog.json_build_object('campaign_id', pg_catalog.left(campaign_id, 100), 'platform', platform)
      );
    end if;
    change_pct := v_change.change_pct;
    daily_spend := v_change.daily_spend;
    position := v_change.position;
    return next;
  end loop;
end
$$;
comment on function analytics.scenario_changes(text, jsonb) is
  'Returns the changes of a scenario with the platforms as analytics.entities names them. Raises BADRQ for a change that is incomplete, or names no campaign or '
  'platform of the brand.';

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
  with changes as materialized (
    select * from analytics.scenario_changes((scenario_lines.brand).brand_id, scenario_lines.changes)
  ),
  spends as materialized (
    select entities.entity_id, entities.platform, entities.external_id, sum(facts.spend_micros) / 14000000.0::double precision as spend
    from analytics.rollups_daily as facts
    join analytics.entities
      on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level = 'campaign'
    where facts.brand_id = (scenario_lines.brand).brand_id and facts.level = 'campaign'
      and facts.day > scenario_lines.last_on - 14 and facts.day <= scenario_lines.last_on and facts.spend_micros > 0
    group by entities.entity_id, entities.platform, entities.external_id
    union all
    -- A changed campaign without recent spend is listed too.
    select distinct entities.entity_id, entities.platform, entities.external_id, 0.0::double precision
    from changes
    join analytics.entities
      on entities.brand_id = (scenario_lines.brand).brand_id and entities.level = 'campaign' and entities.platform = changes.platform
      and entities.external_id = changes.campaign_id
    where not exists (
      select
      from analytics.rollups_daily as facts
      where facts.brand_id = entities.brand_id and facts.level = 'campaign' and facts.entity_id = entities.entity_id
        and facts.day > scenario_lines.last_on - 14 and facts.day <= scenario_lines.last_on and facts.spend_micros > 0
    )
  ),
  planned as (
    select
      spends.entity_id, spends.platform, spends.external_id, spends.spend,
      coalesce(
        case
          when chosen.change_pct is not null then spends.spend * (1 + chosen.change_pct / 100)
          when chosen.campaign_id is not null then chosen.daily_spend
          -- An amount of a platform is divided in proportion to the present spend.
          else chosen.daily_spend * spends.spend / nullif(sum(spends.spend) over (partition by spends.platform), 0)
        end,
        spends.spend
      ) as planned_spend
    from spends
    -- The change of a campaign precedes that of its platform, and this that of the brand.
    left join lateral (
      select changes.*
      from changes
      where (changes.platform is null or changes.platform = spends.platform)
        and (changes.campaign_id is null or changes.campaign_id = spends.external_id)
      order by changes.campaign_id nulls last, changes.platform nulls last, changes.position desc
      limit 1
    ) as chosen on true
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
    planned.entity_id, planned.platform, planned.external_id, entities.name, entities.daily_budget_micros * 0.000001::double precision,
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
grant execute on function
  analytics.scenario_changes(text, jsonb),
  analytics.scenario_lines(core.brands, jsonb, date, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
