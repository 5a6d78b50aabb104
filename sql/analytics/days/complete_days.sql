create function analytics.complete_through(brand_id text, platforms text[] default null)
returns date
language plpgsql stable
as $$
begin
  perform core.data_brand_id(complete_through.brand_id);
  return (
    select coalesce(
      (
        select min(accounts.reported_through)
        from analytics.active_accounts(complete_through.brand_id) as accounts
        where complete_through.platforms is null or accounts.platform = any (complete_through.platforms)
      ),
      least(
        case when complete_through.platforms is null then data_status.last_on
          else (
            select max(platform_status.last_on)
            from analytics.platform_status
            where platform_status.brand_id = complete_through.brand_id
              and platform_status.kind = 'ads_daily'
              and platform_status.platform = any (complete_through.platforms)
          )
        end,
        (platform.now() at time zone brands.timezone)::date - 1
      )
    )
    from analytics.data_status
    join core.brands on brands.brand_id = data_status.brand_id
    where data_status.brand_id = complete_through.brand_id and data_status.kind = 'ads_daily'
  );
end
$$;
comment on function analytics.complete_through(text, text[]) is
  'Returns the last finished day that every active account of these platforms has reported. Null platforms means all. Returns null before the first '
  'import. Raises NTFND for an unknown brand.';

create function analytics.gap_warning(platform text, account_id text, days daterange, reported_through date)
returns jsonb
language sql stable
return case when gap_warning.reported_through is not null
  then platform.warning(
    'account_is_late',
    pg_catalog.jsonb_build_object(
      'account_id', gap_warning.account_id, 'platform', gap_warning.platform, 'reported_through', gap_warning.reported_through
    )
  )
  else platform.warning(
    'account_has_a_gap',
    pg_catalog.jsonb_build_object(
      'account_id', gap_warning.account_id, 'platform', gap_warning.platform,
      'date_from', pg_catalog.lower(gap_warning.days), 'date_to', pg_catalog.upper(gap_warning.days) - 1
    )
  )
end;
comment on function analytics.gap_warning(text, text, daterange, date) is
  'Returns the warning that an ad account did not report these days. With reported_through it has reported nothing since that day.';

create function analytics.days_without(first_on date, last_on date, missing datemultirange)
returns datemultirange
language sql immutable
return case when days_without.first_on <= days_without.last_on
  then pg_catalog.datemultirange(pg_catalog.daterange(days_without.first_on, days_without.last_on, '[]')) - coalesce(days_without.missing, '{}')
  else '{}'
end;
comment on function analytics.days_without(date, date, datemultirange) is 'Returns the days from first_on to last_on without the missing ones.';

create function analytics.completeness(
  brand core.brands, date_from date, date_to date, granularity text, platforms text[], row_platforms text[],
  out complete_days datemultirange[], out warnings jsonb[]
)
language plpgsql stable
-- Planning for the given days takes longer than execution, and the partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  -- Usually nothing is missing.
  if completeness.granularity <> 'hour' and analytics.has_every_day(completeness.brand, completeness.date_from, completeness.date_to) then
    completeness.complete_days := pg_catalog.array_fill(
      pg_catalog.datemultirange(pg_catalog.daterange(completeness.date_from, completeness.date_to, '[]')),
      array[1 + pg_catalog.cardinality(completeness.row_platforms)]
    );
    completeness.warnings := '{}';
    return;
  end if;
  with moment as (
    select
      (platform.now() at time zone (completeness.brand).timezone)::date as today,
      (
        select data_status.first_on
        from analytics.data_status
        where data_status.brand_id = (completeness.brand).brand_id and data_status.kind = 'ads_hourly' and completeness.granularity = 'hour'
      ) as hours_begin_on
  ),
  accounts as materialized (
    select * from analytics.active_accounts((completeness.brand).brand_id)
  ),
  histories as materialized (
    select status.platform, status.first_on, status.last_on
    from analytics.platform_status as status
    where status.brand_id = (completeness.brand).brand_id and status.kind = 'ads_daily'
  ),
  scopes as (
    select 1 as position, completeness.platforms as names
    union all
    select 1 + named.position, array[named.platform]
    from pg_catalog.unnest(completeness.row_platforms) with ordinality as named (platform, position)
  ),
  bounds as materialized (
    select
      scopes.position,
      scopes.names,
      histories.first_on as begins_on,
      greatest(completeness.date_from, histories.first_on) as first_on,
      least(completeness.date_to, coalesce(reports.through, least(histories.last_on, moment.today - 1))) as last_on
    from scopes
    cross join moment
    cross join lateral (
      select min(held.first_on) as first_on, max(held.last_on) as last_on
      from histories as held
      where scopes.names is null or held.platform = any (scopes.names)
    ) as histories
    cross join lateral (
      select min(held.reported_through) as through
      from accounts as held
      where scopes.names is null or held.platform = any (scopes.names)
    ) as reports
  ),
  gaps as materialized (
    select missing.*
    from bounds
    cross join lateral analytics.unreported_days((completeness.brand).brand_id, bounds.first_on, bounds.last_on, completeness.platforms) as missing
    where bounds.position = 1 and bounds.first_on <= bounds.last_on
  ),
  unfinished as materialized (
    select reporting.platform, reporting.external_id as account_id, held.day
    from analytics.unfinished_days as held
    join analytics.entities as reporting on reporting.brand_id = held.brand_id and reporting.entity_id = held.entity_id
    cross join moment
    where held.brand_id = (completeness.brand).brand_id
      and held.day between completeness.date_from and least(completeness.date_to, moment.today - 1)
      and (completeness.platforms is null or reporting.platform = any (completeness.platforms))
  ),
  unread as materialized (
    select held.platform, held.days, held.days_no_longer_kept
    from sources.unread_accounts(
      (completeness.brand).brand_id, completeness.platforms, case completeness.granularity when 'hour' then 'ads_hourly' else 'ads_daily' end
    ) as held
  ),
  waiting as materialized (
    select held.* from sources.waiting_days((completeness.brand).brand_id, completeness.platforms) as held
  ),
  unreported as (
    select gaps.platform, gaps.days as days from gaps
    union all
    select unread.platform, unread.days + unread.days_no_longer_kept from unread
    union all
    select waiting.platform, pg_catalog.datemultirange(pg_catalog.daterange(waiting.first_on, waiting.last_on, '[]')) from waiting
    union all
    select unfinished.platform, pg_catalog.datemultirange(pg_catalog.daterange(unfinished.day, unfinished.day, '[]')) from unfinished
  ),
  known as (
    select
      1 as position,
      case
        when exists (
          select from histories as held
          where held.last_on >= moment.today and (completeness.platforms is null or held.platform = any (completeness.platforms))
        )
        then platform.warning('today_is_not_over', pg_catalog.jsonb_build_object('today', moment.today))
        else platform.warning('today_is_not_reported', pg_catalog.jsonb_build_object('today', moment.today))
      end as warning
    from moment
    where moment.today between completeness.date_from and completeness.date_to
    union all
    select 2, platform.warning('data_begins_later', pg_catalog.jsonb_build_object('first_on', coalesce(moment.hours_begin_on, bounds.begins_on)))
    from bounds
    cross join moment
    where bounds.position = 1 and completeness.date_from < coalesce(moment.hours_begin_on, bounds.begins_on)
      -- While earlier days are being read, it is not known where the data begins.
      and not exists (
        select from unread
        where unread.days && pg_catalog.daterange(completeness.date_from, coalesce(moment.hours_begin_on, bounds.begins_on))
      )
    union all
    select 2, still.warning
    from pg_catalog.unnest(
      -- Skips the query of warnings if all accounts have been read, which is usual.
      case when exists (select from unread) or exists (select from waiting) then sources.unread_warnings(
        (completeness.brand).brand_id, completeness.date_from, completeness.date_to, completeness.platforms,
        case completeness.granularity when 'hour' then 'ads_hourly' else 'ads_daily' end
      ) end
    ) as still (warning)
    union all
    select
      3,
      case when not exists (
          select from accounts as others
          where others.reported_through > accounts.reported_through
            and (completeness.platforms is null or others.platform = any (completeness.platforms))
        )
        then platform.warning('data_ends_earlier', pg_catalog.jsonb_build_object('reported_through', accounts.reported_through))
        else analytics.gap_warning(accounts.platform, accounts.account_id, null, accounts.reported_through)
      end
    from accounts
    cross join moment
    where completeness.granularity <> 'hour'
      and accounts.reported_through < least(completeness.date_to, moment.today - 1)
      -- These days were reported, and are named by sources.unread_warnings.
      and not exists (
        select from waiting
        where waiting.platform = accounts.platform and waiting.account_id = accounts.account_id and waiting.first_on <= accounts.reported_through + 1
      )
      and (completeness.platforms is null or accounts.platform = any (completeness.platforms))
    union all
    select
      4,
      analytics.gap_warning(
        gaps.platform, gaps.account_id, missing.days,
        case when pg_catalog.upper(missing.days) = pg_catalog.upper(gaps.days) then gaps.ends_after end
      )
    from gaps
    cross join lateral pg_catalog.unnest(gaps.days) as missing (days)
    where completeness.granularity <> 'hour'
    union all
    select
      5,
      platform.warning(
        'account_reported_too_early',
        pg_catalog.jsonb_build_object('account_id', unfinished.account_id, 'platform', unfinished.platform, 'day', unfinished.day)
      )
    from unfinished
    where completeness.granularity <> 'hour'
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
  into completeness.complete_days, completeness.warnings;
end
$$;
comment on function analytics.completeness(core.brands, date, date, text, text[], text[]) is
  'The days of a range that are over, lie within the history, and were read from every connected account and reported by every active one of these '
  'platforms, or of all. Behind them, the same of each of the platforms that rows are of, because one that reports late leaves the rows of another '
  'complete. warnings name what is missing. A period is complete when its multirange contains it (@> daterange); else its row is marked partial.';

create function analytics.complete_days(brand_id text, date_from date, date_to date, platforms text[] default null)
returns datemultirange
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select known.complete_days[1]
    from core.brands
    cross join lateral analytics.completeness(brands, complete_days.date_from, complete_days.date_to, 'day', complete_days.platforms, '{}') as known
    where brands.brand_id = complete_days.brand_id
  );
end
$$;
comment on function analytics.complete_days(text, date, date, text[]) is 'Returns the complete days of a range, by analytics.completeness.';

create function analytics.partial_warnings(brand core.brands, date_from date, date_to date, granularity text default 'day', platforms text[] default null)
returns jsonb[]
language sql stable
as $$
  select known.warnings
  from analytics.completeness(
    partial_warnings.brand, partial_warnings.date_from, partial_warnings.date_to, partial_warnings.granularity, partial_warnings.platforms, '{}'
  ) as known;
$$;
comment on function analytics.partial_warnings(core.brands, date, date, text, text[]) is
  'Warnings about days of a range that are not complete: today, history that begins later, accounts that are still being read, report late or not at '
  'all, and days reported before they had ended.';

grant execute on function
  analytics.gap_warning(text, text, daterange, date),
  analytics.days_without(date, date, datemultirange),
  analytics.complete_through(text, text[]),
  analytics.complete_days(text, date, date, text[]),
  analytics.completeness(core.brands, date, date, text, text[], text[]),
  analytics.partial_warnings(core.brands, date, date, text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
