create function analytics.budget_warnings(
  brand_id text, level text, currency_exponent smallint, last_on date, lookback_days integer, withheld bigint
)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(warning.text order by warning.position, warning.text), '{}')
  from (
    select
      1 as position,
      budget_warnings.withheld || ' left out: less than 14 days of spend or 30 conversions in the last ' || budget_warnings.lookback_days || ' days.' as text
    where budget_warnings.withheld > 0
    union all
    select
      2,
      pg_catalog.format(
        'Left out: what %s reports without %s, %s of spend in the last %s days.',
        entities.platform, case budget_warnings.level when 'adset' then 'ad sets' else 'campaigns' end,
        pg_catalog.round(sum(facts.spend_micros) * 0.000001, budget_warnings.currency_exponent), budget_warnings.lookback_days
      )
    from analytics.rollups_daily as facts
    join analytics.entities
      on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level <> budget_warnings.level
    where facts.brand_id = budget_warnings.brand_id
      and facts.level = budget_warnings.level
      and facts.day > budget_warnings.last_on - budget_warnings.lookback_days
      and facts.day <= budget_warnings.last_on
      and facts.spend_micros > 0
    group by entities.platform
  ) as warning;
$$;
comment on function analytics.budget_warnings(text, text, smallint, date, integer, bigint) is 'What recommendations at a level leave out, and why.';
grant execute on function analytics.budget_warnings(text, text, smallint, date, integer, bigint) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
