create function sources.unread_accounts(brand_id text, platforms text[] default null, report text default 'ads_daily')
returns table (source_id text, platform text, account_id text, name text, status text, progress numeric, days datemultirange)
language plpgsql stable
as $$
begin
  return query
  select held.source_id, named.platform, held.external_id, held.name, held.status, (sources.shown(held) ->> 'progress')::numeric, unread.days
  from sources.sources as held
  cross join lateral (select analytics.imported_platform(held.platform) as platform) as named
  cross join lateral (
    select
      case when held.planned ? 'recent'
        then pg_catalog.range_agg(windows.days) filter (where windows.read_at is null and windows.purpose in ('recent', 'backfill'))
        -- Before the first plan it is not known how far back the platform has data: at most 37 months.
        else pg_catalog.datemultirange(pg_catalog.daterange((moment.today - interval '37 months')::date, moment.today, '[]'))
      end - coalesce(pg_catalog.range_agg(windows.days) filter (where windows.read_at is not null), '{}') as days
    from (select (platform.now() at time zone held.timezone)::date as today) as moment
    left join (
      select listed.purpose, listed.read_at, pg_catalog.daterange(listed.first_on, listed.last_on, '[]') as days
      from sources.windows as listed
      where listed.brand_id = unread_accounts.brand_id and listed.source_id = held.source_id and listed.report = unread_accounts.report
    ) as windows on true
    group by moment.today
  ) as unread
  where held.brand_id = unread_accounts.brand_id
    and held.status <> 'disconnected'
    -- These report no ads.
    and held.platform not in ('ga4', 'shopify')
    and (unread_accounts.platforms is null or named.platform = any (unread_accounts.platforms))
    -- Most accounts have been read, which the small index of waiting windows shows.
    and (
      not held.planned ? 'recent'
      or exists (
        select from sources.windows as waiting
        where waiting.brand_id = unread_accounts.brand_id and waiting.source_id = held.source_id and waiting.state <> 'read' and waiting.read_at is null
      )
    )
    and unread.days <> '{}';
end
$$;
comment on function sources.unread_accounts(text, text[], text) is
  'Returns the connected ad accounts of these platforms, or of all, that the first read or the backfill has not finished, with the days of a report '
  'that it has not read and the part of all days that it has. Results of these days do not include the account.';

create function sources.unread_warnings(brand_id text, date_from date, date_to date, platforms text[] default null, report text default 'ads_daily')
returns jsonb[]
language plpgsql stable
as $$
begin
  return array(
    select platform.warning(
      'account_is_not_read_completely',
      pg_catalog.jsonb_build_object(
        'account_id', unread.account_id, 'platform', unread.platform, 'status', unread.status, 'progress', unread.progress,
        'date_from', pg_catalog.lower(asked.days), 'date_to', pg_catalog.upper(asked.days) - 1
      )
    )
    from sources.unread_accounts(unread_warnings.brand_id, unread_warnings.platforms, unread_warnings.report) as unread
    cross join lateral (
      select unread.days * pg_catalog.datemultirange(pg_catalog.daterange(unread_warnings.date_from, unread_warnings.date_to, '[]')) as days
    ) as asked
    where asked.days <> '{}'
    order by unread.platform, unread.account_id
  );
end
$$;
comment on function sources.unread_warnings(text, date, date, text[], text) is
  'Warnings about the ad accounts of which days of a range have not been read yet, each with the first and the last of these days.';

grant execute on function
  sources.unread_accounts(text, text[], text),
  sources.unread_warnings(text, date, date, text[], text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
