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

create function analytics.shown_return(spend_change double precision, gain double precision, deviation double precision)
returns jsonb
language sql immutable
return case when shown_return.gain is not null and shown_return.spend_change <> 0 then pg_catalog.jsonb_build_object(
  'value', analytics.rounded(shown_return.gain / shown_return.spend_change, 4),
  'low', analytics.rounded(shown_return.gain / shown_return.spend_change - 1.2816 * shown_return.deviation / abs(shown_return.spend_change), 4),
  'high', analytics.rounded(shown_return.gain / shown_return.spend_change + 1.2816 * shown_return.deviation / abs(shown_return.spend_change), 4)
) end;
comment on function analytics.shown_return(double precision, double precision, double precision) is
  'The change of revenue for each unit of changed spend, with its 80 % interval. Null if the spend does not change or the change of revenue is not known.';

create function analytics.shown_profit(
  days integer, spend_change double precision, gain double precision, deviation double precision, decimals integer
)
returns jsonb
language sql immutable
return analytics.shown_outcome(shown_profit.days, 0, shown_profit.gain - shown_profit.spend_change, shown_profit.deviation, shown_profit.decimals)
  - array['current', 'planned'];
comment on function analytics.shown_profit(integer, double precision, double precision, double precision, integer) is
  'The change of profit in so many days, with its 80 % interval: the gain, which is the change of revenue without the cost of goods, less the change of spend. '
  'Null if the gain is not known.';

create function analytics.campaign_margins(brand_id text, campaign_ids bigint[], last_on date, days integer)
returns table (entity_id bigint, margin double precision)
language sql stable
as $$
  select sold_by.campaign_id, 1 - sum(facts.cogs_micros)::double precision / sum(facts.revenue_micros)
  from analytics.entities
  cross join lateral (select coalesce(entities.campaign_entity_id, entities.entity_id) as campaign_id) as sold_by
  join analytics.facts_daily as facts on facts.brand_id = entities.brand_id and facts.entity_id = entities.entity_id
  where entities.brand_id = campaign_margins.brand_id and sold_by.campaign_id = any (campaign_margins.campaign_ids)
    and facts.day > campaign_margins.last_on - campaign_margins.days and facts.day <= campaign_margins.last_on
  group by sold_by.campaign_id
  having sum(facts.revenue_micros) > 0 and pg_catalog.bool_and(facts.cogs_micros is not null) filter (where facts.revenue_micros > 0);
$$;
comment on function analytics.campaign_margins(text, bigint[], date, integer) is
  'Returns 1 - cogs / revenue of each of these campaigns in the days to the last one. A campaign with revenue whose cost is not reported is left out, '
  'as profit leaves it out.';

create function analytics.proposed_budget(daily_budget double precision, current_spend double precision, planned_spend double precision)
returns double precision
language sql immutable
return case
  when (proposed_budget.daily_budget > 0 and proposed_budget.current_spend > 0) is not true then proposed_budget.planned_spend
  -- The platform spends more than the reported budget, and would also spend more than a lower one.
  when proposed_budget.planned_spend < proposed_budget.current_spend and proposed_budget.planned_spend >= proposed_budget.daily_budget
  then proposed_budget.daily_budget * proposed_budget.planned_spend / proposed_budget.current_spend
  else greatest(proposed_budget.daily_budget * proposed_budget.planned_spend / proposed_budget.current_spend, proposed_budget.planned_spend)
end;
comment on function analytics.proposed_budget(double precision, double precision, double precision) is
  'Returns the daily budget for a planned spend of a campaign: the reported budget, changed by the percentage of the spend, but at least the planned '
  'spend, because a platform may stop at the budget. Less than that only for a decrease to a spend that is still above the reported budget, which must '
  'become lower. The planned spend without a budget or spend.';

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
    margins as materialized (
      select known.entity_id, known.margin
      from analytics.campaign_margins(
        v_brand.brand_id, array(select lines.entity_id from lines where lines.is_known), v_through, scenario.lookback_days
      ) as known
    ),
    priced as materialized (
      select
        lines.*, lines.planned_spend - lines.current_spend as spend_gain, lines.revenue_gain * margins.margin as margin_gain,
        lines.revenue_deviation * abs(margins.margin) as margin_deviation
      from lines
      left join margins on margins.entity_id = lines.entity_id
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
          -- If spend moves between campaigns, the changes nearly cancel, and their ratio is no return on additional spend.
          'incremental_roas', case
            when pg_catalog.bool_and(lines.revenue is not null) filter (where lines.is_known)
              and abs(sum(pg_catalog.sign(lines.spend_gain)) filter (where lines.is_known)) = count(*) filter (where lines.is_known)
            then analytics.shown_return(
              sum(lines.spend_gain) filter (where lines.is_known), sum(lines.revenue_gain) filter (where lines.is_known),
              sum(lines.revenue_deviation) filter (where lines.is_known)
            ) end,
          'profit', case when pg_catalog.bool_and(lines.margin_gain is not null) filter (where lines.is_known) then
            analytics.shown_profit(
              scenario.horizon_days, sum(lines.spend_gain) filter (where lines.is_known), sum(lines.margin_gain) filter (where lines.is_known),
              sum(lines.margin_deviation) filter (where lines.is_known), v_exponent
            ) end,
          'conversions', analytics.shown_outcome(
            scenario.horizon_days, sum(lines.conversions) filter (where lines.is_changed),
            sum(lines.conversions_gain) filter (where lines.is_changed),
            sum(lines.conversions_deviation) filter (where lines.is_changed), 2
          )
        ) as sum
      from priced as lines
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
                analytics.proposed_budget(lines.daily_budget, lines.current_spend, lines.planned_spend), v_exponent
              ) end,
              'is_changed', lines.is_changed,
              'open_proposals', connector.open_proposals(v_brand.brand_id, lines.platform, lines.campaign_id),
              'approved_proposal', connector.approved_proposal(
                v_brand.brand_id, lines.platform, lines.campaign_id, analytics.rounded(lines.daily_budget, v_exponent)
              ),
              'reason', lines.reason,
              'revenue', analytics.shown_outcome(scenario.horizon_days, lines.revenue, lines.revenue_gain, lines.revenue_deviation, v_exponent),
              'incremental_roas', case when lines.is_known then analytics.shown_return(lines.spend_gain, lines.revenue_gain, lines.revenue_deviation) end,
              'profit', case when lines.is_known then
                analytics.shown_profit(scenario.horizon_days, lines.spend_gain, lines.margin_gain, lines.margin_deviation, v_exponent) end,
              'conversions', analytics.shown_outcome(scenario.horizon_days, lines.conversions, lines.conversions_gain, lines.conversions_deviation, 2)
            )
            order by lines.platform, lines.current_spend desc, lines.entity_id
          )
          from priced as lines
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
          || analytics.experiment_warnings(v_brand.brand_id, v_today + 1, v_today + scenario.horizon_days)
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
  analytics.shown_return(double precision, double precision, double precision),
  analytics.shown_profit(integer, double precision, double precision, double precision, integer),
  analytics.campaign_margins(text, bigint[], date, integer),
  analytics.proposed_budget(double precision, double precision, double precision),
  analytics.scenario(text, jsonb, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.scenario', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
