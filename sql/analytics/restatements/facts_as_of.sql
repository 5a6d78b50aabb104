create function analytics.stored_before(as_of date, timezone text)
returns timestamptz
language sql immutable
return (stored_before.as_of + 1)::timestamp at time zone stored_before.timezone;
comment on function analytics.stored_before(date, text) is 'Returns the end of a day in a time zone. Facts as of the day are those that were stored before it.';

create function analytics.check_as_of(brand_id text, first_on date, last_on date, stored_before timestamptz)
returns boolean
language plpgsql stable
as $$
begin
  perform core.data_brand_id(check_as_of.brand_id);
  if check_as_of.first_on is null then
    perform platform.fail('BADRQ', 'is_required', 'first_on');
  elsif check_as_of.last_on is null then
    perform platform.fail('BADRQ', 'is_required', 'last_on');
  elsif check_as_of.stored_before is null then
    perform platform.fail('BADRQ', 'is_required', 'stored_before');
  elsif check_as_of.first_on > check_as_of.last_on then
    perform platform.fail('BADRQ', 'must_not_be_before_first_on', 'last_on');
  end if;
  return true;
end
$$;
comment on function analytics.check_as_of(text, date, date, timestamptz) is
  'Returns true. Raises NTFND for a brand that an analyst may not read, and BADRQ for a range or a time that is incomplete, and for a reversed range.';

create function analytics.facts_as_of(brand_id text, first_on date, last_on date, stored_before timestamptz)
returns setof analytics.facts_daily_versions
language sql stable
as $$
  -- A branch without a table, because Postgres removes the others before it checks anything if no partition has these days.
  select (null::analytics.facts_daily_versions).*
  where not analytics.check_as_of(facts_as_of.brand_id, facts_as_of.first_on, facts_as_of.last_on, facts_as_of.stored_before)
  union all
  select null::timestamptz, facts.*
  from analytics.facts_daily as facts
  where facts.brand_id = facts_as_of.brand_id
    and facts.day between facts_as_of.first_on and facts_as_of.last_on
    and facts.first_stored_at < facts_as_of.stored_before
    and not exists (
      select
      from analytics.facts_daily_versions as later
      where later.brand_id = facts.brand_id and later.day = facts.day and later.entity_id = facts.entity_id
        and later.replaced_at >= facts_as_of.stored_before
        -- Repeated for the hash join, which then reads only these rows.
        and later.brand_id = facts_as_of.brand_id
        and later.day between facts_as_of.first_on and facts_as_of.last_on
    )
  union all
  select held.*
  from (
    select distinct on (versions.day, versions.entity_id) versions.*
    from analytics.facts_daily_versions as versions
    where versions.brand_id = facts_as_of.brand_id
      and versions.day between facts_as_of.first_on and facts_as_of.last_on
      and versions.replaced_at >= facts_as_of.stored_before
    order by versions.day, versions.entity_id, versions.replaced_at
  ) as held
  where held.first_stored_at < facts_as_of.stored_before;
$$;
comment on function analytics.facts_as_of(text, date, date, timestamptz) is
  'Returns the rows of facts_daily of a brand and days as they were just before a time. replaced_at is null for rows that still count. Raises as '
  'analytics.check_as_of.';

create function analytics.hours_as_of(brand_id text, first_hour timestamptz, last_hour timestamptz, stored_before timestamptz)
returns setof analytics.facts_hourly_versions
language sql stable
as $$
  select null::timestamptz, facts.*
  from analytics.facts_hourly as facts
  where facts.brand_id = hours_as_of.brand_id
    and facts.hour >= hours_as_of.first_hour and facts.hour < hours_as_of.last_hour
    and facts.first_stored_at < hours_as_of.stored_before
    and not exists (
      select
      from analytics.facts_hourly_versions as later
      where later.brand_id = facts.brand_id and later.hour = facts.hour and later.entity_id = facts.entity_id
        and later.replaced_at >= hours_as_of.stored_before
        and later.brand_id = hours_as_of.brand_id
        and later.hour >= hours_as_of.first_hour and later.hour < hours_as_of.last_hour
    )
  union all
  select held.*
  from (
    select distinct on (versions.hour, versions.entity_id) versions.*
    from analytics.facts_hourly_versions as versions
    where versions.brand_id = hours_as_of.brand_id
      and versions.hour >= hours_as_of.first_hour and versions.hour < hours_as_of.last_hour
      and versions.replaced_at >= hours_as_of.stored_before
    order by versions.hour, versions.entity_id, versions.replaced_at
  ) as held
  where held.first_stored_at < hours_as_of.stored_before;
$$;
comment on function analytics.hours_as_of(text, timestamptz, timestamptz, timestamptz) is
  'Returns the rows of facts_hourly of a brand from first_hour to before last_hour, as they were just before a time.';

create function analytics.hours_stored_at(brand_id text, first_hour timestamptz, last_hour timestamptz, stored_before timestamptz)
returns timestamptz
language sql stable
as $$
  select greatest(
    (
      select max(facts.first_stored_at)
      from analytics.facts_hourly as facts
      where facts.brand_id = hours_stored_at.brand_id and facts.hour >= hours_stored_at.first_hour and facts.hour < hours_stored_at.last_hour
        and facts.first_stored_at < hours_stored_at.stored_before
    ),
    (
      select max(moment.at)
      from analytics.facts_hourly_versions as versions
      cross join lateral (values (versions.first_stored_at), (versions.replaced_at)) as moment (at)
      where versions.brand_id = hours_stored_at.brand_id and versions.hour >= hours_stored_at.first_hour and versions.hour < hours_stored_at.last_hour
        and moment.at < hours_stored_at.stored_before
    )
  );
$$;
comment on function analytics.hours_stored_at(text, timestamptz, timestamptz, timestamptz) is
  'Returns the time before stored_before at which facts of these hours last changed. Hours that had not ended by then were not reported as a whole.';

grant execute on function
  analytics.stored_before(date, text),
  analytics.check_as_of(text, date, date, timestamptz),
  analytics.facts_as_of(text, date, date, timestamptz),
  analytics.hours_as_of(text, timestamptz, timestamptz, timestamptz),
  analytics.hours_stored_at(text, timestamptz, timestamptz, timestamptz)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
