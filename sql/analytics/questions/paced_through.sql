create function analytics.projected_for_month(amount numeric, month date, through date)
returns numeric
language sql immutable
return projected_for_month.amount
  * extract(day from projected_for_month.month + interval '1 month - 1 day')
  / nullif(projected_for_month.through - projected_for_month.month + 1, 0);
comment on function analytics.projected_for_month(numeric, date, date) is
  'Returns the amount of a month through this day, projected to the end of the month at the same pace. month is its first day.';

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
grant execute on function analytics.projected_for_month(numeric, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
