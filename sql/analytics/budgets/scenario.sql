create function analytics.shown_outcome(
  days integer, present double precision, gain double precision, deviation double precision, decimals integer
)
returns jsonb
language sql immutable
return case when shown_outcome.present + shown_outcome.gain is not null then pg_catalog.jsonb_build_object(
  'current', analytics.rounded(shown_outcome.days * shown_outcome.present, shown_outcome.decimals),
  'planned', analytics.rounded(shown_outcome.days * (shown_outcome.present + shown_outcome.gain), shown_outcome.decimals),
  'change', analytics.rounded(shown_outcome.days * shown_outcome.gain, shown_outcome.decimals),
  'low', analytics.rounded(shown_outcome.days * (shown_outcome.gain - 1.2816 * shown_outcome.deviation), shown_outcome.decimals),
  'high', analytics.rounded(shown_outcome.days * (shown_outcome.gain + 1.2816 * shown_outcome.deviation), shown_outcome.decimals)
) end;
comment on function analytics.shown_outcome(integer, double precision, double precision, double precision, integer) is
  'The expected outcome of so many days at the present and the planned spend, and the change with its 80 % interval. Null if it is not known.';

create function analytics.scenario(
  brand_id text, changes jsonb default '[]', horizon_days integer default 30, lookback_days integer default 56
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_through date;
  v_today date;
  v_lines analytics.scenario_line[];
begin
  perform platform.require_number('horizon_days', scenario.horizon_days, 7, 90);
  perform platform.require_number('lookback_days', scenario.lookback_days, 14, 180);
  if pg_catalog.jsonb_typeof(scenario.changes) is distinct from 'array' then
    perform platform.fail('BADRQ', 'must_be_a_list', 'changes');
  end if;
  v_brand := core.data_brand(scenario.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  v_through := analytics.reported_through(v_brand.brand_id);
  if v_through is null then
    perform platform.fail('NTRDY', 'no_ad_data_is_ingested');
  end if;
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_lines := array(select lines from analytics.scenario_lines(v_brand, scenario.changes, v_through, scenario.lookback_days, v_exponent) as lines);
  return (
    with lines as materialized (
      select (line).*, (line).is_changed and (line).conversions is not null as is_known from pg_catalog.unnest(v_lines) as line
    ),
    -- The deviations of campaigns are added up, because their elasticities can be wrong in the same direction.
    sums as (
      select
        lines.platform,
        grouping(lines.platform) = 1 as is_total,
        pg_catalog.jsonb_build_object(
          'current_daily_spend', analytics.rounded(sum(lines.current_spend), v_exponent),
          'daily_spend', analytics.rounded(sum(lines.planned_spend), v_exponent),
          'campaigns', count(*),
          'campaigns_changed', count(*) filter (where lines.is_changed),
          'campaigns_known', count(*) filter (where lines.is_known),
          'spend_change', analytics.rounded(scenario.horizon_days * sum(lines.planned_spend - lines.current_spend), v_exponent),
          'known_spend_change', analytics.rounded(
            scenario.horizon_days * coalesce(sum(lines.planned_spend - lines.current_spend) filter (where lines.is_known), 0),
            v_exponent
          ),
          'revenue', case when pg_catalog.bool_and(lines.revenue is not null) filter (where lines.is_known) then
            analytics.shown_outcome(
              scenario.horizon_days, sum(lines.revenue) filter (where lines.is_known),
              sum(lines.revenue_gain) filter (where lines.is_known),
              sum(lines.revenue_deviation) filter (where lines.is_known), v_exponent
            ) end,
          'conversions', analytics.shown_outcome(
            scenario.horizon_days, sum(lines.conversions) filter (where lines.is_changed),
            sum(lines.conversions_gain) filter (where lines.is_changed),
            sum(lines.conversions_deviation) filter (where lines.is_changed), 2
          )
        ) as sum
      from lines
      group by grouping sets ((lines.platform), ())
    )
    select pg_catalog.json_build_object(
      'brand_id', scenario.brand_id,
      'horizon_days', scenario.horizon_days,
      'date_from', v_today + 1,
      'date_to', v_today + scenario.horizon_days,
      'data', coalesce(
        (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'platform', lines.platform,
              'campaign', pg_catalog.json_build_object('id', lines.campaign_id, 'name', lines.name),
              'daily_budget', analytics.rounded(lines.daily_budget, v_exponent),
              'current_daily_spend', analytics.rounded(lines.current_spend, v_exponent),
              'daily_spend', analytics.rounded(lines.planned_spend, v_exponent),
              'proposed_daily_budget', case when lines.is_changed then analytics.rounded(
                -- The budget changes by the percentage of the spend. A campaign rarely spends exactly its budget.
                case when lines.daily_budget > 0 and lines.current_spend > 0 then lines.daily_budget * lines.planned_spend / lines.current_spend
                else lines.planned_spend end,
                v_exponent
              ) end,
              'is_changed', lines.is_changed,
              'reason', lines.reason,
              'revenue', analytics.shown_outcome(scenario.horizon_days, lines.revenue, lines.revenue_gain, lines.revenue_deviation, v_exponent),
              'conversions', analytics.shown_outcome(scenario.horizon_days, lines.conversions, lines.conversions_gain, lines.conversions_deviation, 2)
            )
            order by lines.platform, lines.current_spend desc, lines.entity_id
          )
          from lines
        ), '[]'
      ),
      'platforms', coalesce(
        (
          select pg_catalog.json_agg(pg_catalog.jsonb_build_object('platform', sums.platform) || sums.sum order by sums.platform)
          from sums where not sums.is_total
        ), '[]'
      ),
      'totals', (select sums.sum from sums where sums.is_total),
      'meta', pg_catalog.json_build_object(
        'currency', v_brand.currency,
        'timezone', v_brand.timezone,
        'data_through', v_through,
        'warnings', analytics.budget_warnings(v_brand, 'campaign', v_through, scenario.lookback_days, 0)
          || analytics.recent_spend_warnings(v_brand, v_through)
          || case when exists (select from lines where lines.is_known) then
            array[platform.warning('scenario_is_an_association', pg_catalog.jsonb_build_object('days', scenario.lookback_days))] else '{}' end
      )
    )
  );
end
$$;
comment on function analytics.scenario(text, jsonb, integer, integer) is
  'POST /v1/scenarios: what campaigns are expected to earn in the coming days if their spend changes, by their response curves. Changes nothing. Raises BADRQ for a '
  'change of something that the brand does not have, and NTRDY before the first report.';
grant execute on function
  analytics.shown_outcome(integer, double precision, double precision, double precision, integer),
  analytics.scenario(text, jsonb, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.scenario', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
