create function analytics.scenario_targets(data_brand_id text, brand_id text, spend_changes jsonb, horizon_days integer)
returns table ("position" bigint, platform text, campaign_id text, change_pct numeric, daily_spend numeric, present numeric, planned numeric)
language sql stable
as $$
  with changes as materialized (
    select
      change.position, change.value ->> 'platform' as platform, change.value ->> 'campaign_name' as campaign_name,
      (change.value ->> 'change_pct')::numeric as change_pct, (change.value ->> 'daily_spend')::numeric as daily_spend,
      (change.value ->> 'daily_change')::numeric as daily_change
    from pg_catalog.jsonb_array_elements(scenario_targets.spend_changes) with ordinality as change (value, position)
  ),
  -- Amounts are changes of the present spend that a scenario without changes has.
  present as materialized (
    select case when exists (select from changes where changes.change_pct is null) then
      analytics.scenario(scenario_targets.brand_id, horizon_days => scenario_targets.horizon_days)
    end as answer
  ),
  spends as materialized (
    select line.value ->> 'platform' as platform, line.value #>> '{campaign,id}' as campaign_id, (line.value ->> 'current_daily_spend')::numeric as spend
    from present
    cross join pg_catalog.json_array_elements(present.answer -> 'data') as line
  ),
  targets as (
    select changes.*, paths.platform as target_platform, paths.campaign_id
    from changes
    join analytics.entity_paths as paths
      on paths.brand_id = scenario_targets.data_brand_id and paths.level = 'campaign'
      and analytics.is_meant(paths, pg_catalog.jsonb_build_object('campaign_name', changes.campaign_name))
    where changes.campaign_name is not null
    union all
    select changes.*, changes.platform, null
    from changes
    where changes.campaign_name is null
  ),
  known as (
    select
      targets.*,
      count(*) over (partition by targets.position) as targets_count,
      sum(present.spend) over (partition by targets.position) as present
    from targets
    cross join lateral (
      select coalesce(sum(spends.spend), 0) as spend
      from spends
      where (targets.target_platform is null or spends.platform = targets.target_platform)
        and (targets.campaign_id is null or spends.campaign_id = targets.campaign_id)
    ) as present
  )
  select
    known.position, known.target_platform, known.campaign_id,
    -- An amount of several campaigns is divided in proportion to their present spend, as that of a platform is.
    coalesce(known.change_pct, case when amount.is_divided then 100 * (amount.planned / nullif(known.present, 0) - 1) end),
    case when known.change_pct is null and not amount.is_divided then amount.planned end,
    known.present, amount.planned
  from known
  cross join lateral (
    select
      coalesce(known.daily_spend, known.present + known.daily_change) as planned,
      known.target_platform is null or known.targets_count > 1 as is_divided
  ) as amount;
$$;
comment on function analytics.scenario_targets(text, text, jsonb, integer) is
  'Returns the changes that a question supposes as those of a scenario: a campaign by its name, and an amount that is added as the new spend. present and planned '
  'are spends of a day, for amounts. planned can be negative.';

create function analytics.answer_with_scenario(data_brand_id text, brand_id text, currency text, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_horizon_days constant integer := (answer_with_scenario.interpretation ->> 'horizon_days')::integer;
  v_changes jsonb;
  v_negative jsonb;
  v_answer json;
begin
  select
    coalesce(
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_strip_nulls(
          pg_catalog.jsonb_build_object(
            'platform', targets.platform, 'campaign_id', targets.campaign_id, 'change_pct', targets.change_pct, 'daily_spend', targets.daily_spend
          )
        )
        order by targets.position
      ) filter (where coalesce(targets.change_pct, targets.daily_spend) is not null), '[]'
    ),
    pg_catalog.jsonb_agg(
      platform.warning(
        'scenario_cuts_more_than_is_spent',
        pg_catalog.jsonb_build_object(
          'present', targets.present::text, 'cut', (targets.present - targets.planned)::text, 'currency', answer_with_scenario.currency
        )
      )
    ) filter (where targets.planned < 0)
  into v_changes, v_negative
  from analytics.scenario_targets(
    answer_with_scenario.data_brand_id, answer_with_scenario.brand_id, answer_with_scenario.interpretation -> 'spend_changes', v_horizon_days
  ) as targets;
  if v_negative is not null then
    return pg_catalog.json_build_object('data', '[]'::json, 'total_rows', 0, 'warnings', v_negative);
  end if;
  v_answer := analytics.scenario(answer_with_scenario.brand_id, v_changes, v_horizon_days);
  return (
    with lines as (
      select line.value, line.position
      from pg_catalog.json_array_elements(v_answer -> 'data') with ordinality as line (value, position)
      where (line.value ->> 'is_changed')::boolean
    )
    select pg_catalog.json_build_object(
      -- The first row is the total of the changed campaigns.
      'data', case when (select count(*) from lines) > 0 then
        pg_catalog.jsonb_build_array((v_answer -> 'totals')::jsonb || pg_catalog.jsonb_build_object(
          'level', 'total', 'horizon_days', v_answer -> 'horizon_days', 'date_from', v_answer -> 'date_from', 'date_to', v_answer -> 'date_to'
        ))
        || (select pg_catalog.jsonb_agg(lines.value::jsonb || '{"level": "campaign"}' order by lines.position) from lines where lines.position <= 500)
        else '[]' end,
      'total_rows', (select count(*) + pg_catalog.sign(count(*)) from lines),
      'data_through', v_answer #> '{meta,data_through}',
      'warnings', v_answer #> '{meta,warnings}'
    )
  );
end
$$;
comment on function analytics.answer_with_scenario(text, text, text, jsonb) is
  'Returns the scenario of the changes of spend that a question supposes: the total of the changed campaigns, and each of them. A cut of more than is spent has no rows.';
grant execute on function
  analytics.scenario_targets(text, text, jsonb, integer),
  analytics.answer_with_scenario(text, text, text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
