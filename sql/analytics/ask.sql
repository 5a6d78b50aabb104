create function analytics.ask_query(metrics text[], level text, group_by text, granularity text, currency_exponent smallint, sort text)
returns text
language plpgsql stable
as $$
declare
  v_sums text;
  v_units text;
  v_metrics text[];
  v_first text;
  v_columns text[] := '{}';
  v_expressions text[] := '{}';
begin
  select
    pg_catalog.string_agg(
      pg_catalog.format(
        case when base.name = 'reach' then 'case when count(*) = 1 then max(facts.%1$I) end as %2$I' else 'sum(facts.%1$I) as %2$I' end, base.source_column, base.name
      ), ', '
    ),
    pg_catalog.string_agg(
      pg_catalog.format(case when base.source_column like '%\_micros' then '%1$I * 0.000001 as %1$I' else '%1$I::numeric as %1$I' end, base.name), ', '
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
    pg_catalog.array_agg(analytics.metric_expression(definition, 'account', ask_query.currency_exponent) order by requested.position),
    min(analytics.metric_expression(definition, 'account', ask_query.currency_exponent)) filter (where requested.position = 1)
  into v_metrics, v_first
  from pg_catalog.unnest(ask_query.metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions as definition on definition.name = requested.name;

  if ask_query.granularity is not null then
    v_columns := array['date'];
    v_expressions := array[pg_catalog.format('pg_catalog.date_trunc(%L, facts.day::timestamp)::date', ask_query.granularity)];
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

  return pg_catalog.format(
    $query$
    with kept as (
      select paths.*
      from analytics.entity_paths as paths
      where paths.brand_id = $1
        and ($4::text[] is null or paths.platform = any ($4))
        and ($5::text[] is null or pg_catalog.lower(case $6 when 'adset' then paths.adset_name when 'ad' then paths.ad_name else paths.campaign_name end) = any ($5))
        and ($7::text is null or coalesce(paths.campaign_name, '') not ilike '%%' || $7 || '%%')
    ),
    sums as (
      select %2$s%1$s
      from %3$s as facts
      join kept as paths on paths.entity_id = facts.entity_id
      where facts.brand_id = $1 and facts.day between $2 and $3 %4$s
      %5$s
    ),
    units as (
      select %7$s%6$s,
        (
          select sum(facts.spend_micros) * 0.000001
          from analytics.rollups_daily as facts
          where facts.brand_id = $1 and facts.level = 'account' and facts.day between $2 and $3
        ) as total_spend
      from sums
    ),
    answers as (
      select %8$s as answer, %9$s as first_metric, %10$s as date
      from units
    ),
    page as (
      select answers.*
      from answers
      where $8::text is null or case $8 when '>' then answers.first_metric > $9 else answers.first_metric < $9 end
      order by answers.date nulls first, answers.first_metric %11$s nulls last, answers.answer::text
      limit $10
    )
    select coalesce(pg_catalog.json_agg(page.answer order by page.date nulls first, page.first_metric %11$s nulls last, page.answer::text), '[]') from page
    $query$,
    v_sums,
    (
      select coalesce(pg_catalog.string_agg(pg_catalog.format('%s as %I, ', named.expression, named.name), '' order by named.position), '')
      from rows from (pg_catalog.unnest(v_expressions), pg_catalog.unnest(v_columns)) with ordinality as named (expression, name, position)
    ),
    case when ask_query.level = 'ad' then 'analytics.facts_daily' else 'analytics.rollups_daily' end,
    case when ask_query.level = 'ad' then '' else pg_catalog.format('and facts.level = %L', ask_query.level) end,
    case when v_columns = '{}' then 'having count(*) > 0' else 'group by ' || pg_catalog.array_to_string(v_expressions, ', ') end,
    v_units,
    pg_catalog.array_to_string(v_columns || '{}'::text[], ', ') || case when v_columns = '{}' then '' else ', ' end,
    analytics.object_expression(v_columns || ask_query.metrics, v_columns || v_metrics),
    v_first,
    case when ask_query.granularity is null then 'null::date' else 'date' end,
    case ask_query.sort when 'asc' then 'asc' else 'desc' end
  );
end
$$;
comment on function analytics.ask_query(text[], text, text, text, smallint, text) is
  'The query behind an answer in numbers, built from the metric catalogue as that of analytics.metrics is. Parameters: brand, first and last day, '
  'platforms, names and their level, a name left out, operator and bound of the first metric, limit.';

create function analytics.ask(
  brand core.brands,
  metrics text[],
  date_from date,
  date_to date,
  level text,
  group_by text default null,
  granularity text default null,
  filters jsonb default '{}',
  threshold jsonb default null,
  sort text default 'desc',
  "limit" integer default 50
)
returns json
language plpgsql stable
as $$
declare
  v_exponent smallint;
  v_level text;
  v_name_level text;
  v_names text[];
  v_platforms text[];
  v_data json;
begin
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = (ask.brand).currency;
  select pg_catalog.split_part(filter.key, '_', 1), analytics.lowered(analytics.texts(filter.value))
  into v_name_level, v_names
  from pg_catalog.jsonb_each(ask.filters) as filter
  where filter.key in ('campaign_name', 'adset_name', 'ad_name');
  if ask.filters ? 'platform' then
    v_platforms := analytics.texts(ask.filters -> 'platform');
  end if;
  -- The coarsest level that still knows what is asked for.
  v_level := case
    when 'ad' in (ask.group_by, v_name_level) then 'ad'
    when 'adset' in (ask.group_by, v_name_level) then 'adset'
    when ask.group_by = 'campaign' or v_name_level is not null or ask.filters ? 'campaign_name_not' then 'campaign'
    else 'account'
  end;
  execute analytics.ask_query(
    analytics.check_metrics(ask.metrics), v_level,
    coalesce(ask.group_by, case when pg_catalog.cardinality(v_names) > 1 then v_name_level end), ask.granularity, v_exponent, ask.sort
  )
  into v_data
  using
    (ask.brand).brand_id, ask.date_from, ask.date_to, v_platforms, v_names, v_name_level, ask.filters ->> 'campaign_name_not',
    ask.threshold ->> 'operator', (ask.threshold ->> 'value')::numeric, ask."limit";
  return v_data;
end
$$;
comment on function analytics.ask(core.brands, text[], date, date, text, text, text, jsonb, jsonb, text, integer) is
  'Metrics of a brand over a range, for some platforms or names, as one row or by platform, entity or period.';

create function analytics.texts(given jsonb)
returns text[]
language sql immutable
return case pg_catalog.jsonb_typeof(texts.given)
  when 'array' then array(select pg_catalog.jsonb_array_elements_text(texts.given))
  when 'string' then array[texts.given #>> '{}']
end;
comment on function analytics.texts(jsonb) is 'One text or several, as an array.';

grant execute on function
  analytics.ask_query(text[], text, text, text, smallint, text),
  analytics.ask(core.brands, text[], date, date, text, text, text, jsonb, jsonb, text, integer),
  analytics.texts(jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
