create function analytics.days_of_gap(day date, next_on date, date_from date, date_to date, reported datemultirange)
returns datemultirange
language sql immutable
as $$
  select case
    when coalesce(days_of_gap.next_on - days_of_gap.day > 7, true) then pg_catalog.datemultirange(
      pg_catalog.daterange(days_of_gap.day + 1, least(days_of_gap.next_on, days_of_gap.day + 91))
        * pg_catalog.daterange(days_of_gap.date_from, greatest(days_of_gap.date_from, days_of_gap.date_to + 1))
    )
    else (
      select coalesce(pg_catalog.range_agg(pg_catalog.daterange(missing.day, missing.day, '[]')), '{}')
      from (
        select days_of_gap.day + series.number as day
        from pg_catalog.generate_series(
          greatest(1, days_of_gap.date_from - days_of_gap.day), least(days_of_gap.next_on - 1, days_of_gap.date_to) - days_of_gap.day
        ) as series (number)
      ) as missing
      cross join lateral (
        select count(*) as known, count(*) filter (where not days_of_gap.reported @> missing.day - 7 * weeks.number) as without
        from pg_catalog.generate_series(1, 8) as weeks (number)
        where missing.day - 7 * weeks.number >= pg_catalog.lower(days_of_gap.reported)
      ) as weekdays
      -- One of eight may be missing itself, so that a second gap on the same weekday is found too.
      where weekdays.known >= 2 and weekdays.without <= case when weekdays.known = 8 then 1 else 0 end
    )
  end;
$$;
comment on function analytics.days_of_gap(date, date, date, date, datemultirange) is
  'The only rule of gaps: returns the days from date_from to date_to that an ad account did not report after a reported day, before next_on, its next reported day. '
  'A week or longer is a gap, for at most 90 days. A shorter pause is a gap on the weekdays that the account usually reports: on all known ones of the eight weeks '
  'before (at least two), or on seven of eight. An account that never spends on weekends has no gap there. reported: the days that the account reported, from '
  'nine weeks before the gap on. next_on is null after the last report.';

create function analytics.unreported_days(brand_id text, date_from date, date_to date, platforms text[] default null)
returns table (platform text, account_id text, days datemultirange, ends_after date)
language plpgsql stable
-- Planning for the given days takes longer than execution, and the partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_accounts bigint[];
begin
  if (unreported_days.date_from <= unreported_days.date_to) is not true then
    return;
  end if;
  -- Usually every account has a report of every day, so that their order need not be examined.
  v_accounts := array(
    select held.entity_id
    from analytics.entities as held
    left join analytics.coverage as known
      on known.brand_id = held.brand_id and known.entity_id = held.entity_id and known.measure = 'any'
    where held.brand_id = unreported_days.brand_id
      and held.level = 'account'
      and held.account_entity_id is null and held.campaign_entity_id is null and held.adset_entity_id is null
      and (unreported_days.platforms is null or held.platform = any (unreported_days.platforms))
      and (known.days @> pg_catalog.daterange(unreported_days.date_from, unreported_days.date_to, '[]')) is not true
  );
  if v_accounts = '{}' then
    return;
  end if;
  return query
  with accounts as (
    select held.entity_id, held.platform, held.external_id
    from analytics.entities as held
    where held.brand_id = unreported_days.brand_id and held.entity_id = any (v_accounts)
  ),
  reported as (
    select accounts.*, held.day, held.was_active
    from accounts
    cross join lateral (
      (
        select facts.day, facts.spend_micros > 0 or facts.store_revenue_micros > 0 as was_active
        from analytics.rollups_daily as facts
        where facts.brand_id = unreported_days.brand_id and facts.level = 'account' and facts.entity_id = accounts.entity_id
          and facts.day >= unreported_days.date_from - 90 and facts.day < unreported_days.date_from
        order by facts.day desc
        limit 1
      )
      union all
      select facts.day, facts.spend_micros > 0 or facts.store_revenue_micros > 0
      from analytics.rollups_daily as facts
      where facts.brand_id = unreported_days.brand_id and facts.level = 'account' and facts.entity_id = accounts.entity_id
        and facts.day between unreported_days.date_from and unreported_days.date_to
      union all
      (
        select facts.day, true
        from analytics.rollups_daily as facts
        where facts.brand_id = unreported_days.brand_id and facts.level = 'account' and facts.entity_id = accounts.entity_id
          and facts.day > unreported_days.date_to and facts.day <= unreported_days.date_to + 90
        order by facts.day
        limit 1
      )
    ) as held
  ),
  steps as (
    select reported.*, pg_catalog.lead(reported.day) over (partition by reported.entity_id order by reported.day) as next_on from reported
  ),
  pauses as materialized (
    select steps.*
    from steps
    where steps.was_active
      and steps.day < unreported_days.date_to
      and coalesce(steps.next_on, unreported_days.date_to + 1) - 1 >= unreported_days.date_from
      and (steps.next_on is null or steps.next_on - steps.day > 1)
  ),
  histories as materialized (
    select facts.entity_id, pg_catalog.range_agg(pg_catalog.daterange(facts.day, facts.day, '[]')) as reported
    from analytics.rollups_daily as facts
    where facts.brand_id = unreported_days.brand_id and facts.level = 'account'
      and facts.entity_id in (select pauses.entity_id from pauses where pauses.next_on - pauses.day <= 7)
      and facts.day >= unreported_days.date_from - 63 and facts.day <= unreported_days.date_to
    group by facts.entity_id
  ),
  missing as (
    select
      pauses.platform, pauses.external_id, pg_catalog.range_agg(gap.days) as days,
      max(pauses.day) filter (where pauses.next_on is null) as ends_after
    from pauses
    left join histories on histories.entity_id = pauses.entity_id
    cross join lateral analytics.days_of_gap(
      pauses.day, pauses.next_on, unreported_days.date_from, unreported_days.date_to, histories.reported
    ) as gap (days)
    where gap.days <> '{}'
    group by pauses.platform, pauses.entity_id, pauses.external_id
  )
  select missing.platform, missing.external_id, unknown.days, missing.ends_after
  from missing
  left join sources.reported_days(unreported_days.brand_id) as read
    on read.platform = missing.platform and read.account_id = missing.external_id
  cross join lateral (select missing.days - coalesce(read.days, '{}') as days) as unknown
  where unknown.days <> '{}';
end
$$;
comment on function analytics.unreported_days(text, date, date, text[]) is
  'Returns the days of a range without a report of an ad account, after a day with spend or sales. These are its gaps (analytics.days_of_gap), and the time '
  'after its last report, with its last day as ends_after. Days that were read from a connected account are no gap, also without rows. '
  'An account counts as ended after 90 days without a report, or after a report of zero.';

create function analytics.silent_accounts(brand_id text)
returns table (platform text, account_id text, reported_through date)
language plpgsql stable
-- As in analytics.unreported_days.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_last_on date;
  v_platforms text[];
begin
  select least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1)
  into v_last_on
  from analytics.data_status
  join core.brands on brands.brand_id = data_status.brand_id
  where data_status.brand_id = silent_accounts.brand_id and data_status.kind = 'ads_daily';
  -- Usually every account has a report of the last 14 days, so that the days before need not be read.
  v_platforms := array(
    select distinct accounts.platform
    from analytics.entities as accounts
    where accounts.brand_id = silent_accounts.brand_id and accounts.level = 'account'
      and not exists (
        select from analytics.rollups_daily as facts
        where facts.brand_id = silent_accounts.brand_id and facts.level = 'account' and facts.entity_id = accounts.entity_id
          and facts.day > v_last_on - 14 and facts.day <= v_last_on
      )
  );
  if v_platforms = '{}' then
    return;
  end if;
  return query
  select missing.platform, missing.account_id, missing.ends_after
  from analytics.unreported_days(silent_accounts.brand_id, v_last_on - 89, v_last_on, v_platforms) as missing
  where missing.ends_after <= v_last_on - 14;
end
$$;
comment on function analytics.silent_accounts(text) is
  'Returns the accounts with spend or sales on their last reported day, 14 to 179 days before the last finished day of the brand. Training and '
  'comparisons do not wait for them.';

grant execute on function
  analytics.days_of_gap(date, date, date, date, datemultirange),
  analytics.unreported_days(text, date, date, text[]),
  analytics.silent_accounts(text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function analytics.days_of_gap(date, date, date, date, datemultirange), analytics.unreported_days(text, date, date, text[]) to vitrine_worker;
