create function analytics.unconverted_days(brand core.brands, date_from date, date_to date, platforms text[])
returns table (platform text, account_id text, currency text, days datemultirange)
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  -- Usually no account has another currency.
  if not exists (
    select from analytics.entities as accounts
    where accounts.brand_id = (unconverted_days.brand).brand_id and accounts.level = 'account' and accounts.currency <> (unconverted_days.brand).currency
  ) then
    return;
  end if;
  return query
  with lacking as materialized (
    select accounts.entity_id, accounts.platform, accounts.external_id, accounts.currency, missing.days
    from analytics.missing_bases(
      (unconverted_days.brand).brand_id, array['spend'], (unconverted_days.brand).revenue_source, unconverted_days.date_from, unconverted_days.date_to
    ) as missing
    join analytics.entities as accounts on accounts.brand_id = (unconverted_days.brand).brand_id and accounts.entity_id = missing.entity_id
    where accounts.currency <> (unconverted_days.brand).currency
      and (unconverted_days.platforms is null or accounts.platform = any (unconverted_days.platforms))
  )
  select
    lacking.platform, lacking.external_id, lacking.currency,
    pg_catalog.range_agg(pg_catalog.daterange(facts.day, facts.day, '[]'))
  from lacking
  join analytics.entities as parts
    on parts.brand_id = (unconverted_days.brand).brand_id and coalesce(parts.account_entity_id, parts.entity_id) = lacking.entity_id
  join analytics.facts_daily as facts
    on facts.brand_id = parts.brand_id and facts.entity_id = parts.entity_id
    and facts.day between unconverted_days.date_from and unconverted_days.date_to and lacking.days @> facts.day
  where facts.spend_micros is null and facts.reported_spend_micros is not null
    or facts.revenue_micros is null and facts.reported_revenue_micros is not null
  group by lacking.platform, lacking.external_id, lacking.currency;
end
$$;
comment on function analytics.unconverted_days(core.brands, date, date, text[]) is
  'Returns the ad accounts in another currency than the brand with the days of a range whose amounts were stored without an exchange rate. These amounts are '
  'null, and no sum contains them.';
grant execute on function analytics.unconverted_days(core.brands, date, date, text[]) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
