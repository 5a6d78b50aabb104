create type analytics.scenario_change as (
  platform text, campaign_id text, change_pct double precision, daily_spend double precision, "position" bigint
);
comment on type analytics.scenario_change is 'A change of a scenario. position is its place in the request, from 1.';

create function analytics.scenario_changes(brand_id text, changes jsonb)
returns setof analytics.scenario_change
language plpgsql stable
as $$
declare
  v_change record;
  v_place text;
  v_held analytics.scenario_change;
  v_target jsonb;
  v_targets jsonb[] := '{}'::jsonb[];
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
    v_held := (
      case when v_change.platform is not null then analytics.whole_platform(scenario_changes.brand_id, v_change.platform) end,
      v_change.campaign_id, v_change.change_pct, v_change.daily_spend, v_change.position
    );
    if v_held.campaign_id is not null and not exists (
      select from analytics.entities
      where entities.brand_id = scenario_changes.brand_id and entities.level = 'campaign' and entities.platform = v_held.platform
        and entities.external_id = v_held.campaign_id
    ) then
      perform platform.fail(
        'BADRQ', 'names_no_campaign_of_the_platform', v_place,
        pg_catalog.json_build_object('campaign_id', pg_catalog.left(v_held.campaign_id, 100), 'platform', v_held.platform)
      );
    end if;
    v_target := pg_catalog.jsonb_build_array(v_held.platform, v_held.campaign_id);
    if v_target = any (v_targets) then
      perform platform.fail('BADRQ', 'is_a_repeated_change', v_place);
    end if;
    v_targets := pg_catalog.array_append(v_targets, v_target);
    return next v_held;
  end loop;
end
$$;
comment on function analytics.scenario_changes(text, jsonb) is
  'Returns the changes of a scenario with the platforms as analytics.entities names them. Raises BADRQ for a change that is incomplete, names no campaign or '
  'platform of the brand, or has the target of an earlier change.';

create type analytics.planned_spend as (
  entity_id bigint, platform text, campaign_id text, spend double precision, planned_spend double precision, "position" bigint
);
comment on type analytics.planned_spend is
  'The daily spend of a campaign in the last 14 days and in a scenario. position is that of the change that applies, or null.';

create function analytics.planned_spends(brand_id text, changes jsonb, last_on date)
returns setof analytics.planned_spend
language plpgsql stable
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_changes constant analytics.scenario_change[] := array(
    select held from analytics.scenario_changes(planned_spends.brand_id, planned_spends.changes) as held
  );
  v_spends analytics.planned_spend[];
  v_change record;
begin
  v_spends := array(
    with spends as materialized (
    select entities.entity_id, entities.platform, entities.external_id, sum(facts.spend_micros) / 14000000.0::double precision as spend
    from analytics.rollups_daily as facts
    join analytics.entities
      on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level = 'campaign'
    where facts.brand_id = planned_spends.brand_id and facts.level = 'campaign'
      and facts.day > planned_spends.last_on - 14 and facts.day <= planned_spends.last_on and facts.spend_micros > 0
    group by entities.entity_id, entities.platform, entities.external_id
    union all
    -- A changed campaign without recent spend is listed too.
    select distinct entities.entity_id, entities.platform, entities.external_id, 0.0::double precision
    from pg_catalog.unnest(v_changes) as changes
    join analytics.entities
      on entities.brand_id = planned_spends.brand_id and entities.level = 'campaign' and entities.platform = changes.platform
      and entities.external_id = changes.campaign_id
    where not exists (
      select
      from analytics.rollups_daily as facts
      where facts.brand_id = entities.brand_id and facts.level = 'campaign' and facts.entity_id = entities.entity_id
        and facts.day > planned_spends.last_on - 14 and facts.day <= planned_spends.last_on and facts.spend_micros > 0
    )
  )
    select
      (
        spends.entity_id, spends.platform, spends.external_id, spends.spend,
        case
          when chosen.change_pct is not null then spends.spend * (1 + chosen.change_pct / 100)
          when chosen.campaign_id is not null then chosen.daily_spend
          when chosen.daily_spend is null then spends.spend
        end,
        chosen.position
      )::analytics.planned_spend
    from spends
    -- The change of a campaign precedes that of its platform, and this that of the brand.
    left join lateral (
      select held.*
      from pg_catalog.unnest(v_changes) as held
      where (held.platform is null or held.platform = spends.platform)
        and (held.campaign_id is null or held.campaign_id = spends.external_id)
      order by held.campaign_id nulls last, held.platform nulls last
      limit 1
    ) as chosen on true
  );
  for v_change in
    select
      held.platform, held.daily_spend, pg_catalog.format('changes[%s]', held.position - 1) as place,
      coalesce(sum(spends.spend), 0) as spend,
      coalesce(sum(spends.spend) filter (where spends.position = held.position), 0) as divided_spend,
      coalesce(sum(spends.planned_spend) filter (where spends.position <> held.position), 0) as own_amounts
    from pg_catalog.unnest(v_changes) as held
    left join pg_catalog.unnest(v_spends) as spends on spends.platform = held.platform
    where held.platform is not null and held.campaign_id is null
    group by held.position, held.platform, held.daily_spend
    order by held.position
  loop
    if v_change.spend = 0 then
      perform platform.fail(
        'BADRQ', 'platform_has_no_recent_spend', v_change.place, pg_catalog.json_build_object('platform', v_change.platform)
      );
    elsif v_change.own_amounts > v_change.daily_spend then
      perform platform.fail(
        'BADRQ', 'is_below_the_amounts_of_its_campaigns', v_change.place,
        pg_catalog.json_build_object('platform', v_change.platform, 'campaigns', pg_catalog.round(v_change.own_amounts::numeric, 2))
      );
    elsif v_change.divided_spend = 0 and v_change.own_amounts < v_change.daily_spend then
      perform platform.fail(
        'BADRQ', 'has_no_campaign_for_the_rest', v_change.place,
        pg_catalog.json_build_object('platform', v_change.platform, 'campaigns', pg_catalog.round(v_change.own_amounts::numeric, 2))
      );
    end if;
  end loop;
  return query
  select
    spends.entity_id, spends.platform, spends.campaign_id, spends.spend,
    -- An amount of a platform is divided in proportion to the present spend, without the campaigns that have their own changes.
    coalesce(
      spends.planned_spend,
      (
        held.daily_spend
        - coalesce(sum(spends.planned_spend) filter (where spends.planned_spend is not null) over (partition by spends.platform), 0)
      ) * spends.spend / nullif(sum(spends.spend) filter (where spends.planned_spend is null) over (partition by spends.platform), 0)
    ),
    spends.position
  from pg_catalog.unnest(v_spends) as spends
  left join pg_catalog.unnest(v_changes) as held on held.position = spends.position;
end
$$;
comment on function analytics.planned_spends(text, jsonb, date) is
  'Returns the campaigns that spent in the last 14 days, and those that the changes name, with the planned spend. The amount of a platform includes the '
  'campaigns that have changes of their own. Raises BADRQ for a platform without recent spend, and for an amount that its campaigns do not leave or take.';
grant execute on function
  analytics.scenario_changes(text, jsonb),
  analytics.planned_spends(text, jsonb, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
