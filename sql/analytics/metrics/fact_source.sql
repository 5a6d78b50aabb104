-- The parts of a query over facts. Its parameters begin with: $1 brand, $2 first day, $3 last day, $4 time zone.

create function analytics.read_level(level text, filters jsonb, is_by_ad boolean)
returns text
language sql immutable
return case
  when read_level.is_by_ad or read_level.level = 'ad' or read_level.filters ? 'ad_id' then 'ad'
  when read_level.level = 'adset' or read_level.filters ?| '{adset_id,adset_name,adset_name_not}' then 'adset'
  when read_level.level = 'campaign' or read_level.filters ?| '{campaign_id,campaign_name,campaign_name_not}' then 'campaign'
  else 'account'
end;
comment on function analytics.read_level(text, jsonb, boolean) is
  'The coarsest level of facts that has the rows of a level and the names of these filters. is_by_ad: only single facts have what is needed.';

create function analytics.fact_table(level text, granularity text, stored_before timestamptz default null)
returns text
language sql stable
return case
  when fact_table.stored_before is not null and fact_table.granularity in ('hour', 'hours') then pg_catalog.format(
    'analytics.hours_as_of($1, $2::timestamp at time zone $4, ($3 + 1)::timestamp at time zone $4, %L)', fact_table.stored_before
  )
  when fact_table.stored_before is not null then pg_catalog.format('analytics.facts_as_of($1, $2, $3, %L)', fact_table.stored_before)
  when fact_table.granularity in ('hour', 'hours') then 'analytics.facts_hourly'
  when fact_table.level = 'ad' then 'analytics.facts_daily'
  else 'analytics.rollups_daily'
end;
comment on function analytics.fact_table(text, text, timestamptz) is
  'The table of the facts of a level. With stored_before, the facts of the level ad as they were before this time.';

create function analytics.fact_condition(level text, granularity text)
returns text
language sql stable
return 'facts.brand_id = $1 and ' || case
  when fact_condition.granularity = 'hour' then 'facts.hour >= $2::timestamp at time zone $4 and facts.hour < ($3 + 1)::timestamp at time zone $4'
  when fact_condition.granularity = 'hours' then 'facts.hour >= $2::timestamp at time zone $4 and facts.hour < ($3 + $6) at time zone $4'
  when fact_condition.level = 'ad' then 'facts.day between $2 and $3'
  else pg_catalog.format('facts.level = %L and facts.day between $2 and $3', fact_condition.level)
end;
comment on function analytics.fact_condition(text, text) is
  'The condition for the facts of a brand, level and range. With hours, the last day is read before the time $6.';

create function analytics.fact_bucket(granularity text)
returns text
language sql stable
return case fact_bucket.granularity
  -- Where a time zone is half an hour off, hours of its account begin within an hour of the brand.
  when 'hour' then 'facts.hour - pg_catalog.make_interval(mins => extract(minute from facts.hour at time zone $4)::integer)'
  when 'day' then 'facts.day'
  when 'weekday' then 'extract(isodow from facts.day)::integer'
  when 'none' then 'null::date'
  when 'hours' then 'null::date'
  else pg_catalog.format('pg_catalog.date_trunc(%L, facts.day::timestamp)::date', fact_bucket.granularity)
end;
comment on function analytics.fact_bucket(text) is
  'The period of a fact: the start of its hour, day, week, month or quarter, or the number of its weekday; null for the whole range (none, or hours for reports by hour).';

create function analytics.whole_spend(granularity text, per text default null, stored_before timestamptz default null)
returns text
language sql stable
return pg_catalog.format(
  '(select sum(facts.spend_micros) * 0.000001 from %s as facts where %s)%s',
  analytics.fact_table('account', whole_spend.granularity, whole_spend.stored_before),
  analytics.fact_condition(case when whole_spend.stored_before is null then 'account' else 'ad' end, whole_spend.granularity),
  ' / ' || whole_spend.per
);
comment on function analytics.whole_spend(text, text, timestamptz) is
  'What spend_share is a share of: all spend of the brand in the range, including what is filtered out or not reported at a level. per: a divisor. '
  'stored_before: as in analytics.fact_table.';

create function analytics.metric_order(metric text, "order" text)
returns text
language sql stable
return pg_catalog.format('%s %s nulls last', metric_order.metric, case metric_order."order" when 'asc' then 'asc' else 'desc' end);
comment on function analytics.metric_order(text, text) is 'The order by the expression of a metric, asc or desc, unknown values last.';

create function analytics.local_hour(hour timestamptz, timezone text)
returns text
language sql stable
as $$
  select
    pg_catalog.to_char(local.at, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when local.offset_minutes < 0 then '-' else '+' end
    || pg_catalog.to_char(pg_catalog.make_interval(mins => pg_catalog.abs(local.offset_minutes)), 'HH24:MI')
  from (
    select
      local_hour.hour at time zone local_hour.timezone as at,
      (extract(epoch from (local_hour.hour at time zone local_hour.timezone) - (local_hour.hour at time zone 'UTC')) / 60)::integer
        as offset_minutes
  ) as local;
$$;
comment on function analytics.local_hour(timestamptz, text) is 'RFC 3339 with the offset of the zone: 2026-10-25T02:00:00+01:00.';

grant execute on function
  analytics.read_level(text, jsonb, boolean),
  analytics.fact_table(text, text, timestamptz),
  analytics.fact_condition(text, text),
  analytics.fact_bucket(text),
  analytics.whole_spend(text, text, timestamptz),
  analytics.metric_order(text, text),
  analytics.local_hour(timestamptz, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
