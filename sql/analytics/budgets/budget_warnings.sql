create function analytics.budget_warnings(
  brand core.brands, level text, last_on date, lookback_days integer, withheld bigint, platforms text[] default null,
  stopped bigint default 0
)
returns jsonb[]
language plpgsql stable
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    select
      coalesce(pg_catalog.array_agg(known.warning order by known.platform nulls first), '{}')
      || case when budget_warnings.last_on is not null then sources.unread_warnings(
        (budget_warnings.brand).brand_id, budget_warnings.last_on - budget_warnings.lookback_days + 1, budget_warnings.last_on, budget_warnings.platforms
      ) end
    from (
      select
        null as platform,
        platform.warning(
          'rows_have_too_little_data', pg_catalog.jsonb_build_object('rows', budget_warnings.withheld, 'days', budget_warnings.lookback_days)
        ) as warning
      where budget_warnings.withheld > 0
      union all
      select null, platform.warning('rows_have_no_recent_spend', pg_catalog.jsonb_build_object('rows', budget_warnings.stopped))
      where budget_warnings.stopped > 0
      union all
      select
        entities.platform,
        platform.warning(
          'spend_is_not_of_the_level',
          pg_catalog.jsonb_build_object(
            'platform', entities.platform,
            'level', budget_warnings.level,
            'spend', pg_catalog.round(sum(facts.spend_micros) * 0.000001, currencies.exponent)::text,
            'currency', currencies.currency,
            'days', budget_warnings.lookback_days
          )
        )
      from analytics.rollups_daily as facts
      join analytics.entities
        on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level <> budget_warnings.level
      join core.currencies on currencies.currency = (budget_warnings.brand).currency
      where facts.brand_id = (budget_warnings.brand).brand_id
        and facts.level = budget_warnings.level
        and facts.day > budget_warnings.last_on - budget_warnings.lookback_days
        and facts.day <= budget_warnings.last_on
        and facts.spend_micros > 0
      group by entities.platform, currencies.currency, currencies.exponent
    ) as known
  );
end
$$;
comment on function analytics.budget_warnings(core.brands, text, date, integer, bigint, text[], bigint) is
  'Returns warnings about what recommendations or budgets omit, among them the days that were not read from accounts of these platforms, or of all.';

create function analytics.recent_spend_warnings(brand core.brands, last_on date)
returns jsonb[]
language sql stable
return (
  select
    case when spends.first_on = recent_spend_warnings.last_on - 55 and spends.recent not between 0.85 * spends.usual and 1.15 * spends.usual then array[
      platform.warning(
        'recent_spend_is_unusual',
        pg_catalog.jsonb_build_object(
          'spend', pg_catalog.round(0.000001 * spends.recent, currencies.exponent)::text,
          'usual', pg_catalog.round(0.000001 * spends.usual, currencies.exponent)::text,
          'currency', currencies.currency,
          'change_pct', pg_catalog.round(100 * (spends.recent / spends.usual - 1))
        )
      )
    ] else '{}' end
  from core.currencies
  cross join (
    select
      sum(facts.spend_micros) filter (where facts.day > recent_spend_warnings.last_on - 14) / 14 as recent,
      sum(facts.spend_micros) filter (where facts.day <= recent_spend_warnings.last_on - 14) / 42 as usual,
      min(facts.day) as first_on
    from analytics.rollups_daily as facts
    where facts.brand_id = (recent_spend_warnings.brand).brand_id and facts.level = 'account'
      and facts.day > recent_spend_warnings.last_on - 56 and facts.day <= recent_spend_warnings.last_on
  ) as spends
  where currencies.currency = (recent_spend_warnings.brand).currency
);
comment on function analytics.recent_spend_warnings(core.brands, date) is
  'Returns a warning if the present spend of a brand, the mean of 14 days, differs by more than 15 % from the six weeks before.';
grant execute on function
  analytics.budget_warnings(core.brands, text, date, integer, bigint, text[], bigint),
  analytics.recent_spend_warnings(core.brands, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
