create type analytics.summed_formulas as (
  numerators integer[],
  denominators integer[],
  multipliers integer[],
  decimals integer[]
);
comment on type analytics.summed_formulas is
  'The formulas of metrics over the columns of analytics.summed_rows: positions of the numerators and denominators among these columns, multipliers, and decimals.';

create function analytics.summed_formulas(metrics text[], decimals integer)
returns analytics.summed_formulas
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
declare
  v_columns constant text[] := array[
    'spend', 'revenue', 'cogs', 'impressions', 'clicks', 'conversions', 'purchases', 'revenue - cogs - spend', 'total_spend'
  ];
  v_formulas analytics.summed_formulas;
begin
  select
    pg_catalog.array_agg(pg_catalog.array_position(v_columns, definition.numerator) order by requested.position),
    pg_catalog.array_agg(pg_catalog.array_position(v_columns, definition.denominator) order by requested.position),
    pg_catalog.array_agg(definition.multiplier order by requested.position),
    pg_catalog.array_agg(case when definition.unit = 'money' then summed_formulas.decimals else 6 end order by requested.position)
  into v_formulas
  from pg_catalog.unnest(summed_formulas.metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions as definition on definition.name = requested.name
  where definition.numerator = any (v_columns)
    and (definition.denominator = any (v_columns) or definition.denominator is null and definition.multiplier = 1);
  return case when pg_catalog.cardinality(v_formulas.decimals) = pg_catalog.cardinality(summed_formulas.metrics) then v_formulas end;
end
$$;
comment on function analytics.summed_formulas(text[], integer) is
  'Returns the formulas of metrics, in their order. decimals: those of money. Null if a metric needs another column.';

create function analytics.summed_metric(columns numeric[], numerator integer, denominator integer, multiplier integer, decimals integer)
returns numeric
-- An expression without a subquery becomes a part of the query that calls it.
language sql immutable
return pg_catalog.trim_scale(
  pg_catalog.round(
    case
      when summed_metric.denominator is null then summed_metric.columns[summed_metric.numerator]
      -- A multiplication takes longer than the comparison.
      when summed_metric.multiplier = 1
        then summed_metric.columns[summed_metric.numerator] / nullif(summed_metric.columns[summed_metric.denominator], 0)
      else summed_metric.multiplier * summed_metric.columns[summed_metric.numerator] / nullif(summed_metric.columns[summed_metric.denominator], 0)
    end,
    summed_metric.decimals
  )
);
comment on function analytics.summed_metric(numeric[], integer, integer, integer, integer) is
  'Returns a metric by its formula of analytics.summed_formulas, as analytics.metric_expression computes it. Null without a formula.';

create function analytics.summed_members(
  members text, head text, columns numeric[], numerators integer[], denominators integer[], multipliers integer[], decimals integer[]
)
returns text
language sql stable
return pg_catalog.format(
  summed_members.members,
  summed_members.head,
  coalesce(analytics.summed_metric(summed_members.columns, summed_members.numerators[1], summed_members.denominators[1], summed_members.multipliers[1], summed_members.decimals[1])::text, 'null'),
  coalesce(analytics.summed_metric(summed_members.columns, summed_members.numerators[2], summed_members.denominators[2], summed_members.multipliers[2], summed_members.decimals[2])::text, 'null'),
  coalesce(analytics.summed_metric(summed_members.columns, summed_members.numerators[3], summed_members.denominators[3], summed_members.multipliers[3], summed_members.decimals[3])::text, 'null'),
  coalesce(analytics.summed_metric(summed_members.columns, summed_members.numerators[4], summed_members.denominators[4], summed_members.multipliers[4], summed_members.decimals[4])::text, 'null'),
  coalesce(analytics.summed_metric(summed_members.columns, summed_members.numerators[5], summed_members.denominators[5], summed_members.multipliers[5], summed_members.decimals[5])::text, 'null'),
  coalesce(analytics.summed_metric(summed_members.columns, summed_members.numerators[6], summed_members.denominators[6], summed_members.multipliers[6], summed_members.decimals[6])::text, 'null')
);
comment on function analytics.summed_members(text, text, numeric[], integer[], integer[], integer[], integer[]) is
  'Returns the text of a JSON object with up to 6 metrics. members is its format: %1$s is replaced by head, %2$s by the first metric. A text takes less '
  'time than pg_catalog.json_build_object with names that are not known when the query is planned.';

create function analytics.key_members(path analytics.entity_paths, level text)
returns json
language sql stable
return case key_members.level
  when 'ad_account' then pg_catalog.json_build_object(
    'platform', (key_members.path).platform, 'account_id', (key_members.path).account_id, 'account_name', (key_members.path).account_name
  )
  when 'campaign' then pg_catalog.json_build_object(
    'platform', (key_members.path).platform, 'account_id', (key_members.path).account_id,
    'campaign_id', (key_members.path).campaign_id, 'campaign_name', (key_members.path).campaign_name,
    'campaign_status', (key_members.path).campaign_status
  )
  when 'adset' then pg_catalog.json_build_object(
    'platform', (key_members.path).platform, 'account_id', (key_members.path).account_id,
    'campaign_id', (key_members.path).campaign_id, 'campaign_name', (key_members.path).campaign_name,
    'campaign_status', (key_members.path).campaign_status,
    'adset_id', (key_members.path).adset_id, 'adset_name', (key_members.path).adset_name
  )
end;
comment on function analytics.key_members(analytics.entity_paths, text) is 'Returns the columns of analytics.level_keys with their values. Null for other levels.';

create function analytics.summed_rows(
  sums analytics.summed_facts[],
  paths analytics.entity_paths[],
  total_spend numeric,
  metrics text[],
  formulas analytics.summed_formulas,
  level text,
  granularity text,
  date_from date,
  date_to date,
  complete_days datemultirange[],
  platforms text[],
  "limit" integer,
  "offset" bigint,
  is_sorted boolean,
  is_ascending boolean
)
returns analytics.metric_rows
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_numerators constant integer[] := (summed_rows.formulas).numerators;
  v_denominators constant integer[] := (summed_rows.formulas).denominators;
  v_multipliers constant integer[] := (summed_rows.formulas).multipliers;
  v_decimals constant integer[] := (summed_rows.formulas).decimals;
  v_first constant integer := case when summed_rows.is_sorted then pg_catalog.cardinality(v_numerators) else 1 end;
  v_is_account constant boolean := summed_rows.level = 'account';
  v_period constant interval := case when summed_rows.granularity <> 'none' then ('1 ' || summed_rows.granularity)::interval end;
  v_members text := '';
  v_rows analytics.metric_rows;
begin
  for v_position in 1..pg_catalog.cardinality(summed_rows.metrics) loop
    v_members := v_members || case when v_position > 1 then ', ' else '' end
      || '"' || summed_rows.metrics[v_position] || '": %' || (v_position + 1)::text || '$s';
  end loop;
  v_members := '{%1$s' || v_members || '}';
  with units as materialized (
    select
      sums.bucket, sums.entity_id,
      array[
        sums.spend * 0.000001, sums.revenue * 0.000001, sums.cogs * 0.000001, sums.impressions, sums.clicks, sums.conversions * 0.000001,
        sums.purchases * 0.000001, (sums.revenue - sums.cogs - sums.spend) * 0.000001, summed_rows.total_spend
      ] as columns
    from pg_catalog.unnest(summed_rows.sums) as sums
  ),
  named as materialized (
    select
      known.entity_id, known.platform, known.account_id, known.campaign_id, known.adset_id,
      pg_catalog.btrim(analytics.key_members(known, summed_rows.level)::text, '{}') || ', ' as members,
      summed_rows.complete_days[1 + pg_catalog.array_position(summed_rows.platforms, known.platform)] as complete_days
    from pg_catalog.unnest(summed_rows.paths) as known
  ),
  page as (
    select
      measured.bucket, measured.columns, named.members,
      case when v_is_account then summed_rows.complete_days[1] else named.complete_days end
        @> case when v_period is null then pg_catalog.daterange(summed_rows.date_from, summed_rows.date_to, '[]')
          else pg_catalog.daterange(measured.bucket, (measured.bucket + v_period)::date)
        end as is_complete
    from (
      select
        units.*,
        analytics.summed_metric(
          units.columns, v_numerators[v_first], v_denominators[v_first], v_multipliers[v_first], v_decimals[v_first]
        ) as metric
      from units
    ) as measured
    left join named on named.entity_id = measured.entity_id
    where v_is_account or named.entity_id is not null
    order by
      case when not summed_rows.is_sorted then measured.bucket end,
      case when summed_rows.is_ascending then measured.metric else -measured.metric end nulls last,
      measured.bucket, named.platform, named.account_id, named.campaign_id, named.adset_id
    limit summed_rows."limit"
    offset summed_rows."offset"
  ),
  total as materialized (
    select
      count(*) as rows,
      array[
        sum(units.columns[1]), sum(units.columns[2]), sum(units.columns[3]), sum(units.columns[4]), sum(units.columns[5]), sum(units.columns[6]),
        sum(units.columns[7]), sum(units.columns[2]) - sum(units.columns[3]) - sum(units.columns[1]), summed_rows.total_spend
      ] as columns
    from units
  ),
  shown as (
    select
      false as is_total,
      case when v_period is not null then '"date": ' || pg_catalog.to_json(page.bucket)::text || ', ' else '' end as head,
      page.is_complete,
      coalesce(page.members, '') as members,
      page.columns
    from page
    union all
    select true, '', summed_rows.complete_days[1] @> pg_catalog.daterange(summed_rows.date_from, summed_rows.date_to, '[]'), '', total.columns
    from total
    where total.rows > 0
  ),
  written as (
    select
      shown.is_total,
      analytics.summed_members(
        v_members, shown.head || case when not shown.is_complete then '"partial": true, ' else '' end || shown.members, shown.columns,
        v_numerators, v_denominators, v_multipliers, v_decimals
      ) as row
    from shown
  )
  select
    (select total.rows from total),
    ('[' || pg_catalog.string_agg(written.row, E',\n') filter (where not written.is_total) || ']')::json,
    (min(written.row) filter (where written.is_total))::json
  into v_rows.total_rows, v_rows.data, v_rows.totals
  from written;
  return v_rows;
end
$$;
comment on function analytics.summed_rows(
  analytics.summed_facts[], analytics.entity_paths[], numeric, text[], analytics.summed_formulas, text, text, date, date, datemultirange[], text[], integer, bigint,
  boolean, boolean
) is
  'Returns the answer of analytics.metrics_query for rows that are summed already, by a statement whose plan the connection keeps. paths: the '
  'analytics.entity_paths of their entities; formulas: analytics.summed_formulas of the metrics, followed by that of the sort if is_sorted.';

grant execute on function
  analytics.summed_formulas(text[], integer),
  analytics.summed_metric(numeric[], integer, integer, integer, integer),
  analytics.summed_members(text, text, numeric[], integer[], integer[], integer[], integer[]),
  analytics.key_members(analytics.entity_paths, text),
  analytics.summed_rows(
    analytics.summed_facts[], analytics.entity_paths[], numeric, text[], analytics.summed_formulas, text, text, date, date, datemultirange[], text[], integer, bigint,
    boolean, boolean
  )
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
