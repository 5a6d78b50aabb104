create function connector.hourly_accounts(brand core.brands, today date, base_on date, platforms text[] default null)
returns table (platform text, account_id text, reported_until timestamptz, has_base boolean)
language sql stable
as $$
  with hours as (
    select
      coalesce(entities.account_entity_id, entities.entity_id) as entity_id,
      max(facts.hour + interval '1 hour') filter (where facts.hour >= bounds.begins_at) as reported_until,
      pg_catalog.bool_or(facts.hour < bounds.begins_at) as has_base
    from (select hourly_accounts.today::timestamp at time zone (hourly_accounts.brand).timezone as begins_at) as bounds
    join analytics.facts_hourly as facts
      on facts.brand_id = (hourly_accounts.brand).brand_id
      and facts.hour + interval '1 hour' <= platform.now()
      and (
        facts.hour >= bounds.begins_at
        or facts.hour >= hourly_accounts.base_on::timestamp at time zone (hourly_accounts.brand).timezone
        and facts.hour < (hourly_accounts.base_on + 1)::timestamp at time zone (hourly_accounts.brand).timezone
      )
    join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
    group by coalesce(entities.account_entity_id, entities.entity_id)
  )
  select accounts.platform, accounts.external_id, hours.reported_until, coalesce(hours.has_base, false)
  from analytics.entities as accounts
  left join hours on hours.entity_id = accounts.entity_id
  where accounts.brand_id = (hourly_accounts.brand).brand_id and accounts.level = 'account'
    and (hourly_accounts.platforms is null or accounts.platform = any (hourly_accounts.platforms))
    and (
      hours.entity_id is not null
      or exists (
        select from analytics.rollups_daily as daily
        where daily.brand_id = accounts.brand_id and daily.level = 'account' and daily.entity_id = accounts.entity_id
          and daily.day in (hourly_accounts.today, hourly_accounts.base_on)
      )
    );
$$;
comment on function connector.hourly_accounts(core.brands, date, date, text[]) is
  'Returns the accounts that reported today or the compared day, the end of the last hour reported today (null if an account reported none today, or '
  'reports by day), and whether it reported hours of the compared day.';

create function connector.comparison(
  brand core.brands, compare_to text, date_from date, date_to date, platforms text[],
  out first_on date, out last_on date, out base_first_on date, out base_last_on date, out until time, out accounts text[], out warnings jsonb[],
  out not_compared text, out base_complete_days datemultirange
)
language plpgsql stable
as $$
declare
  v_today constant date := (platform.now() at time zone (comparison.brand).timezone)::date;
  v_brand_id constant text := (comparison.brand).brand_id;
  v_unread record;
begin
  warnings := '{}';
  if comparison.compare_to = 'none' or comparison.date_from > v_today then
    return;
  end if;
  select days.* into first_on, last_on, base_first_on, base_last_on
  from analytics.comparable_days(
    comparison.compare_to, comparison.date_from, comparison.date_to, analytics.complete_through(v_brand_id, comparison.platforms)
  ) as days;
  if first_on is null and comparison.date_from = v_today then
    base_first_on := case comparison.compare_to
      when 'previous_year' then (v_today - interval '1 year')::date
      when 'previous_year_weekdays' then v_today - 364
      else v_today - 1
    end;
    select
      (min(hourly.reported_until) filter (where hourly.has_base) at time zone (comparison.brand).timezone)::time,
      -- Both days use the same accounts: those that reported both.
      case when pg_catalog.bool_or(hourly.reported_until is null or not hourly.has_base)
        then pg_catalog.array_agg(hourly.platform || '/' || hourly.account_id) filter (where hourly.reported_until is not null and hourly.has_base)
      end,
      pg_catalog.array_agg(
        platform.warning(
          'account_is_not_compared',
          pg_catalog.jsonb_build_object(
            'account_id', hourly.account_id, 'platform', hourly.platform,
            'unreported', case when hourly.reported_until is null then v_today else base_first_on end
          )
        )
        order by hourly.platform, hourly.account_id
      ) filter (where hourly.reported_until is null or not hourly.has_base)
    into until, accounts, warnings
    from connector.hourly_accounts(comparison.brand, v_today, base_first_on, comparison.platforms) as hourly;
    if until is not null then
      first_on := v_today;
      last_on := v_today;
      base_last_on := base_first_on;
      warnings := array[
        platform.warning(
          'hours_of_today_are_compared',
          pg_catalog.jsonb_build_object('today', v_today, 'until', pg_catalog.to_char(until, 'HH24:MI'), 'compared_on', base_first_on)
        )
      ] || coalesce(warnings, '{}');
    end if;
  end if;
  if first_on is null then
    base_first_on := null;
    not_compared := 'no_complete_day';
    warnings := array[
      platform.warning(
        'nothing_can_be_compared', pg_catalog.jsonb_build_object('date_from', comparison.date_from, 'date_to', comparison.date_to)
      )
    ];
    return;
  end if;
  v_unread := sources.unread_comparison(
    v_brand_id, first_on, last_on, base_first_on, base_last_on, comparison.platforms, case when until is null then 'ads_daily' else 'ads_hourly' end
  );
  if v_unread.not_compared is not null then
    not_compared := v_unread.not_compared;
    warnings := v_unread.warnings;
    first_on := null;
    last_on := null;
    base_first_on := null;
    base_last_on := null;
    until := null;
    accounts := null;
    return;
  elsif until is not null then
    return;
  end if;
  if last_on < comparison.date_to then
    warnings := array[
      platform.warning(
        'only_complete_days_are_compared',
        pg_catalog.jsonb_build_object('date_from', first_on, 'date_to', last_on, 'compared_from', base_first_on, 'compared_to', base_last_on)
      )
    ];
  end if;
  base_complete_days := analytics.complete_days(v_brand_id, base_first_on, base_last_on, comparison.platforms);
  warnings := warnings || analytics.compared_days_warnings(
    comparison.brand, first_on, last_on, base_first_on, base_last_on, comparison.platforms, base_complete_days
  );
end
$$;
comment on function connector.comparison(core.brands, text, date, date, text[]) is
  'Returns the days of a range, the days that they are compared with, and warnings. Compares complete days only. Today alone is compared by the '
  'hours before until, for these accounts (platform/id; null means all). The days are null if nothing is compared. not_compared is then the reason: '
  'no_complete_day, or that of sources.unread_comparison. It is null for compare_to none. '
  'base_complete_days are the complete days of the compared days, if whole days are compared.';
grant execute on function
  connector.hourly_accounts(core.brands, date, date, text[]),
  connector.comparison(core.brands, text, date, date, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
