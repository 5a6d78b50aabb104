create function analytics.explain_change(
  brand core.brands, metrics text[], first_on date, last_on date, base_first_on date, base_last_on date, filters jsonb
)
returns json
language sql stable
as $$
  -- The part of each campaign in the difference. Bases add up, so that their differences add up too.
  with named as (
    select
      metric_definitions.name,
      case when metric_definitions.name = 'revenue' and (explain_change.brand).revenue_source = 'store' then 'store_revenue_micros'
        else metric_definitions.source_column
      end as source_column
    from analytics.metric_definitions
    where metric_definitions.source_column is not null
      -- Reach of several days cannot be summed.
      and metric_definitions.name <> 'reach'
      and exists (
        select from analytics.metric_definitions as derived
        where derived.name = explain_change.metrics[1] and metric_definitions.name = any (derived.bases)
      )
  ),
  periods as (
    select 'current' as period, explain_change.first_on, explain_change.last_on
    union all
    select 'previous', explain_change.base_first_on, explain_change.base_last_on
  ),
  sums as (
    select
      entity_paths.platform, entity_paths.campaign_id, entity_paths.campaign_name, named.name as metric,
      sum((pg_catalog.to_jsonb(facts) ->> named.source_column)::numeric) filter (where periods.period = 'current') as current_value,
      sum((pg_catalog.to_jsonb(facts) ->> named.source_column)::numeric) filter (where periods.period = 'previous') as previous_value,
      pg_catalog.bool_or(named.source_column like '%\_micros') as is_micros
    from periods
    join analytics.rollups_daily as facts
      on facts.brand_id = (explain_change.brand).brand_id
      and facts.level = case when explain_change.filters ?| '{adset_name,adset_name_not}' then 'adset' else 'campaign' end
      and facts.day between periods.first_on and periods.last_on
    join analytics.entity_paths on entity_paths.brand_id = facts.brand_id and entity_paths.entity_id = facts.entity_id
    cross join named
    where analytics.is_meant(entity_paths, explain_change.filters)
    group by 1, 2, 3, 4
    having pg_catalog.count(pg_catalog.to_jsonb(facts) ->> named.source_column) > 0
  ),
  changes as (
    select
      sums.*,
      (coalesce(sums.current_value, 0) - coalesce(sums.previous_value, 0)) * case when sums.is_micros then 0.000001 else 1 end as change
    from sums
  )
  select pg_catalog.json_build_object('data', coalesce(pg_catalog.json_agg(
    pg_catalog.json_build_object(
      'metric', top.metric, 'platform', top.platform, 'campaign_id', top.campaign_id, 'campaign_name', top.campaign_name,
      'current', pg_catalog.trim_scale(pg_catalog.round(top.current_value * case when top.is_micros then 0.000001 else 1 end, 2)),
      'previous', pg_catalog.trim_scale(pg_catalog.round(top.previous_value * case when top.is_micros then 0.000001 else 1 end, 2)),
      'change', pg_catalog.trim_scale(pg_catalog.round(top.change, 2)),
      'share_of_change', pg_catalog.round(top.change / nullif(top.total, 0), 4)
    )
    order by top.metric, pg_catalog.abs(top.change) desc
  ) filter (where top.rank <= 5), '[]'), 'total_rows', count(*))
  from (
    select
      changes.*,
      sum(changes.change) over (partition by changes.metric) as total,
      pg_catalog.row_number() over (partition by changes.metric order by pg_catalog.abs(changes.change) desc) as rank
    from changes
  ) as top;
$$;
comment on function analytics.explain_change(core.brands, text[], date, date, date, date, jsonb) is
  'Returns the campaigns with the largest part in the difference between two periods. For every base of a metric, returns at most five, with their '
  'change and its share of the total.';

create function analytics.contradiction(
  brand core.brands, metric text, direction text, first_on date, last_on date, base_first_on date, base_last_on date, filters jsonb
)
returns jsonb
language sql stable
as $$
  select platform.warning(
    'premise_is_contradicted',
    pg_catalog.jsonb_build_object(
      'metric', contradiction.metric, 'direction', contradiction.direction, 'current', total.current, 'previous', total.previous
    )
  )
  from (
    select
      (
        analytics.ask(contradiction.brand, array[contradiction.metric], contradiction.first_on, contradiction.last_on, filters => contradiction.filters)
        #>> array['data', '0', contradiction.metric]
      )::numeric as current,
      (
        analytics.ask(contradiction.brand, array[contradiction.metric], contradiction.base_first_on, contradiction.base_last_on, filters => contradiction.filters)
        #>> array['data', '0', contradiction.metric]
      )::numeric as previous
  ) as total
  where case contradiction.direction when 'down' then total.current >= total.previous when 'up' then total.current <= total.previous end;
$$;
comment on function analytics.contradiction(core.brands, text, text, date, date, date, date, jsonb) is
  'A warning where a question says that a metric went down or up and it did not. Null where it did, or where one of the totals is unknown.';
grant execute on function
  analytics.explain_change(core.brands, text[], date, date, date, date, jsonb),
  analytics.contradiction(core.brands, text, text, date, date, date, date, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
