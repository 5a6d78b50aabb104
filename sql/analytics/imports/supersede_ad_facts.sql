create function analytics.staged_relatives(brand_id text)
returns table (entity_id bigint, relative_id bigint)
language sql stable
as $$
  select staged.entity_id, relatives.entity_id
  from (
    select distinct
      ad_entities.entity_id, ad_entities.account_entity_id, ad_entities.campaign_entity_id, ad_entities.adset_entity_id,
      ad_entities.platform, ad_entities.campaign_id, ad_entities.campaign_name
    from pg_temp.ad_entities
    where ad_entities.entity_id is not null
  ) as staged
  cross join lateral (
    select ancestors.entity_id
    from pg_catalog.unnest(array[staged.account_entity_id, staged.campaign_entity_id, staged.adset_entity_id]) as ancestors (entity_id)
    union
    select descendants.entity_id
    from analytics.entities as descendants
    where descendants.brand_id = staged_relatives.brand_id
      and staged.entity_id in (descendants.account_entity_id, descendants.campaign_entity_id, descendants.adset_entity_id)
      and descendants.entity_id <> staged.entity_id
    union
    -- Campaigns that another source knows only by name, with all entities below them.
    select below.entity_id
    from (
      select same_campaigns.brand_id, same_campaigns.entity_id
      from analytics.entities as same_campaigns
      where same_campaigns.brand_id = staged_relatives.brand_id
        and same_campaigns.level = 'campaign'
        and same_campaigns.entity_id <> staged.campaign_entity_id
        and (
          (same_campaigns.account_entity_id = staged.account_entity_id and same_campaigns.external_id = staged.campaign_name)
          -- Campaigns under the placeholder account, which is used until an account is named.
          or (
            same_campaigns.platform = staged.platform
            and same_campaigns.external_id = staged.campaign_id
            and exists (
              select from analytics.entities as accounts
              where accounts.brand_id = same_campaigns.brand_id and accounts.entity_id = same_campaigns.account_entity_id and accounts.external_id = accounts.platform
            )
          )
        )
      -- There are rarely any. offset 0 makes the planner search for them before it searches for entities below them.
      offset 0
    ) as same_campaigns
    join analytics.entities as below
      on below.brand_id = same_campaigns.brand_id and same_campaigns.entity_id in (below.entity_id, below.campaign_entity_id)
  ) as relatives
  where relatives.entity_id is not null and relatives.entity_id <> staged.entity_id;
$$;
comment on function analytics.staged_relatives(text) is 'Returns parents and children of staged entities, and entities of the same campaign.';
grant execute on function analytics.staged_relatives(text) to vitrine_worker;

create function analytics.find_held_relatives(brand_id text, target regclass, key text, first_key text, last_key text)
returns boolean
language plpgsql volatile
as $$
begin
  execute pg_catalog.format(
    $query$
    create temporary table ad_relatives on commit drop as
    with held as materialized (
      select distinct facts.entity_id from %1$s as facts where facts.brand_id = $1 and facts.%2$s between %3$L and %4$L
    )
    select related.entity_id, related.relative_id
    from analytics.staged_relatives($1) as related
    where related.relative_id in (select held.entity_id from held)
    $query$,
    find_held_relatives.target, find_held_relatives.key, find_held_relatives.first_key, find_held_relatives.last_key
  )
  using find_held_relatives.brand_id;
  analyze pg_temp.ad_relatives;
  return exists (select from pg_temp.ad_relatives);
end
$$;
comment on function analytics.find_held_relatives(text, regclass, text, text, text) is
  'Creates the temporary table ad_relatives with the relatives of a staged report that have facts between two keys. Returns whether there are any.';
grant execute on function analytics.find_held_relatives(text, regclass, text, text, text) to vitrine_worker;

create function analytics.all_measures()
returns text[]
language sql stable
as $$
  select pg_catalog.array_agg(metric_definitions.source_column order by metric_definitions.position)
  from analytics.metric_definitions
  where metric_definitions.source_column is not null;
$$;
comment on function analytics.all_measures() is 'Returns the columns of the facts that contain measures.';
grant execute on function analytics.all_measures() to vitrine_worker;

create function analytics.describe_superseded(brand_id text, measures text[])
returns jsonb[]
language sql stable
as $$
  select array(
    select platform.warning(
      'another_level_is_replaced',
      pg_catalog.jsonb_build_object(
        'level', replaced.level, 'entities', replaced.entities, 'days', replaced.days, 'spend', replaced.spend, 'currency', brands.currency
      )
    )
    from (
      select
        entities.level, count(distinct gone.entity_id) as entities, count(distinct gone.day) as days,
        case when 'spend_micros' = any (describe_superseded.measures) then pg_catalog.trim_scale(sum(gone.spend_micros) / 1000000.0) end as spend
      from pg_temp.ad_superseded as gone
      join analytics.entities on entities.brand_id = describe_superseded.brand_id and entities.entity_id = gone.entity_id
      group by entities.level
    ) as replaced
    join core.brands on brands.brand_id = describe_superseded.brand_id
    order by pg_catalog.array_position(array['account', 'campaign', 'adset', 'ad'], replaced.level)
  );
$$;
comment on function analytics.describe_superseded(text, text[]) is
  'Returns a warning for each level whose measures a staged report replaced: the entities and days of ad_superseded, and their spend before.';
grant execute on function analytics.describe_superseded(text, text[]) to vitrine_worker;

-- New temporary tables have no statistics. Without the setting, the planner would choose nested loops.
create function analytics.supersede_relatives(brand_id text, measures text[], first_on date, last_on date)
returns jsonb[]
language plpgsql volatile
set enable_nestloop = off
as $$
declare
  v_days date[];
  v_warnings jsonb[];
begin
  if not analytics.find_held_relatives(
    supersede_relatives.brand_id, 'analytics.facts_daily', 'day', supersede_relatives.first_on::text, supersede_relatives.last_on::text
  ) then
    drop table pg_temp.ad_relatives;
    return '{}'::jsonb[];
  end if;
  execute pg_catalog.format(
    $query$
    create temporary table ad_superseded on commit drop as
    with relatives as materialized (
      select distinct facts.day, related.relative_id
      from pg_temp.ad_relatives as related
      join pg_temp.ad_entities as staged on staged.entity_id = related.entity_id
      join pg_temp.ad_facts as facts on facts.entity_no = staged.entity_no
      where not exists (
        select from pg_temp.ad_entities as same join pg_temp.ad_facts as reported on reported.entity_no = same.entity_no
        where same.entity_id = related.relative_id and reported.day = facts.day
      )
    ),
    superseded as (
      update analytics.facts_daily as held
      set %1$s
      from relatives
      where held.brand_id = $1 and held.day = relatives.day and held.entity_id = relatives.relative_id and pg_catalog.num_nonnulls(%2$s) > 0
      returning held.day, held.entity_id
    )
    -- A statement reads the facts as they were before its update.
    select before.entity_id, before.day, before.spend_micros
    from superseded
    join analytics.facts_daily as before
      on before.brand_id = $1 and before.day = superseded.day and before.entity_id = superseded.entity_id
    $query$,
    analytics.list_measures(supersede_relatives.measures, '%I = null'), analytics.list_measures(supersede_relatives.measures, 'held.%I')
  )
  using supersede_relatives.brand_id;
  v_days := array(select distinct ad_superseded.day from pg_temp.ad_superseded);
  v_warnings := analytics.describe_superseded(supersede_relatives.brand_id, supersede_relatives.measures);
  drop table pg_temp.ad_relatives, pg_temp.ad_superseded;
  if v_days = '{}' then
    return '{}'::jsonb[];
  end if;
  execute pg_catalog.format(
    'delete from analytics.facts_daily as held where held.brand_id = $1 and held.day = any ($2) and pg_catalog.num_nonnulls(%s) = 0',
    analytics.list_measures(analytics.all_measures(), 'held.%I')
  )
  using supersede_relatives.brand_id, v_days;
  delete from analytics.rollups_daily as held where held.brand_id = supersede_relatives.brand_id and held.day = any (v_days);
  perform analytics.roll_up(supersede_relatives.brand_id, v_days, analytics.all_measures());
  return v_warnings;
end
$$;
comment on function analytics.supersede_relatives(text, text[], date, date) is
  'Removes these measures of parents and children of the staged entities on the staged days, because the newer report replaces the older. The same '
  'spend can be reported by campaign today and by ad tomorrow. Rolls up the changed days again. Returns warnings about what was replaced.';
grant execute on function analytics.supersede_relatives(text, text[], date, date) to vitrine_worker;

create function analytics.supersede_sums(brand_id text, measures text[])
returns void
language sql volatile
as $$
  update analytics.facts_daily as held
  set summed_measures = array(select pg_catalog.unnest(held.summed_measures) except select pg_catalog.unnest(supersede_sums.measures))
  from pg_temp.ad_facts as facts
  join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
  where held.brand_id = supersede_sums.brand_id
    and held.day = facts.day
    and held.entity_id = staged.entity_id
    and held.summed_measures && supersede_sums.measures
    and exists (
      select from analytics.data_status where data_status.brand_id = supersede_sums.brand_id and data_status.kind = 'ads_hourly'
    );
$$;
comment on function analytics.supersede_sums(text, text[]) is 'Marks these measures of a staged daily report as reported, no longer as summed.';
grant execute on function analytics.supersede_sums(text, text[]) to vitrine_worker;

create function analytics.is_reported(measures text[])
returns text
language sql immutable
as $$
  select analytics.list_measures(is_reported.measures, '(held.%1$I is not null and not %1$L = any (held.summed_measures))', ' or ');
$$;
comment on function analytics.is_reported(text[]) is 'Returns the SQL condition that a row "held" of facts_daily has a measure reported by day.';
grant execute on function analytics.is_reported(text[]) to vitrine_worker;

create function analytics.leave_reported_days(brand_id text, measures text[])
returns void
language plpgsql volatile
set enable_nestloop = off
as $$
begin
  execute pg_catalog.format(
    $query$
    with kin as materialized (
      select related.entity_id, related.relative_id from analytics.staged_relatives($1) as related
      union all
      select distinct days.entity_id, days.entity_id from pg_temp.ad_entity_days as days
    )
    delete from pg_temp.ad_entity_days as days
    using kin, analytics.facts_daily as held
    where kin.entity_id = days.entity_id and held.brand_id = $1 and held.day = days.day and held.entity_id = kin.relative_id and (%s)
    $query$,
    analytics.is_reported(leave_reported_days.measures)
  )
  using leave_reported_days.brand_id;
end
$$;
comment on function analytics.leave_reported_days(text, text[]) is
  'Removes from ad_entity_days the days for which these measures were reported by day, at any level. The hours of such a day may be incomplete.';
grant execute on function analytics.leave_reported_days(text, text[]) to vitrine_worker;
