create function analytics.projected_for_month(amount numeric, month date, through date)
returns numeric
language sql immutable
return projected_for_month.amount
  * extract(day from projected_for_month.month + interval '1 month - 1 day')
  / nullif(projected_for_month.through - projected_for_month.month + 1, 0);
comment on function analytics.projected_for_month(numeric, date, date) is
  'Returns the amount of a month through this day, projected to the end of the month at the same pace. month is its first day.';

create function analytics.paced_through(brand_id text, month date, out last_on date, out warning jsonb)
language plpgsql stable
as $$
declare
  v_latest_on date;
begin
  -- Without data there is no row: least() would ignore a null and return the end of the month.
  select
    least(analytics.reported_through(paced_through.brand_id), ends.last_on),
    least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1, ends.last_on)
  into last_on, v_latest_on
  from analytics.data_status
  join core.brands on brands.brand_id = data_status.brand_id
  cross join (select (paced_through.month + interval '1 month - 1 day')::date as last_on) as ends
  where data_status.brand_id = paced_through.brand_id and data_status.kind = 'ads_daily'
    and data_status.first_on < paced_through.month + interval '1 month';
  if last_on is null or last_on < paced_through.month then
    last_on := null;
    warning := platform.warning('no_complete_day_to_project_from');
    return;
  end if;
  if v_latest_on > last_on then
    select platform.warning(
      'later_spend_is_left_out',
      pg_catalog.jsonb_build_object(
        'date_from', paced_through.last_on + 1, 'date_to', v_latest_on, 'currency', brands.currency,
        'spend', pg_catalog.trim_scale(pg_catalog.round(sum(later.spend_micros) * 0.000001, currencies.exponent)),
        'accounts', pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'platform', accounts.platform, 'account_id', accounts.external_id, 'reported_through', later.last_on,
            'spend', pg_catalog.trim_scale(pg_catalog.round(later.spend_micros * 0.000001, currencies.exponent))
          )
          order by later.spend_micros desc, accounts.platform, accounts.external_id
        )
      )
    )
    into warning
    from (
      select facts.entity_id, sum(facts.spend_micros) as spend_micros, max(facts.day) as last_on
      from analytics.rollups_daily as facts
      where facts.brand_id = paced_through.brand_id and facts.level = 'account' and facts.day between paced_through.last_on + 1 and v_latest_on
      group by facts.entity_id
      having sum(facts.spend_micros) > 0
    ) as later
    join analytics.entities as accounts on accounts.brand_id = paced_through.brand_id and accounts.entity_id = later.entity_id
    join core.brands on brands.brand_id = paced_through.brand_id
    join core.currencies on currencies.currency = brands.currency
    group by brands.currency, currencies.exponent;
  end if;
end
$$;
comment on function analytics.paced_through(text, date) is
  'Returns the last day of a month that every active account has reported. The pace of the month is measured through this day. Null if there is '
  'no such day, also before the first report of the brand. The warning states this, or which accounts have reported spend for later days. month '
  'is the first day of the month.';
grant execute on function analytics.paced_through(text, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function analytics.projected_for_month(numeric, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
