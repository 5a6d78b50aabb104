create function analytics.anomaly_neighbors(brand core.brands, anomaly analytics.anomalies, metric text)
returns jsonb
-- The query takes longer to plan than to execute.
language plpgsql stable
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_days constant integer := 3;
  v_neighbors_max constant integer := 10;
  v_brand constant core.brands := anomaly_neighbors.brand;
  v_anomaly constant analytics.anomalies := anomaly_neighbors.anomaly;
  v_first_on constant date := v_anomaly.first_on - v_days;
  v_last_on constant date := v_anomaly.last_on + v_days;
  v_begins_at constant timestamptz := v_first_on::timestamp at time zone v_brand.timezone;
  v_ends_at constant timestamptz := (v_last_on + 1)::timestamp at time zone v_brand.timezone;
  v_events_from constant timestamptz := greatest(v_first_on, events.first_kept_day(v_brand.timezone))::timestamp at time zone v_brand.timezone;
  v_entity analytics.entity_paths;
  -- The rows of analytics.restatements are costly, and few days have a correction.
  v_is_restated constant boolean := exists (
    select
    from analytics.facts_daily_versions as replaced
    where replaced.brand_id = v_brand.brand_id and replaced.day between v_anomaly.first_on and v_anomaly.last_on
      and replaced.replaced_at >= (replaced.day + 2)::timestamp at time zone v_brand.timezone
  );
begin
  select paths.* into v_entity
  from analytics.entity_paths as paths
  where paths.brand_id = v_brand.brand_id and paths.entity_id = v_anomaly.entity_id;
  return (
    with related as (
      -- What the account or campaign consists of, and the account of the campaign.
      select paths.*
      from analytics.entity_paths as paths
      where paths.brand_id = v_brand.brand_id and paths.platform = v_entity.platform and paths.account_id = v_entity.account_id
        and (v_entity.campaign_id is null or paths.campaign_id is null or paths.campaign_id = v_entity.campaign_id)
    ),
    restated as (
      select
        changed.measure, sum(coalesce(changed.to_value, 0) - changed.from_value) as change, min(changed.day) as first_on, max(changed.day) as last_on,
        max((changed.learned_at at time zone v_brand.timezone)::date) as learned_on
      from analytics.restatements as changed
      join analytics.metric_definitions as definition
        on definition.name = anomaly_neighbors.metric and changed.measure = any (definition.bases)
      where v_is_restated and changed.brand_id = v_brand.brand_id and changed.day between v_anomaly.first_on and v_anomaly.last_on and changed.hour is null
        and changed.platform = v_entity.platform and changed.account_id = v_entity.account_id
        and (v_entity.campaign_id is null or changed.campaign_id = v_entity.campaign_id)
        -- As in analytics.coinciding_facts: neither growth of the day nor its first report is a correction.
        and changed.learned_at >= (changed.day + 2)::timestamp at time zone v_brand.timezone and changed.from_value is not null
      group by changed.measure
      having sum(coalesce(changed.to_value, 0) - changed.from_value) <> 0
    )
    select coalesce(
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('kind', found.kind, 'date', found.happened_on, 'statement', found.statement)
        order by found.happened_on, found.kind, found.statement
      ), '[]'
    )
    from (
      select
        'proposal' as kind, (held.decided_at at time zone v_brand.timezone)::date as happened_on,
        platform.statement(
          'proposal_was_decided',
          pg_catalog.jsonb_build_object(
            'on', (held.decided_at at time zone v_brand.timezone)::date, 'kind', held.change ->> 'kind', 'level', held.target ->> 'level',
            'platform', held.target ->> 'platform', 'id', held.target ->> 'id', 'decision', held.status,
            'name', connector.target_name(v_brand.brand_id, held.target)
          )
        ) as statement
      from connector.proposals as held
      where held.brand_id = v_brand.brand_id and held.decided_at >= v_begins_at and held.decided_at < v_ends_at
        and exists (
          select
          from connector.target_entities(v_brand.brand_id, held.target) as named
          join related on related.entity_id = named.entity_id
        )
      union all
      select
        'budget', now.month,
        platform.statement(
          'monthly_budget_differs',
          pg_catalog.jsonb_build_object(
            'budget', pg_catalog.trim_scale(now.budget_micros * 0.000001), 'previous_budget', pg_catalog.trim_scale(before.budget_micros * 0.000001),
            'currency', v_brand.currency, 'month', now.month, 'previous_month', before.month, 'platform', related.platform,
            'id', related.campaign_id, 'name', related.campaign_name
          )
        )
      from analytics.targets as now
      join analytics.targets as before
        on before.brand_id = now.brand_id and before.month = (now.month - interval '1 month')::date
        and before.campaign_entity_id is not distinct from now.campaign_entity_id and before.budget_micros <> now.budget_micros
      left join related on related.entity_id = now.campaign_entity_id
      where now.brand_id = v_brand.brand_id and now.month between v_first_on and v_last_on
        and (now.campaign_entity_id is null or related.entity_id is not null)
      union all
      select
        'stock_out', emptied.day,
        platform.statement('products_ran_out_on', pg_catalog.jsonb_build_object('products', emptied.products, 'on', emptied.day))
      from (
        select (emitted.occurred_at at time zone v_brand.timezone)::date as day, count(distinct emitted.data ->> 'product_id') as products
        from events.outbox as emitted
        where emitted.brand_id = v_brand.brand_id and emitted.type = 'product.availability_changed'
          and emitted.data ->> 'availability' = 'out_of_stock' and emitted.occurred_at >= v_events_from and emitted.occurred_at < v_ends_at
        group by 1
      ) as emptied
      union all
      select
        'restatement', restated.learned_on,
        platform.statement(
          'values_of_days_were_restated',
          pg_catalog.jsonb_build_object(
            'metric', restated.measure, 'unit', definition.unit, 'currency', v_brand.currency,
            'change', pg_catalog.trim_scale(pg_catalog.round(restated.change, 2)), 'date_from', restated.first_on, 'date_to', restated.last_on,
            'on', restated.learned_on
          )
        )
      from restated
      join analytics.metric_definitions as definition on definition.name = restated.measure
      order by 2, 1, 3
      limit v_neighbors_max
    ) as found
  );
end
$$;
comment on function analytics.anomaly_neighbors(core.brands, analytics.anomalies, text) is
  'Returns what happened from 3 days before to 3 days after an anomaly and may matter, by date: decided proposals for the account or campaign, its ad sets and '
  'ads, a monthly budget that differs from that of the month before, and products that ran out; and corrections of its days by later reports. None is '
  'claimed to be a cause. Stock is known for the days whose events are kept, from events.first_kept_day on. At most 10.';
grant execute on function analytics.anomaly_neighbors(core.brands, analytics.anomalies, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
