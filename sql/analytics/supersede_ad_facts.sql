create function analytics.staged_relatives(brand_id text)
returns table (entity_id bigint, relative_id bigint)
language sql stable
as $$
  -- Relatives that are in the report themselves are its own breakdown.
  select staged.entity_id, relatives.entity_id
  from (
    select distinct ad_entities.entity_id, ad_entities.account_entity_id, ad_entities.campaign_entity_id, ad_entities.adset_entity_id
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
      and staged.adset_entity_id is distinct from descendants.adset_entity_id
  ) as relatives
  where relatives.entity_id is not null
    and not exists (select from pg_temp.ad_entities as same where same.entity_id = relatives.entity_id);
$$;
comment on function analytics.staged_relatives(text) is 'What stands above and below each entity of a staged report, and is not in it.';
grant execute on function analytics.staged_relatives(text) to vitrine_worker;

create function analytics.all_measures()
returns text[]
language sql stable
as $$
  select pg_catalog.array_agg(metric_definitions.source_column order by metric_definitions.position)
  from analytics.metric_definitions
  where metric_definitions.source_column is not null;
$$;
comment on function analytics.all_measures() is 'The columns of facts that measure something.';
grant execute on function analytics.all_measures() to vitrine_worker;

create function analytics.supersede_relatives(brand_id text, measures text[])
returns void
language plpgsql volatile
as $$
declare
  v_days date[];
begin
  execute pg_catalog.format(
    $query$
    with relatives as materialized (
      select distinct facts.day, related.relative_id
      from analytics.staged_relatives($1) as related
      join pg_temp.ad_entities as staged on staged.entity_id = related.entity_id
      join pg_temp.ad_facts as facts on facts.entity_no = staged.entity_no
    ),
    superseded as (
      update analytics.facts_daily as held
      set %1$s
      from relatives
      where held.brand_id = $1 and held.day = relatives.day and held.entity_id = relatives.relative_id and pg_catalog.num_nonnulls(%2$s) > 0
      returning held.day
    )
    select pg_catalog.array_agg(distinct superseded.day) from superseded
    $query$,
    analytics.list_measures(supersede_relatives.measures, '%I = null'), analytics.list_measures(supersede_relatives.measures, 'held.%I')
  )
  into v_days
  using supersede_relatives.brand_id;
  if v_days is null then
    return;
  end if;
  execute pg_catalog.format(
    'delete from analytics.facts_daily as held where held.brand_id = $1 and held.day = any ($2) and pg_catalog.num_nonnulls(%s) = 0',
    analytics.list_measures(analytics.all_measures(), 'held.%I')
  )
  using supersede_relatives.brand_id, v_days;
  delete from analytics.rollups_daily as held where held.brand_id = supersede_relatives.brand_id and held.day = any (v_days);
  perform analytics.roll_up(supersede_relatives.brand_id, v_days, analytics.all_measures());
end
$$;
comment on function analytics.supersede_relatives(text, text[]) is
  'The same money may be reported by campaign today and by ad tomorrow: of a day the newer report holds, and what stood above or below it is forgotten.';
grant execute on function analytics.supersede_relatives(text, text[]) to vitrine_worker;

create function analytics.supersede_sums(brand_id text)
returns void
language sql volatile
as $$
  update analytics.facts_daily as held
  set is_summed = false
  from pg_temp.ad_facts as facts
  join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
  where held.brand_id = supersede_sums.brand_id
    and held.day = facts.day
    and held.entity_id = staged.entity_id
    and held.is_summed
    and exists (
      select from analytics.data_status where data_status.brand_id = supersede_sums.brand_id and data_status.kind = 'ads_hourly'
    );
$$;
comment on function analytics.supersede_sums(text) is 'Marks the days of a staged report by day as reported, whatever hours were summed before.';
grant execute on function analytics.supersede_sums(text) to vitrine_worker;

create function analytics.leave_reported_days(brand_id text)
returns void
language sql volatile
as $$
  with kin as materialized (
    select related.entity_id, related.relative_id from analytics.staged_relatives(leave_reported_days.brand_id) as related
    union all
    select distinct days.entity_id, days.entity_id from pg_temp.ad_entity_days as days
  )
  delete from pg_temp.ad_entity_days as days
  using kin, analytics.facts_daily as held
  where kin.entity_id = days.entity_id
    and held.brand_id = leave_reported_days.brand_id
    and held.day = days.day
    and held.entity_id = kin.relative_id
    and not held.is_summed;
$$;
comment on function analytics.leave_reported_days(text) is
  'Takes the days that were reported by day, at any level, from those that are summed from hours: hours may be some of the day only.';
grant execute on function analytics.leave_reported_days(text) to vitrine_worker;
