create function analytics.unconverted_days(brand core.brands, date_from date, date_to date, platforms text[])
returns table (platform text, account_id text, currency text, days datemultirange)
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  if (unconverted_days.date_from <= unconverted_days.date_to) is not true then
    return;
  end if;
  return query
  with lacking as materialized (
    select accounts.entity_id, accounts.platform, accounts.external_id, accounts.currency, gaps.days
    from analytics.entities as accounts
    join analytics.coverage as reports
      on reports.brand_id = accounts.brand_id and reports.entity_id = accounts.entity_id and reports.measure = 'any'
    left join analytics.coverage as spent
      on spent.brand_id = accounts.brand_id and spent.entity_id = accounts.entity_id and spent.measure = 'spend'
    cross join lateral (
      select pg_catalog.range_agg(pg_catalog.daterange(held.day, held.day, '[]')) as days
      from analytics.mixed_reports as held
      where held.brand_id = accounts.brand_id and held.entity_id = accounts.entity_id and held.measure = 'spend'
        and held.day between unconverted_days.date_from and unconverted_days.date_to
    ) as mixed
    cross join lateral (
      -- Of a day with mixed reports, some have spend.
      select
        reports.days * pg_catalog.datemultirange(pg_catalog.daterange(unconverted_days.date_from, unconverted_days.date_to, '[]'))
        - coalesce(spent.days, '{}') + coalesce(mixed.days, '{}') as days
    ) as gaps
    where accounts.brand_id = (unconverted_days.brand).brand_id and accounts.level = 'account'
      and accounts.currency <> (unconverted_days.brand).currency
      and (unconverted_days.platforms is null or accounts.platform = any (unconverted_days.platforms))
      and gaps.days <> '{}'
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
