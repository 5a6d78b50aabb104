create function analytics.weekdays_between(date_from date, date_to date, isodow integer)
returns integer
language sql immutable
as $$
  select count(*)::integer
  from pg_catalog.generate_series(0, weekdays_between.date_to - weekdays_between.date_from) as day (number)
  where extract(isodow from weekdays_between.date_from + day.number) = weekdays_between.isodow;
$$;
comment on function analytics.weekdays_between(date, date, integer) is 'How many days of this weekday a range has. 1 is Monday.';

create function analytics.ask_bounds(thresholds jsonb, shown_level text, currency_exponent smallint, paired text[])
returns text
language sql stable
as $$
  select coalesce(
    pg_catalog.string_agg(
      pg_catalog.format(
        '%s %s %L::numeric',
        analytics.metric_expression(metric_definitions, ask_bounds.shown_level, ask_bounds.currency_exponent, ask_bounds.paired),
        case bound.value ->> 'operator' when '>' then '>' when '>=' then '>=' when '<' then '<' when '<=' then '<=' else '=' end,
        bound.value ->> 'value'
      ),
      ' and ' order by bound.position
    ),
    'true'
  )
  from pg_catalog.jsonb_array_elements(ask_bounds.thresholds) with ordinality as bound (value, position)
  join analytics.metric_definitions on metric_definitions.name = bound.value ->> 'metric';
$$;
comment on function analytics.ask_bounds(jsonb, text, smallint, text[]) is 'The condition that bounds of metrics make, each with its own metric and operator.';

create function analytics.ask_query(
  brand core.brands, metrics text[], level text, group_by text, granularity text, shown_level text, thresholds jsonb, sort text, ranked text, is_of_named boolean,
  without bigint[]
)
returns text
language plpgsql stable
as $$
declare
  v_exponent smallint;
  v_sums text;
  v_units text;
  v_metrics text[];
  v_paired text[];
  v_keys text[];
  v_first text;
  v_columns text[] := '{}'::text[];
  v_expressions text[] := '{}'::text[];
  v_is_hourly constant boolean := ask_query.granularity is not distinct from 'hour';
  v_is_weekday constant boolean := ask_query.granularity is not distinct from 'weekday';
  v_names text[];
  v_direction constant text := case ask_query.sort when 'asc' then 'asc' else 'desc' end;
  v_order text;
begin
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = (ask_query.brand).currency;
  select
    pg_catalog.string_agg(
      pg_catalog.format(
        case when base.name = 'reach' then 'case when count(*) = 1 then max(facts.%1$I) end as %2$I' else 'sum(facts.%1$I) as %2$I' end,
        case when base.name = 'revenue' and (ask_query.brand).revenue_source = 'store' then 'store_revenue_micros' else base.source_column end,
        base.name
      ), ', '
    ),
    pg_catalog.string_agg(
      pg_catalog.format(
        case when base.source_column like '%\_micros' then '%1$I * 0.000001%2$s as %1$I' else '%1$I::numeric%2$s as %1$I' end,
        -- Four Mondays and five Tuesdays are compared by their average.
        base.name, case when v_is_weekday then ' / analytics.weekdays_between($2, $3, date)' end
      ), ', '
    )
  into v_sums, v_units
  from analytics.metric_definitions as base
  where base.source_column is not null
    and (
      base.name = 'spend'
      or exists (
        select from analytics.metric_definitions as metric where metric.name = any (ask_query.metrics) and base.name = any (metric.bases)
      )
    );
  select
    v_sums || coalesce(
      pg_catalog.string_agg(pg_catalog.format(', sum(facts.%I) filter (where %s) as %I', pair.source_column, pair.condition, pair.name), ''), ''
    ),
    v_units || coalesce(
      pg_catalog.string_agg(
        pg_catalog.format(
          case when pair.source_column like '%\_micros' then ', %1$I * 0.000001%2$s as %1$I' else ', %1$I::numeric%2$s as %1$I' end,
          pair.name, case when v_is_weekday then ' / analytics.weekdays_between($2, $3, date)' end
        ),
        ''
      ),
      ''
    ),
    coalesce(pg_catalog.array_agg(distinct pair.metric), '{}')
  into v_sums, v_units, v_paired
  from analytics.paired_sums(ask_query.metrics, (ask_query.brand).revenue_source, ask_query.without) as pair;
  select
    pg_catalog.array_agg(analytics.metric_expression(definition, ask_query.shown_level, v_exponent, v_paired) order by requested.position),
    min(analytics.metric_expression(definition, ask_query.shown_level, v_exponent, v_paired)) filter (where requested.position = 1)
  into v_metrics, v_first
  from pg_catalog.unnest(ask_query.metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions as definition on definition.name = requested.name;

  if ask_query.granularity is not null then
    v_columns := array['date'];
    v_expressions := array[
      -- An account in a zone that is half an hour off has its hours begin within the brand's.
      case when v_is_hourly then 'facts.hour - pg_catalog.make_interval(mins => extract(minute from facts.hour at time zone $5)::integer)'
        when v_is_weekday then 'extract(isodow from facts.day)::integer'
        else pg_catalog.format('pg_catalog.date_trunc(%L, facts.day::timestamp)::date', ask_query.granularity)
      end
    ];
  end if;
  v_columns := v_columns || case ask_query.group_by
    when 'platform' then array['platform']
    when 'campaign' then array['platform', 'campaign_id', 'campaign_name']
    when 'adset' then array['platform', 'campaign_id', 'campaign_name', 'adset_id', 'adset_name']
    when 'ad' then array['platform', 'campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name']
    else '{}'
  end;
  v_expressions := v_expressions || array(
    select 'paths.' || name from pg_catalog.unnest(v_columns) as name where name <> 'date'
  );
  v_keys := array(
    select case
      when name = 'date' and v_is_hourly then 'analytics.local_hour(date, $5)'
      when name = 'date' and v_is_weekday then 'pg_catalog.to_char(date ''2024-01-01'' + (date - 1), ''FMDay'')'
      else name
    end
    from pg_catalog.unnest(v_columns) with ordinality as named (name, position)
    order by position
  );
  v_names := case when v_is_weekday then pg_catalog.array_replace(v_columns, 'date', 'weekday') else v_columns end;
  if v_is_weekday then
    v_names := v_names || 'days'::text;
    v_keys := v_keys || 'analytics.weekdays_between($2, $3, date)'::text;
  end if;
  v_order := case when ask_query.ranked = 'periods' then pg_catalog.format('first_metric %s nulls last, date', v_direction)
    else pg_catalog.format('date nulls first, first_metric %s nulls last, answer::text', v_direction)
  end;

  return pg_catalog.format(
    $query$
    with kept as (
      select paths.*
      from analytics.entity_paths as paths
      where paths.brand_id = $1 and analytics.is_meant(paths, $4)
    ),
    sums as (
      select %2$s%1$s
      from %3$s as facts
      join kept as paths on paths.entity_id = facts.entity_id
      where facts.brand_id = $1 and %4$s
      %5$s
    ),
    units as (
      select %7$s%6$s,
        (
          select sum(facts.spend_micros) * 0.000001
          from analytics.rollups_daily as facts
          where facts.brand_id = $1 and facts.level = 'account' and facts.day between $2 and $3
        )%16$s as total_spend
      from sums
    ),
    answers as (
      select %8$s as answer, %9$s as first_metric, %10$s as date, pg_catalog.row_number() over (%13$s order by %9$s %14$s nulls last) as place
      from units
      where %12$s
    ),
    page as (
      select answers.*
      from answers
      %15$s
      order by %11$s
      limit $6
    )
    select pg_catalog.json_build_object(
      'data', (
        select coalesce(pg_catalog.json_agg(page.answer order by %11$s), '[]')
        from page
      ),
      'total_rows', (select count(*) from answers)
    )
    $query$,
    v_sums,
    (
      select coalesce(pg_catalog.string_agg(pg_catalog.format('%s as %I, ', named.expression, named.name), '' order by named.position), '')
      from rows from (pg_catalog.unnest(v_expressions), pg_catalog.unnest(v_columns)) with ordinality as named (expression, name, position)
    ),
    case when v_is_hourly then 'analytics.facts_hourly' when ask_query.level = 'ad' then 'analytics.facts_daily' else 'analytics.rollups_daily' end,
    case
      when v_is_hourly then 'facts.hour >= $2::timestamp at time zone $5 and facts.hour < ($3 + 1)::timestamp at time zone $5'
      when ask_query.level = 'ad' then 'facts.day between $2 and $3'
      else pg_catalog.format('facts.day between $2 and $3 and facts.level = %L', ask_query.level)
    end,
    case when v_columns = '{}' then 'having count(*) > 0' else 'group by ' || pg_catalog.array_to_string(v_expressions, ', ') end,
    v_units,
    pg_catalog.array_to_string(v_columns || '{}'::text[], ', ') || case when v_columns = '{}' then '' else ', ' end,
    analytics.object_expression(v_names || ask_query.metrics, v_keys || v_metrics),
    v_first,
    case when ask_query.granularity is null then 'null::date' else 'date' end,
    v_order,
    analytics.ask_bounds(ask_query.thresholds, ask_query.shown_level, v_exponent, v_paired)
      || case when ask_query.is_of_named then pg_catalog.format(' and %I is not null', ask_query.group_by || '_id') else '' end,
    case ask_query.ranked
      when 'platform' then 'partition by platform'
      when 'campaign' then 'partition by platform, campaign_id'
      when 'adset' then 'partition by platform, campaign_id, adset_id'
      else ''
    end,
    v_direction,
    case when ask_query.ranked in ('platform', 'campaign', 'adset') then 'where answers.place <= $7' else '' end,
    -- The spend of a weekday is an average of a day, and so is its total: the share is that of the whole weekday.
    case when v_is_weekday then ' / analytics.weekdays_between($2, $3, date)' else '' end
  );
end
$$;
comment on function analytics.ask_query(core.brands, text[], text, text, text, text, jsonb, text, text, boolean, bigint[]) is
  'The query behind an answer in numbers, built from the metric catalog as that of analytics.metrics is. Parameters: brand, first and last day, '
  'filters, zone, limit, limit within each group. ranked is periods where periods are ordered by the first metric, or the level that each has its own order. is_of_named leaves out rows above the level that rows are grouped by.';

create function analytics.ask(
  brand core.brands,
  metrics text[],
  date_from date,
  date_to date,
  group_by text default null,
  granularity text default null,
  filters jsonb default '{}',
  thresholds jsonb default '[]',
  sort text default 'desc',
  "limit" integer default 50,
  ranked text default null,
  is_of_named boolean default false
)
returns json
language plpgsql stable
as $$
declare
  v_group_by text;
  v_level text;
  v_data json;
begin
  -- Several names are listed.
  v_group_by := coalesce(
    ask.group_by,
    case
      when pg_catalog.cardinality(analytics.texts(ask.filters -> 'campaign_name')) > 1 then 'campaign'
      when pg_catalog.cardinality(analytics.texts(ask.filters -> 'adset_name')) > 1 then 'adset'
    end
  );
  -- The coarsest level that still knows what is asked for.
  v_level := case
    when v_group_by = 'ad'
      or analytics.has_mixed_reports((ask.brand).brand_id, ask.metrics, (ask.brand).revenue_source, ask.date_from, ask.date_to)
    then 'ad'
    when v_group_by = 'adset' or ask.filters ?| '{adset_name,adset_name_not}' then 'adset'
    when v_group_by = 'campaign' or ask.filters ?| '{campaign_id,campaign_name,campaign_name_not}' then 'campaign'
    else 'account'
  end;
  execute analytics.ask_query(
    ask.brand, analytics.check_metrics(ask.metrics), v_level, v_group_by, ask.granularity,
    analytics.shown_level(v_group_by, ask.filters), ask.thresholds, ask.sort, ask.ranked, ask.is_of_named,
    analytics.entities_without((ask.brand).brand_id, ask.metrics, (ask.brand).revenue_source)
  )
  into v_data
  using (ask.brand).brand_id, ask.date_from, ask.date_to, ask.filters, (ask.brand).timezone,
    case when ask.ranked in ('platform', 'campaign', 'adset') then 500 else ask."limit" end, ask."limit";
  return v_data;
end
$$;
comment on function analytics.ask(core.brands, text[], date, date, text, text, jsonb, jsonb, text, integer, text, boolean) is
  'Metrics of a brand over a range, for some platforms or names, as one row or by platform, entity or period: the rows, and how many there are without the limit.';

grant execute on function
  analytics.ask_bounds(jsonb, text, smallint, text[]),
  analytics.ask_query(core.brands, text[], text, text, text, text, jsonb, text, text, boolean, bigint[]),
  analytics.ask(core.brands, text[], date, date, text, text, jsonb, jsonb, text, integer, text, boolean),
  analytics.weekdays_between(date, date, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
