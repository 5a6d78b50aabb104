create function sources.days_in_timezone(days datemultirange, timezone text, other_timezone text)
returns datemultirange
language sql stable
as $$
  select coalesce(
    pg_catalog.range_agg(
      pg_catalog.daterange(
        (pg_catalog.lower(part.days)::timestamp at time zone days_in_timezone.timezone at time zone days_in_timezone.other_timezone)::date,
        (
          pg_catalog.upper(part.days)::timestamp at time zone days_in_timezone.timezone at time zone days_in_timezone.other_timezone
            - interval '1 microsecond'
        )::date,
        '[]'
      )
    ), '{}'
  )
  from pg_catalog.unnest(days_in_timezone.days) as part (days);
$$;
comment on function sources.days_in_timezone(datemultirange, text, text) is
  'Returns the days of another time zone that have a part of these days.';

create function sources.reported_days(brand_id text)
returns table (platform text, account_id text, days datemultirange)
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  -- Many brands have files only.
  if not exists (select from sources.sources where sources.brand_id = reported_days.brand_id) then
    return;
  end if;
  return query
  select
    analytics.imported_platform(held.platform), held.external_id,
    pg_catalog.range_agg(
      pg_catalog.daterange(
        greatest(windows.first_on, windows.read_from),
        -- A day that had not ended when it was read is not whole.
        least(windows.last_on + 1, (windows.read_at at time zone held.timezone)::date)
      )
    )
  from sources.sources as held
  join sources.windows on windows.brand_id = reported_days.brand_id and windows.source_id = held.source_id
  where held.brand_id = reported_days.brand_id
    and windows.report = 'ads_daily' and windows.read_at is not null
    and greatest(windows.first_on, windows.read_from) < least(windows.last_on + 1, (windows.read_at at time zone held.timezone)::date)
  group by 1, 2;
end
$$;
comment on function sources.reported_days(text) is
  'Returns the days that were read whole from each connected ad account, also those without rows. A day without rows is a day without spend, not one '
  'that the account has yet to report.';

create function sources.note_days_without_rows(source sources.sources, first_on date, last_on date, reported_at timestamptz)
returns void
language plpgsql volatile
as $$
declare
  v_whole_on constant date := least(
    note_days_without_rows.last_on, (note_days_without_rows.reported_at at time zone (note_days_without_rows.source).timezone)::date - 1
  );
begin
  if v_whole_on < note_days_without_rows.first_on then
    return;
  end if;
  update analytics.data_status as held
  set last_on = v_whole_on, updated_at = platform.now()
  where held.brand_id = (note_days_without_rows.source).brand_id and held.kind = 'ads_daily' and held.last_on < v_whole_on;
  update analytics.platform_status as held
  set last_on = v_whole_on, updated_at = platform.now()
  where held.brand_id = (note_days_without_rows.source).brand_id and held.kind = 'ads_daily' and held.last_on < v_whole_on
    and held.platform = analytics.imported_platform((note_days_without_rows.source).platform);
end
$$;
comment on function sources.note_days_without_rows(sources.sources, date, date, timestamptz) is
  'Records that the daily data of a brand and platform, if there is any, reaches to the last of these days that was read whole, also without rows.';

create function sources.unread_accounts(
  brand_id text, platforms text[] default null, report text default 'ads_daily', read_before timestamptz default 'infinity'
)
returns table (
  source_id text, platform text, account_id text, name text, status text, progress numeric, days datemultirange, days_no_longer_kept datemultirange
)
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  if not exists (select from sources.sources where sources.brand_id = unread_accounts.brand_id) then
    return;
  end if;
  return query
  select
    held.source_id, named.platform, held.external_id, held.name, held.status, (sources.shown(held) ->> 'progress')::numeric, shown.days,
    shown.days_no_longer_kept
  from sources.sources as held
  join core.brands on brands.brand_id = held.brand_id
  cross join lateral (select analytics.imported_platform(held.platform) as platform) as named
  cross join lateral (
    select
      moment.today,
      case when held.planned ? 'recent' or held.status = 'disconnected'
        then pg_catalog.range_agg(windows.days) filter (where not windows.is_read and windows.purpose in ('recent', 'backfill'))
        -- Before the first plan it is not known how far back the platform has data.
        else pg_catalog.datemultirange(pg_catalog.daterange(sources.first_day_to_read(moment.today), moment.today, '[]'))
      end as planned,
      pg_catalog.range_agg(windows.days) filter (where windows.is_read) as asked,
      pg_catalog.range_agg(windows.days * pg_catalog.daterange(windows.read_from, null)) filter (where windows.is_read) as read
    from (select (platform.now() at time zone held.timezone)::date as today) as moment
    left join (
      select
        listed.purpose, listed.read_from, coalesce(listed.read_at < unread_accounts.read_before, false) as is_read,
        pg_catalog.daterange(listed.first_on, listed.last_on, '[]') as days
      from sources.windows as listed
      where listed.brand_id = unread_accounts.brand_id and listed.source_id = held.source_id and listed.report = unread_accounts.report
    ) as windows on true
    group by moment.today
  ) as reads
  cross join lateral (
    select
      reads.today,
      coalesce(reads.planned, '{}') - coalesce(reads.asked, '{}') as days,
      coalesce(reads.asked, '{}') - coalesce(reads.read, '{}') as days_no_longer_kept
  ) as unread
  cross join lateral (
    select
      case
        -- Hours are moments, so that they are queried by the days of the brand. Daily reports keep the days of the account.
        when unread_accounts.report = 'ads_hourly' then sources.days_in_timezone(unread.days, held.timezone, brands.timezone)
        -- Orders are read by the day of their last change, which is after that of the order.
        when unread_accounts.report = 'orders' and unread.days <> '{}'
          then pg_catalog.datemultirange(pg_catalog.daterange(sources.first_day_to_read(unread.today), pg_catalog.upper(unread.days)))
        else unread.days
      end as days,
      case when unread_accounts.report = 'ads_hourly'
        then sources.days_in_timezone(unread.days_no_longer_kept, held.timezone, brands.timezone) else unread.days_no_longer_kept
      end as days_no_longer_kept
  ) as shown
  where held.brand_id = unread_accounts.brand_id
    and held.connected_at < unread_accounts.read_before
    and sources.has_report(held.platform, unread_accounts.report)
    and (unread_accounts.platforms is null or named.platform = any (unread_accounts.platforms))
    -- An account that ended before its first read has no numbers.
    and (held.status <> 'disconnected' or reads.read <> '{}')
    -- Most accounts have been read, which the small indexes of windows show.
    and (
      not held.planned ? 'recent'
      or exists (
        select from sources.windows as waiting
        where waiting.brand_id = unread_accounts.brand_id and waiting.source_id = held.source_id and waiting.state <> 'read' and waiting.read_at is null
      )
      or exists (
        select from sources.windows as cut
        where cut.brand_id = unread_accounts.brand_id and cut.source_id = held.source_id and cut.read_from is not null
      )
      or unread_accounts.read_before < platform.now()
    )
    and (shown.days <> '{}' or shown.days_no_longer_kept <> '{}');
end
$$;
comment on function sources.unread_accounts(text, text[], text, timestamptz) is
  'Returns the accounts of these platforms, or of all, that the first read and the backfill had not finished before a time, with the days of a report '
  'that were not read, those that the platform no longer keeps, and the part of all days that was read. Results of these days do not include the '
  'account. A disconnected account is included if it has data. Days of ads_hourly are those of the brand, days of other reports those of the account.';

create function sources.unread_days(
  brand_id text, date_from date, date_to date, platforms text[] default null, report text default 'ads_daily', read_before timestamptz default 'infinity'
)
returns table (
  platform text, account_id text, status text, progress numeric, reason text, first_on date, last_on date
)
language sql stable
as $$
  select
    unread.platform, unread.account_id, unread.status, unread.progress, listed.reason, pg_catalog.lower(asked.days), pg_catalog.upper(asked.days) - 1
  from sources.unread_accounts(unread_days.brand_id, unread_days.platforms, unread_days.report, unread_days.read_before) as unread
  cross join lateral (values ('not_read_yet', unread.days), ('no_longer_kept', unread.days_no_longer_kept)) as listed (reason, days)
  cross join lateral (
    select listed.days * pg_catalog.datemultirange(pg_catalog.daterange(unread_days.date_from, unread_days.date_to, '[]')) as days
  ) as asked
  where asked.days <> '{}'
  union all
  select waiting.platform, waiting.account_id, null, null, 'waits_for_rates', greatest(waiting.first_on, unread_days.date_from), least(waiting.last_on, unread_days.date_to)
  from sources.waiting_days(unread_days.brand_id, unread_days.platforms, unread_days.report) as waiting
  where waiting.first_on <= unread_days.date_to and waiting.last_on >= unread_days.date_from and not isfinite(unread_days.read_before);
$$;
comment on function sources.unread_days(text, date, date, text[], text, timestamptz) is
  'Returns the first and the last day of a range that were not read from each account, by reason: not_read_yet, no_longer_kept, or waits_for_rates '
  '(sources.waiting_days).';

create function sources.unread_warnings(
  brand_id text, date_from date, date_to date, platforms text[] default null, report text default 'ads_daily', read_before timestamptz default 'infinity'
)
returns jsonb[]
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return array(
    select platform.warning(
      case unread.reason
        when 'not_read_yet' then 'account_is_not_read_completely'
        when 'waits_for_rates' then 'account_waits_for_rates'
        else 'account_no_longer_has_days'
      end,
      pg_catalog.jsonb_build_object('account_id', unread.account_id, 'platform', unread.platform, 'date_from', unread.first_on, 'date_to', unread.last_on)
        || case when unread.reason = 'not_read_yet'
          then pg_catalog.jsonb_build_object('status', unread.status, 'progress', unread.progress) else '{}'
        end
    )
    from sources.unread_days(
      unread_warnings.brand_id, unread_warnings.date_from, unread_warnings.date_to, unread_warnings.platforms, unread_warnings.report,
      unread_warnings.read_before
    ) as unread
    order by unread.platform, unread.account_id, unread.reason
  );
end
$$;
comment on function sources.unread_warnings(text, date, date, text[], text, timestamptz) is
  'Warnings about the accounts of which days of a range were not read, each with the first and the last of these days.';

create function sources.unread_comparison(
  brand_id text, first_on date, last_on date, base_first_on date, base_last_on date, platforms text[] default null, report text default 'ads_daily',
  out not_compared text, out warnings jsonb[]
)
language plpgsql stable
as $$
declare
  v_known_from constant date := sources.first_report(unread_comparison.brand_id, unread_comparison.platforms, unread_comparison.report);
begin
  with ranges (position, first_on, last_on) as (
    values
      (1, unread_comparison.base_first_on, unread_comparison.base_last_on),
      (2, unread_comparison.first_on, unread_comparison.last_on)
  ),
  found as materialized (
    select ranges.position, unread.*
    from ranges
    cross join lateral sources.unread_days(
      unread_comparison.brand_id, ranges.first_on, ranges.last_on, unread_comparison.platforms, unread_comparison.report
    ) as unread
  )
  select
    case when pg_catalog.bool_or(found.reason <> 'no_longer_kept') then 'not_read_yet' when count(*) > 0 then 'no_longer_kept' end,
    coalesce(
      pg_catalog.array_agg(
        platform.warning(
          case found.reason
            when 'not_read_yet' then 'compared_days_are_not_read_yet'
            when 'waits_for_rates' then 'compared_days_wait_for_rates'
            else 'compared_days_are_no_longer_kept'
          end,
          pg_catalog.jsonb_build_object(
            'account_id', found.account_id, 'platform', found.platform, 'date_from', found.first_on, 'date_to', found.last_on
          )
        )
        order by found.platform, found.account_id, found.reason
      ), '{}'
    )
  into not_compared, warnings
  from found
  where found.position = (select min(earlier.position) from found as earlier);
  -- A part of a period is not compared with a whole one. Without any report of the compared days, no value is compared in any case.
  if not_compared is null and v_known_from > unread_comparison.base_first_on and v_known_from <= unread_comparison.base_last_on then
    not_compared := 'before_first_report';
    warnings := array[
      platform.warning(
        'compared_days_precede_the_first_report',
        pg_catalog.jsonb_build_object(
          'date_from', unread_comparison.base_first_on, 'date_to', unread_comparison.base_last_on, 'first_on', v_known_from
        )
      )
    ];
  end if;
end
$$;
comment on function sources.unread_comparison(text, date, date, date, date, text[], text) is
  'Returns why two ranges of a report cannot be compared, with warnings: not_read_yet or no_longer_kept, if days of one of them were not read from an ad '
  'account; before_first_report, if the first report is of a later day than the first compared one. Every comparison uses this rule. Returns null and no '
  'warnings if all of their days were read.';

grant execute on function sources.note_days_without_rows(sources.sources, date, date, timestamptz) to vitrine_worker;
grant execute on function
  sources.reported_days(text),
  sources.days_in_timezone(datemultirange, text, text),
  sources.unread_accounts(text, text[], text, timestamptz),
  sources.unread_days(text, date, date, text[], text, timestamptz),
  sources.unread_warnings(text, date, date, text[], text, timestamptz),
  sources.unread_comparison(text, date, date, date, date, text[], text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
