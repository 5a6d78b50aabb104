create function analytics.account_days_as_of(brand core.brands, date_from date, date_to date, platforms text[], stored_before timestamptz)
returns table (platform text, account_id text, day date, was_active boolean, is_cut_off boolean)
language sql stable
as $$
  with accounts as materialized (
    select
      entities.entity_id, reporting.entity_id as account_entity_id, reporting.platform, reporting.external_id,
      coalesce(reporting.timezone, (account_days_as_of.brand).timezone) as timezone
    from analytics.entities
    join analytics.entities as reporting
      on reporting.brand_id = entities.brand_id and reporting.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
    where entities.brand_id = (account_days_as_of.brand).brand_id
      and (account_days_as_of.platforms is null or reporting.platform = any (account_days_as_of.platforms))
  ),
  held as (
    select
      accounts.account_entity_id, facts.day,
      sum(facts.spend_micros) > 0 or sum(facts.store_revenue_micros) > 0 as was_active,
      max(facts.first_stored_at) as stored_at
    from analytics.facts_as_of(
      (account_days_as_of.brand).brand_id, account_days_as_of.date_from, account_days_as_of.date_to, account_days_as_of.stored_before
    ) as facts
    join accounts on accounts.entity_id = facts.entity_id
    group by 1, 2
  ),
  changed as (
    select accounts.account_entity_id, versions.day, max(versions.replaced_at) as changed_at
    from analytics.facts_daily_versions as versions
    join accounts on accounts.entity_id = versions.entity_id
    where versions.brand_id = (account_days_as_of.brand).brand_id
      and versions.day between account_days_as_of.date_from and account_days_as_of.date_to
      and versions.replaced_at < account_days_as_of.stored_before
    group by 1, 2
  )
  select
    accounts.platform, accounts.external_id, held.day, coalesce(held.was_active, false),
    greatest(held.stored_at, changed.changed_at) < (held.day + 1)::timestamp at time zone accounts.timezone
  from held
  join accounts on accounts.entity_id = held.account_entity_id
  left join changed on changed.account_entity_id = held.account_entity_id and changed.day = held.day;
$$;
comment on function analytics.account_days_as_of(core.brands, date, date, text[], timestamptz) is
  'Returns the days that each ad account had reported before a time. was_active: with spend or sales. is_cut_off: no value changed after the end of '
  'the day, so that the report may be of a part of it.';

create function analytics.completeness_as_of(
  brand core.brands, date_from date, date_to date, granularity text, platforms text[], row_platforms text[], as_of date,
  out complete_days datemultirange[], out warnings jsonb[]
)
language plpgsql stable
as $$
declare
  v_before constant timestamptz := analytics.stored_before(completeness_as_of.as_of, (completeness_as_of.brand).timezone);
  v_today constant date := least(completeness_as_of.as_of, (platform.now() at time zone (completeness_as_of.brand).timezone)::date);
begin
  with reported as materialized (
    select days.*
    from analytics.account_days_as_of(
      completeness_as_of.brand, least(completeness_as_of.date_from - 90, v_today), least(completeness_as_of.date_to + 90, v_today),
      completeness_as_of.platforms, v_before
    ) as days
  ),
  steps as (
    select
      reported.*,
      pg_catalog.lead(reported.day) over (partition by reported.platform, reported.account_id order by reported.day) as next_on
    from reported
  ),
  histories as materialized (
    select reported.platform, reported.account_id, pg_catalog.range_agg(pg_catalog.daterange(reported.day, reported.day, '[]')) as days
    from reported
    group by reported.platform, reported.account_id
  ),
  gaps as materialized (
    select steps.platform, steps.account_id, steps.day as ends_after, steps.next_on is null as is_last, missing.days
    from steps
    join histories on histories.platform = steps.platform and histories.account_id = steps.account_id
    cross join lateral pg_catalog.unnest(
      analytics.days_of_gap(steps.day, steps.next_on, completeness_as_of.date_from, least(completeness_as_of.date_to, v_today - 1), histories.days)
    ) as missing (days)
    where steps.was_active and (steps.next_on is null or steps.next_on - steps.day > 1)
  ),
  unfinished as materialized (
    select reported.platform, reported.account_id, reported.day
    from reported
    where reported.is_cut_off and reported.day between completeness_as_of.date_from and completeness_as_of.date_to
  ),
  unread as materialized (
    select held.platform, held.days, held.days_no_longer_kept
    from sources.unread_accounts(
      (completeness_as_of.brand).brand_id, completeness_as_of.platforms,
      case completeness_as_of.granularity when 'hour' then 'ads_hourly' else 'ads_daily' end, v_before
    ) as held
  ),
  scopes as (
    select 1 as position, completeness_as_of.platforms as names
    union all
    select 1 + named.position, array[named.platform]
    from pg_catalog.unnest(completeness_as_of.row_platforms) with ordinality as named (platform, position)
  ),
  bounds as materialized (
    select
      scopes.position, scopes.names, history.begins_on,
      greatest(completeness_as_of.date_from, history.begins_on) as first_on,
      least(completeness_as_of.date_to, v_today - 1, case when not history.is_active then history.ends_on end) as last_on
    from scopes
    cross join lateral (
      select
        -- Only a history that seems to begin within the range needs the search of all earlier days.
        case when min(held.day) < completeness_as_of.date_from then min(held.day)
          else least(
            min(held.day),
            (
              select min(facts.day)
              from analytics.facts_daily as facts
              join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
              where facts.brand_id = (completeness_as_of.brand).brand_id
                and facts.day < completeness_as_of.date_from
                and facts.first_stored_at < v_before
                and (scopes.names is null or entities.platform = any (scopes.names))
            )
          )
        end as begins_on,
        max(held.day) as ends_on,
        coalesce(pg_catalog.bool_or(held.was_active and held.day > v_today - 15), false) as is_active
      from reported as held
      where scopes.names is null or held.platform = any (scopes.names)
    ) as history
  ),
  hours as (
    select (facts.hour at time zone (completeness_as_of.brand).timezone)::date as begin_on
    from analytics.facts_hourly as facts
    where completeness_as_of.granularity = 'hour'
      and facts.brand_id = (completeness_as_of.brand).brand_id
      and facts.first_stored_at < v_before
    order by facts.hour
    limit 1
  ),
  unreported as (
    select gaps.platform, pg_catalog.datemultirange(gaps.days) as days from gaps
    union all
    select unread.platform, unread.days + unread.days_no_longer_kept from unread
    union all
    select unfinished.platform, pg_catalog.datemultirange(pg_catalog.daterange(unfinished.day, unfinished.day, '[]')) from unfinished
  ),
  known as (
    select 1 as position, platform.warning('day_has_no_report_as_of', pg_catalog.jsonb_build_object('day', v_today)) as warning
    where v_today between completeness_as_of.date_from and completeness_as_of.date_to
      and not exists (select from reported where reported.day >= v_today)
    union all
    select 2, platform.warning('data_begins_later', pg_catalog.jsonb_build_object('first_on', begins.first_on))
    from bounds
    left join hours on true
    cross join lateral (select coalesce(hours.begin_on, bounds.begins_on) as first_on) as begins
    where bounds.position = 1 and completeness_as_of.date_from < begins.first_on
      and not exists (select from unread where unread.days && pg_catalog.daterange(completeness_as_of.date_from, begins.first_on))
    union all
    select 2, still.warning
    from pg_catalog.unnest(
      sources.unread_warnings(
        (completeness_as_of.brand).brand_id, completeness_as_of.date_from, completeness_as_of.date_to, completeness_as_of.platforms,
        case completeness_as_of.granularity when 'hour' then 'ads_hourly' else 'ads_daily' end, v_before
      )
    ) as still (warning)
    union all
    select
      case when gaps.is_last then 3 else 4 end,
      analytics.gap_warning(gaps.platform, gaps.account_id, gaps.days, case when gaps.is_last then gaps.ends_after end)
    from gaps
    where completeness_as_of.granularity <> 'hour'
    union all
    select
      5,
      platform.warning(
        'account_reported_too_early',
        pg_catalog.jsonb_build_object('account_id', unfinished.account_id, 'platform', unfinished.platform, 'day', unfinished.day)
      )
    from unfinished
    where completeness_as_of.granularity <> 'hour'
  )
  select
    array(
      select analytics.days_without(
        bounds.first_on, bounds.last_on,
        (select pg_catalog.range_agg(unreported.days) from unreported where bounds.names is null or unreported.platform = any (bounds.names))
      )
      from bounds
      order by bounds.position
    ),
    array(select known.warning from known group by known.position, known.warning order by known.position, known.warning)
  into completeness_as_of.complete_days, completeness_as_of.warnings;
end
$$;
comment on function analytics.completeness_as_of(core.brands, date, date, text, text[], text[], date) is
  'The complete days of a range, and the warnings about the others, as analytics.completeness, by what was stored by the end of the day as_of.';

create function analytics.days_as_of(brand_id text, kind text, stored_before timestamptz, out first_on date, out last_on date)
language sql stable
as $$
  -- A row that counted at that time still exists with its first time, or was removed later and has a version.
  select
    least(
      (
        select facts.day
        from analytics.facts_daily as facts
        where days_as_of.kind = 'ads_daily' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.day
        limit 1
      ),
      (
        select (facts.hour at time zone brands.timezone)::date
        from analytics.facts_hourly as facts
        join core.brands on brands.brand_id = facts.brand_id
        where days_as_of.kind = 'ads_hourly' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.hour
        limit 1
      ),
      min(versions.day)
    ),
    greatest(
      (
        select facts.day
        from analytics.facts_daily as facts
        where days_as_of.kind = 'ads_daily' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.day desc
        limit 1
      ),
      (
        select (facts.hour at time zone brands.timezone)::date
        from analytics.facts_hourly as facts
        join core.brands on brands.brand_id = facts.brand_id
        where days_as_of.kind = 'ads_hourly' and facts.brand_id = days_as_of.brand_id and facts.first_stored_at < days_as_of.stored_before
        order by facts.hour desc
        limit 1
      ),
      max(versions.day)
    )
  from (
    select held.day
    from analytics.facts_daily_versions as held
    where days_as_of.kind = 'ads_daily' and held.brand_id = days_as_of.brand_id
      and held.first_stored_at < days_as_of.stored_before and held.replaced_at >= days_as_of.stored_before
    union all
    select (held.hour at time zone brands.timezone)::date
    from analytics.facts_hourly_versions as held
    join core.brands on brands.brand_id = held.brand_id
    where days_as_of.kind = 'ads_hourly' and held.brand_id = days_as_of.brand_id
      and held.first_stored_at < days_as_of.stored_before and held.replaced_at >= days_as_of.stored_before
  ) as versions;
$$;
comment on function analytics.days_as_of(text, text, timestamptz) is
  'Returns the first and the last day of a kind of ad data (ads_daily or ads_hourly) that a brand had before a time. Nulls if it had none.';

grant execute on function
  analytics.account_days_as_of(core.brands, date, date, text[], timestamptz),
  analytics.completeness_as_of(core.brands, date, date, text, text[], text[], date),
  analytics.days_as_of(text, text, timestamptz)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
