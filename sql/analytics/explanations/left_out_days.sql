create function analytics.corresponding_days(days datemultirange, date_from date, base_from date)
returns datemultirange
language sql immutable
as $$
  select coalesce(pg_catalog.range_agg(pg_catalog.daterange(other.day, other.day, '[]')), '{}')
  from pg_catalog.unnest(corresponding_days.days) as part (days)
  cross join lateral pg_catalog.generate_series(
    pg_catalog.lower(part.days)::timestamp, (pg_catalog.upper(part.days) - 1)::timestamp, interval '1 day'
  ) as given (day)
  cross join lateral (
    select analytics.same_day(given.day::date, corresponding_days.date_from, corresponding_days.base_from) as day
  ) as other;
$$;
comment on function analytics.corresponding_days(datemultirange, date, date) is
  'Returns the days of the compared range that correspond to these days (analytics.same_day).';

create function analytics.left_out_days(
  brand_id text, first_on date, last_on date, base_first_on date, base_last_on date, platforms text[]
)
returns table (platform text, account_id text, account_entity_id bigint, unreported datemultirange, days datemultirange, base_days datemultirange)
language sql stable
as $$
  select
    missing.platform, missing.account_id, accounts.entity_id, missing.now + missing.before,
    missing.now + analytics.corresponding_days(missing.before, left_out_days.base_first_on, left_out_days.first_on),
    missing.before + analytics.corresponding_days(missing.now, left_out_days.first_on, left_out_days.base_first_on)
  from (
    select
      found.platform, found.account_id, coalesce(pg_catalog.range_agg(found.days) filter (where found.is_now), '{}') as now,
      coalesce(pg_catalog.range_agg(found.days) filter (where not found.is_now), '{}') as before
    from (
      select true as is_now, held.platform, held.account_id, held.days
      from analytics.unreported_days(left_out_days.brand_id, left_out_days.first_on, left_out_days.last_on, left_out_days.platforms) as held
      union all
      select false, held.platform, held.account_id, held.days
      from analytics.unreported_days(left_out_days.brand_id, left_out_days.base_first_on, left_out_days.base_last_on, left_out_days.platforms) as held
    ) as found
    group by found.platform, found.account_id
  ) as missing
  join analytics.entities as accounts
    on accounts.brand_id = left_out_days.brand_id and accounts.level = 'account' and accounts.platform = missing.platform
    and accounts.external_id = missing.account_id;
$$;
comment on function analytics.left_out_days(text, date, date, date, date, text[]) is
  'Returns the ad accounts that did not report days of one of two compared periods (unreported, by analytics.unreported_days), with the days of both periods '
  'that an explanation leaves out for the account: the unreported ones and the corresponding ones of the other period. A missing report is no change.';

create function analytics.left_out_warnings(
  brand_id text, first_on date, last_on date, base_first_on date, base_last_on date, platforms text[]
)
returns jsonb[]
language sql stable
as $$
  select coalesce(
    pg_catalog.array_agg(
      platform.warning(
        'unreported_days_are_left_out',
        pg_catalog.jsonb_build_object(
          'account_id', held.account_id, 'platform', held.platform, 'days', counted.days,
          'date_from', pg_catalog.lower(held.unreported), 'date_to', pg_catalog.upper(held.unreported) - 1
        )
      )
      order by held.platform, held.account_id
    ), '{}'
  )
  from analytics.left_out_days(
    left_out_warnings.brand_id, left_out_warnings.first_on, left_out_warnings.last_on, left_out_warnings.base_first_on, left_out_warnings.base_last_on,
    left_out_warnings.platforms
  ) as held
  cross join lateral (
    select sum(pg_catalog.upper(part.days) - pg_catalog.lower(part.days)) as days from pg_catalog.unnest(held.unreported) as part (days)
  ) as counted;
$$;
comment on function analytics.left_out_warnings(text, date, date, date, date, text[]) is
  'A warning for each account of analytics.left_out_days, with the number of unreported days of both periods, the first and the last.';
grant execute on function
  analytics.corresponding_days(datemultirange, date, date),
  analytics.left_out_days(text, date, date, date, date, text[]),
  analytics.left_out_warnings(text, date, date, date, date, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
