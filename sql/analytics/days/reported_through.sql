create function analytics.is_cut_off(brand_id text, account_entity_id bigint, day date)
returns boolean
language sql stable
as $$
  select exists (
    select from analytics.unfinished_days as held
    where held.brand_id = is_cut_off.brand_id and held.entity_id = is_cut_off.account_entity_id and held.day = is_cut_off.day
  );
$$;
comment on function analytics.is_cut_off(text, bigint, date) is 'Returns whether an ad account last reported this day before the day ended.';

create function analytics.active_accounts(brand_id text)
returns table (platform text, account_id text, reported_through date, lag_days integer)
language plpgsql stable
-- Planning for the given days takes longer than execution, and the partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_last_on date;
begin
  -- A day that has not ended is incomplete, so that it is excluded.
  select least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1)
  into v_last_on
  from analytics.data_status
  join core.brands using (brand_id)
  where data_status.brand_id = active_accounts.brand_id and data_status.kind = 'ads_daily';
  if v_last_on is null then
    return;
  end if;
  return query
  with reported as (
    select
      accounts.platform, accounts.external_id,
      coalesce(
        pg_catalog.upper(
          recent.days - coalesce(
            (
              select pg_catalog.range_agg(pg_catalog.daterange(held.day, held.day, '[]'))
              from analytics.unfinished_days as held
              where held.brand_id = accounts.brand_id and held.entity_id = accounts.entity_id
            ), '{}'
          )
        ),
        pg_catalog.lower(recent.days)
      ) - 1 as through
    from analytics.coverage as active
    join analytics.coverage as reports
      on reports.brand_id = active.brand_id and reports.entity_id = active.entity_id and reports.measure = 'any'
    join analytics.entities as accounts
      on accounts.brand_id = active.brand_id and accounts.entity_id = active.entity_id and accounts.level = 'account'
    cross join lateral (select reports.days * pg_catalog.datemultirange(pg_catalog.daterange(v_last_on - 13, v_last_on, '[]')) as days) as recent
    where active.brand_id = active_accounts.brand_id and active.measure = 'active'
      and active.days && pg_catalog.daterange(v_last_on - 13, v_last_on, '[]')
  )
  select reported.platform, reported.external_id, known.through, v_last_on - known.through
  from reported
  left join (
    select listed.platform, listed.account_id, period.days
    from sources.reported_days(active_accounts.brand_id) as listed
    cross join lateral pg_catalog.unnest(listed.days) as period (days)
  ) as read
    on read.platform = reported.platform and read.account_id = reported.external_id and read.days @> reported.through + 1
  cross join lateral (
    -- least and greatest ignore null.
    select case when read.days is null then reported.through else greatest(reported.through, least(pg_catalog.upper(read.days) - 1, v_last_on)) end as through
  ) as known;
end
$$;
comment on function analytics.active_accounts(text) is
  'Returns the accounts of a brand with spend or sales in its last 14 finished days. reported_through is the last day that each has reported, '
  'lag_days the days behind the brand''s last reported day. Days that were reported before they ended do not count. Days that were read from a connected '
  'account count without rows too.';

create function analytics.reported_through(brand_id text, platforms text[] default null)
returns date
language plpgsql stable
as $$
begin
  perform core.data_brand_id(reported_through.brand_id);
  return (
    select coalesce(
      (
        select min(accounts.reported_through)
        from analytics.active_accounts(reported_through.brand_id) as accounts
        where reported_through.platforms is null or accounts.platform = any (reported_through.platforms)
      ),
      least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1)
    )
    from analytics.data_status
    join core.brands on brands.brand_id = data_status.brand_id
    where data_status.brand_id = reported_through.brand_id and data_status.kind = 'ads_daily'
  );
end
$$;
comment on function analytics.reported_through(text, text[]) is
  'Returns the last finished day of a brand that every active account has reported, or every one of these platforms. Null before the first import. Raises NTFND for an unknown brand.';

grant execute on function
  analytics.is_cut_off(text, bigint, date),
  analytics.active_accounts(text),
  analytics.reported_through(text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
