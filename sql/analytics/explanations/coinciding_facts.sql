create function analytics.coinciding_facts(
  brand core.brands, metric text, first_on date, last_on date, base_first_on date, base_last_on date, filters jsonb,
  largest_factor text default null
)
returns table (kind text, period text, happened_on date, statement jsonb, anomaly_id text)
language plpgsql stable
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand constant core.brands := coinciding_facts.brand;
  v_platforms constant text[] := analytics.filtered_platforms(v_brand.brand_id, coinciding_facts.filters);
  v_bases constant text[] := analytics.explained_bases(coinciding_facts.metric);
  v_metrics constant text[] := v_bases || coinciding_facts.metric || array(select pairs.factor from analytics.explained_factors(v_bases) as pairs);
begin
  return query
  with periods as (
    select
      named.period, named.first_on, named.last_on, named.first_on::timestamp at time zone v_brand.timezone as begins_at,
      (named.last_on + 1)::timestamp at time zone v_brand.timezone as ends_at,
      kept.first_on::timestamp at time zone v_brand.timezone as events_from, case when kept.first_on > named.first_on then kept.first_on end as known_from
    from (
      values
        ('previous', coinciding_facts.base_first_on, coinciding_facts.base_last_on), ('current', coinciding_facts.first_on, coinciding_facts.last_on)
    ) as named (period, first_on, last_on)
    cross join lateral (select greatest(named.first_on, events.first_kept_day(v_brand.timezone)) as first_on) as kept
  ),
  budgets as (
    select
      current_month.month as month, previous_month.month as previous_month,
      pg_catalog.trim_scale(current_month.budget_micros * 0.000001) as budget,
      pg_catalog.trim_scale(previous_month.budget_micros * 0.000001) as previous_budget, current_month.campaign_entity_id
    from analytics.targets as current_month
    join analytics.targets as previous_month
      on previous_month.brand_id = v_brand.brand_id
      and previous_month.month = pg_catalog.date_trunc('month', coinciding_facts.base_last_on::timestamp)::date
      and previous_month.campaign_entity_id is not distinct from current_month.campaign_entity_id
      and previous_month.budget_micros <> current_month.budget_micros
    left join analytics.entity_paths as paths
      on paths.brand_id = v_brand.brand_id and paths.entity_id = current_month.campaign_entity_id
    where current_month.brand_id = v_brand.brand_id
      and current_month.month = pg_catalog.date_trunc('month', coinciding_facts.last_on::timestamp)::date
      and (coinciding_facts.filters = '{}' or paths.entity_id is not null and analytics.is_meant(paths, coinciding_facts.filters))
  ),
  sales as (
    select
      count(*) filter (where periods.period = 'current') as now, count(*) filter (where periods.period = 'previous') as before
    from periods
    join storefront.catalog_products as products
      on products.brand_id = v_brand.brand_id and products.sale_price_micros is not null
      and coalesce(products.sale_starts_at < periods.ends_at, true) and coalesce(products.sale_ends_at > periods.begins_at, true)
  ),
  restated as (
    select
      periods.period, changed.measure, sum(coalesce(changed.to_value, 0) - changed.from_value) as change,
      max((changed.learned_at at time zone v_brand.timezone)::date) as learned_on
    from periods
    join analytics.restatements as changed
      on changed.brand_id = v_brand.brand_id and changed.day between periods.first_on and periods.last_on and changed.hour is null
      -- Constant bounds prune the partitions of other months.
      and changed.day between least(coinciding_facts.first_on, coinciding_facts.base_first_on)
        and greatest(coinciding_facts.last_on, coinciding_facts.base_last_on)
      -- What is stored by the end of the next day is growth of the day and no correction.
      and changed.learned_at >= (changed.day + 2)::timestamp at time zone v_brand.timezone
      -- A first report corrects nothing.
      and changed.from_value is not null
      and changed.measure = any (v_bases)
      and (v_platforms is null or changed.platform = any (v_platforms))
      and (
        not coinciding_facts.filters ? 'campaign_id'
        or changed.campaign_id = any (analytics.texts(coinciding_facts.filters -> 'campaign_id'))
      )
    group by periods.period, changed.measure
    having sum(coalesce(changed.to_value, 0) - changed.from_value) <> 0
  )
  select found.kind, found.period, found.happened_on, found.statement, found.anomaly_id
  from (
    select
      'proposal' as kind, periods.period, (held.decided_at at time zone v_brand.timezone)::date as happened_on,
      platform.statement(
        'proposal_was_decided',
        pg_catalog.jsonb_build_object(
          'on', (held.decided_at at time zone v_brand.timezone)::date, 'kind', held.change ->> 'kind', 'level', held.target ->> 'level',
          'platform', held.target ->> 'platform', 'id', held.target ->> 'id', 'decision', held.status,
          'name', connector.target_name(v_brand.brand_id, held.target)
        )
      ) as statement,
      null::text as anomaly_id
    from periods
    join connector.proposals as held
      on held.brand_id = v_brand.brand_id and held.decided_at >= periods.begins_at and held.decided_at < periods.ends_at
      and (
        coinciding_facts.filters = '{}'
        or exists (
          select
          from connector.target_entities(v_brand.brand_id, held.target) as named
          join analytics.entity_paths as paths on paths.brand_id = named.brand_id and paths.entity_id = named.entity_id
          where analytics.is_meant(paths, coinciding_facts.filters)
        )
      )
    union all
    select
      'budget', 'current', budgets.month,
      platform.statement(
        'monthly_budget_differs',
        pg_catalog.jsonb_build_object(
          'budget', budgets.budget, 'previous_budget', budgets.previous_budget, 'currency', v_brand.currency, 'month', budgets.month,
          'previous_month', budgets.previous_month, 'platform', paths.platform, 'id', paths.campaign_id,
          'name', paths.campaign_name
        )
      ),
      null
    from budgets
    left join analytics.entity_paths as paths on paths.brand_id = v_brand.brand_id and paths.entity_id = budgets.campaign_entity_id
    union all
    select
      'stock_out', periods.period, min((emitted.occurred_at at time zone v_brand.timezone)::date),
      platform.statement(
        'products_ran_out',
        pg_catalog.jsonb_build_object(
          'period', periods.period, 'products', count(distinct emitted.data ->> 'product_id'),
          'on', min((emitted.occurred_at at time zone v_brand.timezone)::date), 'known_from', periods.known_from
        )
      ),
      null
    from periods
    join events.outbox as emitted
      on emitted.brand_id = v_brand.brand_id and emitted.type = 'product.availability_changed' and emitted.data ->> 'availability' = 'out_of_stock'
      and emitted.occurred_at >= periods.events_from and emitted.occurred_at < periods.ends_at
    group by periods.period, periods.known_from
    union all
    select
      'promotion', 'current', null,
      platform.statement('products_on_sale_differ', pg_catalog.jsonb_build_object('current', sales.now, 'previous', sales.before)),
      null
    from sales
    where sales.now <> sales.before
    union all
    select
      held.kind, periods.period, greatest(held.starts_on, periods.first_on),
      platform.statement(
        case held.kind when 'holiday' then 'holiday_was_in_period' else 'promotion_ran' end,
        pg_catalog.jsonb_build_object(
          'period', periods.period, 'name', held.name, 'starts_on', held.starts_on, 'ends_on', held.ends_on,
          'days', least(held.ends_on, periods.last_on) - greatest(held.starts_on, periods.first_on) + 1, 'period_days', periods.last_on - periods.first_on + 1
        )
      ),
      null
    from periods
    cross join lateral analytics.event_days(v_brand.brand_id, periods.first_on, periods.last_on) as held
    union all
    select
      'experiment', periods.period, min(off.day),
      platform.statement(
        'experiment_switched_ads_off',
        pg_catalog.jsonb_build_object(
          'period', periods.period, 'name', held.name, 'platform', held.platform, 'campaigns', pg_catalog.cardinality(held.campaign_ids),
          'days', count(*), 'period_days', periods.last_on - periods.first_on + 1, 'on', min(off.day)
        )
      ),
      null
    from periods
    join analytics.experiments as held
      on held.brand_id = v_brand.brand_id and held.started_at is not null and held.starts_on <= periods.last_on and held.ends_on >= periods.first_on
    cross join lateral analytics.switchback_blocks(held.starts_on, held.pairs, held.block_days, held.washout_days, held.seed) as blocks
    cross join lateral (
      select series.day::date as day
      from pg_catalog.generate_series(
        greatest(blocks.first_on, periods.first_on)::timestamp, least(blocks.last_on, periods.last_on, held.closed_on - 1)::timestamp, interval '1 day'
      ) as series (day)
    ) as off
    where not blocks.is_on
      and (v_platforms is null or held.platform = any (v_platforms))
      and (
        not coinciding_facts.filters ? 'campaign_id' or held.campaign_ids is null
        or held.campaign_ids && analytics.texts(coinciding_facts.filters -> 'campaign_id')
      )
    group by periods.period, periods.first_on, periods.last_on, held.brand_id, held.experiment_id
    union all
    select
      'price_change', periods.period, min((emitted.occurred_at at time zone v_brand.timezone)::date),
      platform.statement(
        'prices_changed',
        pg_catalog.jsonb_build_object(
          'period', periods.period, 'products', count(distinct emitted.data ->> 'product_id'),
          'on', min((emitted.occurred_at at time zone v_brand.timezone)::date), 'known_from', periods.known_from
        )
      ),
      null
    from periods
    join events.outbox as emitted
      on emitted.brand_id = v_brand.brand_id and emitted.type = 'product.price_changed'
      and emitted.occurred_at >= periods.events_from and emitted.occurred_at < periods.ends_at
    group by periods.period, periods.known_from
    union all
    select
      'restatement', restated.period, restated.learned_on,
      platform.statement(
        'values_were_restated',
        pg_catalog.jsonb_build_object(
          'period', restated.period, 'metric', restated.measure, 'unit', definition.unit, 'currency', v_brand.currency,
          'change', pg_catalog.trim_scale(pg_catalog.round(restated.change, 2)), 'on', restated.learned_on
        )
      ),
      null
    from restated
    join analytics.metric_definitions as definition on definition.name = restated.measure
    union all
    select
      'source', periods.period, (ended.at at time zone v_brand.timezone)::date,
      platform.statement(
        'source_stopped',
        pg_catalog.jsonb_build_object(
          'platform', analytics.imported_platform(held.platform), 'account_id', held.external_id, 'status', held.status,
          'on', (ended.at at time zone v_brand.timezone)::date,
          'name', (
            select max(named.name)
            from analytics.entities as named
            where named.brand_id = v_brand.brand_id and named.level = 'account' and named.external_id = held.external_id
              and named.platform = analytics.imported_platform(held.platform)
          )
        )
      ),
      null
    from sources.sources as held
    cross join lateral (select coalesce(held.disconnected_at, held.attention_since) as at) as ended
    join periods on ended.at >= periods.begins_at and ended.at < periods.ends_at
    where held.brand_id = v_brand.brand_id and (v_platforms is null or analytics.imported_platform(held.platform) = any (v_platforms))
    union all
    select 'anomaly', detected.period, detected.day, detected.statement, detected.anomaly_id
    from (
      select
        'current' as period, held.day, held.anomaly_id,
        platform.statement(
          'anomaly_was_detected',
          pg_catalog.jsonb_build_object(
            'on', held.day, 'detector', held.detector, 'level', held.level, 'platform', paths.platform,
            'id', case held.level when 'account' then paths.account_id else paths.campaign_id end, 'status', held.status,
            'name', case held.level when 'account' then paths.account_name else paths.campaign_name end,
            'unit', definition.unit, 'currency', v_brand.currency, 'metric', detectors.metric, 'is_lower_limit', analytics.is_lower_limit(held, detectors.metric),
            'value', pg_catalog.round(held.value::numeric, 4), 'expected', pg_catalog.round(held.expected::numeric, 4)
          )
        ) as statement
      from analytics.anomalies as held
      join analytics.detectors on detectors.detector = held.detector
      join analytics.metric_definitions as definition on definition.name = detectors.metric
      join analytics.entity_paths as paths on paths.brand_id = held.brand_id and paths.entity_id = held.entity_id
      where held.brand_id = v_brand.brand_id and held.first_on <= coinciding_facts.last_on and held.last_on >= coinciding_facts.first_on
        and (
          -- An episode can have usual days between its unusual ones. Which these are is not recorded of old episodes.
          analytics.deviations_of(held) is null
          or exists (
            select
            from pg_catalog.jsonb_object_keys(analytics.deviations_of(held)) as deviated (day)
            where deviated.day::date between coinciding_facts.first_on and coinciding_facts.last_on
          )
        )
        and held.status <> 'false_positive'
        and analytics.detected_metrics(held) && v_metrics
        and (coinciding_facts.filters = '{}' or analytics.is_meant(paths, coinciding_facts.filters))
      -- The largest factor comes first, so that an anomaly of it is among the ten.
      order by (detectors.metric = coinciding_facts.largest_factor) is true desc, held.impact desc, held.anomaly_id
      limit 10
    ) as detected
  ) as found
  order by found.happened_on, found.kind, found.period, found.statement
  limit 50;
end
$$;
comment on function analytics.coinciding_facts(core.brands, text, date, date, date, date, jsonb, text) is
  'Returns what happened in two compared periods and may matter: decided proposals, other monthly budgets, products that ran out, sales, holidays, promotions and '
  'experiments of the brand, price changes, '
  'restatements of the metric, sources that stopped, and ten anomalies with an unusual day in the current period in the metric, its bases and its factors: those of largest_factor, then those with the largest impact. None is claimed to be a cause. Platforms report no history of their budgets. Prices and stock are '
  'known for the days whose events are kept, from events.first_kept_day on. At most 50.';
grant execute on function analytics.coinciding_facts(core.brands, text, date, date, date, date, jsonb, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
