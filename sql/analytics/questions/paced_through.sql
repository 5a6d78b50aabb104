create function analytics.projected_for_month(amount numeric, month date, through date, weights numeric[] default null)
returns numeric
language sql immutable
as $$
  select projected_for_month.amount * sum(known.weight) / nullif(sum(known.weight) filter (where known.day <= projected_for_month.through), 0)
  from (
    select days.day::date as day, coalesce(projected_for_month.weights[extract(isodow from days.day)::integer], 1) as weight
    from pg_catalog.generate_series(
      projected_for_month.month::timestamp, projected_for_month.month + interval '1 month - 1 day', interval '1 day'
    ) as days (day)
  ) as known;
$$;
comment on function analytics.projected_for_month(numeric, date, date, numeric[]) is
  'Returns the amount of a month through this day, projected to the end of the month at the same pace. month is its first day. weights: the amounts of the '
  'weekdays, Monday first, of which the pace is a multiple. Without them, all days are alike.';

create function analytics.weekday_spend(brand_id text, level text, through date)
returns table (entity_id bigint, weights numeric[])
language sql stable
as $$
  select
    recent.entity_id,
    array[
      coalesce(sum(recent.spend) filter (where recent.weekday = 1), 0), coalesce(sum(recent.spend) filter (where recent.weekday = 2), 0),
      coalesce(sum(recent.spend) filter (where recent.weekday = 3), 0), coalesce(sum(recent.spend) filter (where recent.weekday = 4), 0),
      coalesce(sum(recent.spend) filter (where recent.weekday = 5), 0), coalesce(sum(recent.spend) filter (where recent.weekday = 6), 0),
      coalesce(sum(recent.spend) filter (where recent.weekday = 7), 0)
    ]
  from (
    select
      facts.entity_id, facts.day, facts.spend_micros::numeric as spend, extract(isodow from facts.day)::integer as weekday,
      (weekday_spend.through - min(facts.day) over (partition by facts.entity_id) + 1) / 7 as weeks
    from analytics.rollups_daily as facts
    where facts.brand_id = weekday_spend.brand_id
      and facts.level = weekday_spend.level
      and facts.day between weekday_spend.through - 55 and weekday_spend.through
  ) as recent
  where recent.weeks >= 4 and recent.day > weekday_spend.through - 7 * recent.weeks
  group by recent.entity_id;
$$;
comment on function analytics.weekday_spend(text, text, date) is
  'Returns the spend of each weekday, Monday first, over the last eight whole weeks of each account, campaign or ad set, in micros. Only for those with four '
  'weeks.';

create function analytics.weekday_amounts(brand_id text, through date, metric text default 'spend', filters jsonb default '{}')
returns numeric[]
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  if weekday_amounts.metric not in ('spend', 'revenue', 'conversions', 'clicks', 'impressions') then
    return null;
  end if;
  return (
    with facts as (
      select known.day, known.spend_micros, known.revenue_micros, known.conversions_micros, known.clicks, known.impressions
      from analytics.rollups_daily as known
      where weekday_amounts.filters = '{}' and known.brand_id = weekday_amounts.brand_id and known.level = 'account'
        and known.day between weekday_amounts.through - 55 and weekday_amounts.through
      union all
      select known.day, known.spend_micros, known.revenue_micros, known.conversions_micros, known.clicks, known.impressions
      from analytics.facts_daily as known
      join analytics.entity_paths as paths on paths.brand_id = known.brand_id and paths.entity_id = known.entity_id
      where weekday_amounts.filters <> '{}' and known.brand_id = weekday_amounts.brand_id
        and known.day between weekday_amounts.through - 55 and weekday_amounts.through
        and analytics.is_meant(paths, weekday_amounts.filters)
    ),
    recent as (
      select
        facts.day,
        case weekday_amounts.metric
          when 'spend' then facts.spend_micros when 'revenue' then facts.revenue_micros when 'conversions' then facts.conversions_micros
          when 'clicks' then facts.clicks else facts.impressions
        end::numeric as amount,
        (weekday_amounts.through - min(facts.day) over () + 1) / 7 as weeks
      from facts
    )
    select pg_catalog.array_agg(
      (
        select coalesce(sum(recent.amount), 0)
        from recent
        where recent.day > weekday_amounts.through - 7 * recent.weeks and extract(isodow from recent.day) = weekdays.weekday
      )
      order by weekdays.weekday
    )
    from pg_catalog.generate_series(1, 7) as weekdays (weekday)
    where exists (select from recent where recent.weeks >= 4)
  );
end
$$;
comment on function analytics.weekday_amounts(text, date, text, jsonb) is
  'Returns the amounts of a metric of ads for each weekday, Monday first, over the last eight whole weeks of a brand, or of what the filters leave. Null with '
  'less than four weeks, and for other metrics.';

create function analytics.rest_of_month(brand_id text, metric text, month date, through date)
returns jsonb
language sql stable
as $$
  select case
    when rest_of_month.through = month.ends_on then '{"predicted_value": 0, "confidence_interval": {"low": 0, "high": 0}}'
    when rest_of_month.through < month.ends_on then (
      select total
      from analytics.forecast_total(rest_of_month.brand_id, rest_of_month.metric, rest_of_month.through + 1, month.ends_on) as total
      where total ->> 'date_from' = (rest_of_month.through + 1)::text and total ->> 'date_to' = month.ends_on::text
        and total #>> '{confidence_interval,low}' is not null
    )
  end
  from (select (rest_of_month.month + interval '1 month - 1 day')::date as ends_on) as month;
$$;
comment on function analytics.rest_of_month(text, text, date, date) is
  'Returns the stored forecast of a metric for the days of a month after this day, as analytics.forecast_total. Null if it does not cover all of them or has no '
  'interval, or if the last day is null. month is the first day of the month.';

create function analytics.pace_of_month(
  amount numeric, month date, through date, weights numeric[], rest jsonb, out projected numeric, out low numeric, out high numeric
)
language sql immutable
as $$
  select
    coalesce(
      pace_of_month.amount + (pace_of_month.rest ->> 'predicted_value')::numeric,
      analytics.projected_for_month(pace_of_month.amount, pace_of_month.month, pace_of_month.through, pace_of_month.weights)
    ),
    pace_of_month.amount + (pace_of_month.rest #>> '{confidence_interval,low}')::numeric,
    pace_of_month.amount + (pace_of_month.rest #>> '{confidence_interval,high}')::numeric;
$$;
comment on function analytics.pace_of_month(numeric, date, date, numeric[], jsonb) is
  'Returns what the amount of a month through this day becomes by its end, with an 80 % interval: with the forecast of the rest (analytics.rest_of_month) added, or '
  'without one at the pace of the weekdays so far (analytics.projected_for_month), without an interval.';

create function analytics.paced_through(brand_id text, month date, filters jsonb default '{}', out last_on date, out warning jsonb)
language plpgsql stable
as $$
declare
  v_ends_on constant date := (paced_through.month + interval '1 month - 1 day')::date;
  v_today constant date := (
    select (platform.now() at time zone brands.timezone)::date from core.brands where brands.brand_id = paced_through.brand_id
  );
  v_latest_on date;
begin
  -- Without data there is no row: least() would ignore a null and return the end of the month.
  select
    least(
      analytics.reported_through(paced_through.brand_id, analytics.filtered_platforms(paced_through.brand_id, paced_through.filters)), v_ends_on
    ),
    least(data_status.last_on, v_today - 1, v_ends_on)
  into last_on, v_latest_on
  from analytics.data_status
  where data_status.brand_id = paced_through.brand_id and data_status.kind = 'ads_daily' and data_status.first_on <= v_ends_on;
  if last_on is null or last_on < paced_through.month then
    last_on := null;
    if paced_through.month <= v_today then
      warning := platform.warning(
        'no_complete_day_to_project_from', pg_catalog.jsonb_build_object('date_from', paced_through.month, 'date_to', v_ends_on)
      );
    end if;
    return;
  end if;
  if v_latest_on > last_on then
    select platform.warning(
      'later_spend_is_left_out',
      pg_catalog.jsonb_build_object(
        'date_from', paced_through.last_on + 1, 'date_to', v_latest_on, 'currency', brands.currency,
        'spend', case when pg_catalog.bool_and(later.spend_micros is not null)
          then pg_catalog.trim_scale(pg_catalog.round(sum(later.spend_micros) * 0.000001, currencies.exponent)) end,
        'accounts', pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'platform', later.platform, 'account_id', later.account_id, 'reported_through', later.last_on,
            'spend', pg_catalog.trim_scale(pg_catalog.round(later.spend_micros * 0.000001, currencies.exponent))
          )
          order by later.spend_micros desc nulls last, later.platform, later.account_id
        )
      )
    )
    into warning
    from (
      select
        paths.platform, paths.account_id, max(facts.day) as last_on,
        -- Spend in a currency without a rate is null, and then the sum is not known.
        case when pg_catalog.bool_and(facts.spend_micros is not null) then sum(facts.spend_micros) end as spend_micros
      from (
        select rollups_daily.brand_id, rollups_daily.entity_id, rollups_daily.day, rollups_daily.spend_micros
        from analytics.rollups_daily
        where paced_through.filters = '{}' and rollups_daily.brand_id = paced_through.brand_id and rollups_daily.level = 'account'
          and rollups_daily.day between paced_through.last_on + 1 and v_latest_on
        union all
        -- A filter can exclude a part of an account.
        select facts_daily.brand_id, facts_daily.entity_id, facts_daily.day, facts_daily.spend_micros
        from analytics.facts_daily
        where paced_through.filters <> '{}' and facts_daily.brand_id = paced_through.brand_id
          and facts_daily.day between paced_through.last_on + 1 and v_latest_on
      ) as facts
      join analytics.entity_paths as paths on paths.brand_id = facts.brand_id and paths.entity_id = facts.entity_id
      where paced_through.filters = '{}' or analytics.is_meant(paths, paced_through.filters)
      group by paths.platform, paths.account_id
      having sum(facts.spend_micros) > 0 or not pg_catalog.bool_and(facts.spend_micros is not null)
    ) as later
    join core.brands on brands.brand_id = paced_through.brand_id
    join core.currencies on currencies.currency = brands.currency
    group by brands.currency, currencies.exponent;
  end if;
end
$$;
comment on function analytics.paced_through(text, date, jsonb) is
  'Returns the last day of a month that every active account has reported, or every one of the platforms that the filters leave (analytics.is_meant). The '
  'pace of the month is measured through this day. Null if there is no such day, also before the first report of the brand. The warning states this, or '
  'which accounts have reported spend for later days. month is the first day of the month; a month that has not begun has no warning.';
grant execute on function analytics.paced_through(text, date, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function
  analytics.projected_for_month(numeric, date, date, numeric[]),
  analytics.weekday_spend(text, text, date),
  analytics.weekday_amounts(text, date, text, jsonb),
  analytics.rest_of_month(text, text, date, date),
  analytics.pace_of_month(numeric, date, date, numeric[], jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
