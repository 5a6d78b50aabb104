create view analytics.restatements
with (security_invoker = true)
as
with stored as (
  select
    held.brand_id, held.entity_id, held.day, null::timestamptz as hour, held.replaced_at, held as state,
    pg_catalog.lead(held.first_stored_at) over states as next_stored_at, pg_catalog.lead(held) over states as next
  from (
    select versions.* from analytics.facts_daily_versions as versions
    union all
    select null::timestamptz, facts.* from analytics.facts_daily as facts
  ) as held
  -- Conditions on the brand, day and entity are applied below the window.
  window states as (partition by held.brand_id, held.day, held.entity_id order by held.replaced_at)
  union all
  select
    held.brand_id, held.entity_id, (held.hour at time zone brands.timezone)::date, held.hour, held.replaced_at, held.state, held.next_stored_at, held.next
  from (
    select
      held.brand_id, held.entity_id, held.hour, held.replaced_at, held as state, pg_catalog.lead(held.first_stored_at) over states as next_stored_at,
      pg_catalog.lead(held) over states as next
    from (
      select versions.* from analytics.facts_hourly_versions as versions
      union all
      select null::timestamptz, facts.* from analytics.facts_hourly as facts
    ) as held
    window states as (partition by held.brand_id, held.hour, held.entity_id order by held.replaced_at)
  ) as held
  join core.brands on brands.brand_id = held.brand_id
),
replaced as (
  select
    stored.brand_id, stored.entity_id, stored.day, stored.hour, stored.replaced_at, pg_catalog.to_jsonb(stored.state) as was, stored.next_stored_at,
    pg_catalog.to_jsonb(stored.next) as next
  from stored
  where stored.replaced_at is not null
),
changes as (
  select replaced.*, step.before, step.after, step.learned_at
  from replaced
  cross join lateral (
    -- A row that was removed and reported again later has two changes.
    select replaced.was as before, case when replaced.next_stored_at <= replaced.replaced_at then replaced.next end as after, replaced.replaced_at as learned_at
    union all
    select null::jsonb as before, replaced.next as after, replaced.next_stored_at as learned_at
    where replaced.next_stored_at > replaced.replaced_at
  ) as step
)
select
  changes.brand_id,
  entity_paths.platform,
  entity_paths.level,
  entity_paths.account_id,
  entity_paths.campaign_id,
  entity_paths.adset_id,
  entity_paths.ad_id,
  changes.day,
  changes.hour,
  definition.name as measure,
  (changes.before ->> definition.source_column)::numeric / unit.size as from_value,
  (changes.after ->> definition.source_column)::numeric / unit.size as to_value,
  changes.learned_at
from changes
join analytics.entity_paths on entity_paths.brand_id = changes.brand_id and entity_paths.entity_id = changes.entity_id
join analytics.metric_definitions as definition
  on definition.source_column is not null
  and (changes.before ->> definition.source_column) is distinct from (changes.after ->> definition.source_column)
  -- The same reported amount at another exchange rate is no change of the report.
  and coalesce(
    (changes.before ->> ('reported_' || definition.source_column)) <> (changes.after ->> ('reported_' || definition.source_column)), true
  )
cross join lateral (select case when definition.source_column like '%\_micros' then 1000000.0 else 1 end as size) as unit;
comment on view analytics.restatements is
  'Each change of a reported value by a later report: one row per measure, entity, day or hour, and time. Days that are summed from hours have rows '
  'of their own.';
comment on column analytics.restatements.brand_id is 'The brand.';
comment on column analytics.restatements.platform is 'The ad platform, such as google or meta.';
comment on column analytics.restatements.level is 'The level of the report: account, campaign, adset or ad.';
comment on column analytics.restatements.account_id is 'The platform''s id of the ad account.';
comment on column analytics.restatements.campaign_id is 'The platform''s id of the campaign. Null if only accounts are reported.';
comment on column analytics.restatements.adset_id is 'The platform''s id of the ad set. Null if only higher levels are reported.';
comment on column analytics.restatements.ad_id is 'The platform''s id of the ad. Null if only higher levels are reported.';
comment on column analytics.restatements.day is 'The day of the value, as in analytics.daily_performance.';
comment on column analytics.restatements.hour is 'Start of the hour of the value. Null for values of a day.';
comment on column analytics.restatements.measure is 'The name of the metric, such as spend.';
comment on column analytics.restatements.from_value is
  'The value before, in units: money in the brand''s currency. Null if none was reported or the row did not exist.';
comment on column analytics.restatements.to_value is 'The value after, in units. Null if the later report has no value or the row was removed.';
comment on column analytics.restatements.learned_at is 'Time of the later report.';
grant select on analytics.restatements to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
