create function analytics.unreported_days(brand_id text, date_from date, date_to date, platforms text[] default null)
returns table (platform text, account_id text, days datemultirange, ends_after date)
language plpgsql stable
-- Planning for the given days takes longer than execution, and the partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_accounts bigint[];
begin
  -- Usually every account has a report of every day, so that their order need not be examined.
  v_accounts := array(
    select held.entity_id
    from analytics.entities as held
    left join (
      select facts.entity_id, count(*) as days
      from analytics.rollups_daily as facts
      where facts.brand_id = unreported_days.brand_id and facts.level = 'account'
        and facts.day between unreported_days.date_from and unreported_days.date_to
      group by facts.entity_id
    ) as counted on counted.entity_id = held.entity_id
    where held.brand_id = unreported_days.brand_id
      and held.level = 'account'
      and held.account_entity_id is null and held.campaign_entity_id is null and held.adset_entity_id is null
      and (unreported_days.platforms is null or held.platform = any (unreported_days.platforms))
      and coalesce(counted.days, 0) <= unreported_days.date_to - unreported_days.date_from
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
  missing as (
    select
      steps.platform, steps.external_id,
      pg_catalog.range_agg(
        pg_catalog.daterange(greatest(steps.day + 1, unreported_days.date_from), least(steps.next_on, steps.day + 91, unreported_days.date_to + 1))
      ) as days,
      max(steps.day) filter (where steps.next_on is null) as ends_after
    from steps
    where steps.was_active
      and steps.day < unreported_days.date_to
      and coalesce(steps.next_on, unreported_days.date_to + 1) - 1 >= unreported_days.date_from
      and (steps.next_on is null or steps.next_on - steps.day > 7)
    group by steps.platform, steps.entity_id, steps.external_id
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
  'Returns the days of a range without a report of an ad account, after a day with spend or sales. These are gaps of a week or longer, and the time '
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
  analytics.unreported_days(text, date, date, text[]),
  analytics.silent_accounts(text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function analytics.unreported_days(text, date, date, text[]) to vitrine_worker;
