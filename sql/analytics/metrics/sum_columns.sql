create function analytics.sum_expression(name text, value text, condition text default null)
returns text
language sql stable
return case
  -- Reach counts people and cannot be added up: it is null when several rows are combined.
  when sum_expression.name = 'reach' then pg_catalog.format('case when count(*) = 1 then max(%s) end', sum_expression.value)
  else pg_catalog.format('sum(%s)', sum_expression.value) || coalesce(' filter (where ' || sum_expression.condition || ')', '')
end;
comment on function analytics.sum_expression(text, text, text) is
  'The SQL that combines the values of a base metric in several rows. condition: the rows that count; null for all.';
grant execute on function analytics.sum_expression(text, text, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create type analytics.sum_columns as (
  of_fact text,
  of_facts text,
  of_sums text,
  in_units text,
  paired text[]
);
comment on type analytics.sum_columns is
  'The SQL of the columns that metrics are computed from. of_fact: the columns of one fact; of_facts: their sums over facts; of_sums: the sums of such sums; '
  'in_units: the same columns in units instead of millionths; paired: the metrics that have sums of their own (analytics.paired_sums).';

create function analytics.sum_columns(metrics text[], revenue_source text, without bigint[] default '{}', per text default null, is_whole boolean default false)
returns analytics.sum_columns
language plpgsql stable
as $$
declare
  v_columns analytics.sum_columns;
begin
  select
    pg_catalog.string_agg(
      pg_catalog.format(
        '%s as %I', case when part.condition is null then part.value else pg_catalog.format('case when %s then %s end', part.condition, part.value) end, part.name
      ),
      ', '
    ),
    pg_catalog.string_agg(pg_catalog.format('%s as %I', analytics.sum_expression(part.name, part.value, part.condition), part.name), ', '),
    pg_catalog.string_agg(pg_catalog.format('%s as %I', analytics.sum_expression(part.name, part.name), part.name), ', '),
    pg_catalog.string_agg(
      pg_catalog.format(
        '%1$I%2$s%3$s as %1$I', part.name, case when part.source_column like '%\_micros' then ' * 0.000001' else '::numeric' end, ' / ' || sum_columns.per
      ),
      ', '
    ),
    coalesce(pg_catalog.array_agg(distinct part.metric) filter (where part.metric is not null), '{}')
  into v_columns
  from (
    select found.name, found.source_column, pg_catalog.format('facts.%I', found.source_column) as value, found.condition, found.metric
    from (
      select
        base.name,
        case when base.name = 'revenue' and sum_columns.revenue_source = 'store' then 'store_revenue_micros' else base.source_column end as source_column,
        null as condition,
        null as metric
      from analytics.metric_definitions as base
      where base.source_column is not null
        and exists (
          select from analytics.metric_definitions as metric where metric.name = any (sum_columns.metrics) and base.name = any (metric.bases)
        )
      union all
      select pair.name, pair.source_column, pair.condition, pair.metric
      from analytics.paired_sums(sum_columns.metrics, sum_columns.revenue_source, sum_columns.without) as pair
      where not sum_columns.is_whole
    ) as found
  ) as part;
  return v_columns;
end
$$;
comment on function analytics.sum_columns(text[], text, bigint[], text, boolean) is
  'The columns of these metrics. without: the entities that profit leaves out; per: a divisor of the units; is_whole: every fact has all bases, so that no metric needs sums of its own.';
grant execute on function analytics.sum_columns(text[], text, bigint[], text, boolean) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
