create function analytics.local_hour(hour timestamptz, timezone text)
returns text
language sql stable
as $$
  select
    pg_catalog.to_char(local.at, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when local.offset_minutes < 0 then '-' else '+' end
    || pg_catalog.to_char(pg_catalog.make_interval(mins => pg_catalog.abs(local.offset_minutes)), 'HH24:MI')
  from (
    select
      local_hour.hour at time zone local_hour.timezone as at,
      (extract(epoch from (local_hour.hour at time zone local_hour.timezone) - (local_hour.hour at time zone 'UTC')) / 60)::integer
        as offset_minutes
  ) as local;
$$;
comment on function analytics.local_hour(timestamptz, text) is 'RFC 3339 with the zone''s own offset: 2026-10-25T02:00:00+01:00.';
grant execute on function analytics.local_hour(timestamptz, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.level_keys(level text)
returns text[]
language sql immutable
as $$
  select coalesce(pg_catalog.array_agg(key.name order by key.position), '{}')
  from (
    values
      (1, 'platform', '{campaign,adset,ad}'),
      (2, 'account_id', '{campaign,adset,ad}'),
      (3, 'campaign_id', '{campaign,adset,ad}'),
      (4, 'campaign_name', '{campaign,adset,ad}'),
      (5, 'campaign_status', '{campaign,adset,ad}'),
      (6, 'adset_id', '{adset,ad}'),
      (7, 'adset_name', '{adset,ad}'),
      (8, 'ad_id', '{ad}'),
      (9, 'ad_name', '{ad}'),
      (10, 'creative_id', '{ad}')
  ) as key (position, name, levels)
  where level_keys.level = any (key.levels::text[]);
$$;
comment on function analytics.level_keys(text) is 'The columns that name whom a row of a level is about, in their order; none of an account.';
grant execute on function analytics.level_keys(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.metrics_query(
  metrics text[],
  level text,
  granularity text,
  currency_exponent smallint,
  revenue_source text,
  filters jsonb default '{}',
  sort_by text default null,
  "order" text default 'desc',
  is_mixed boolean default false,
  without bigint[] default '{}'
)
returns text
language plpgsql stable
as $$
declare
  v_is_filtered constant boolean := metrics_query.filters <> '{}';
  -- What is of some platforms or campaigns only is not of the whole account.
  v_shown_level constant text := case when v_is_filtered then 'campaign' else metrics_query.level end;
  v_read_level constant text := case when metrics_query.is_mixed then 'ad' when metrics_query.level = 'account' and metrics_query.filters ? 'campaign_id' then 'campaign' else metrics_query.level end;
  v_order text;
  v_whole text;
  v_sums text;
  v_total_sums text;
  v_units text;
  v_first_metric text;
  v_expressions text[];
  v_keys text[];
  v_key_columns text;
  v_entity text;
  v_source text;
  v_bucket text;
  v_date text;
  v_is_partial text;
  v_range text;
  v_complete text;
  -- By day below account level the rows to read are the rows to answer.
  v_is_summed constant boolean := metrics_query.level = 'account' or metrics_query.granularity <> 'day' or metrics_query.is_mixed and metrics_query.level <> 'ad';
  v_used constant text[] := metrics_query.metrics || metrics_query.sort_by;
  v_paired text[];
begin
  select
    pg_catalog.string_agg(
      pg_catalog.format(
        case
          when not v_is_summed then 'facts.%2$I as %1$I'
          when base.name = 'reach' then 'case when count(*) = 1 then max(facts.%2$I) end as %1$I'
          else 'sum(facts.%2$I) as %1$I'
        end,
        base.name,
        case when base.name = 'revenue' and metrics_query.revenue_source = 'store' then 'store_revenue_micros' else base.source_column end
      ),
      ', '
    ),
    pg_catalog.string_agg(
      pg_catalog.format(
        case when base.name = 'reach' then 'case when count(*) = 1 then max(%1$I) end as %1$I' else 'sum(%1$I) as %1$I' end, base.name
      ),
      ', '
    ),
    pg_catalog.string_agg(
      pg_catalog.format(case when base.source_column like '%\_micros' then '%1$I * 0.000001 as %1$I' else '%1$I::numeric as %1$I' end, base.name), ', '
    )
  into v_sums, v_total_sums, v_units
  from analytics.metric_definitions as base
  where base.source_column is not null
    and (
      base.name = 'spend'
      or exists (
        select from analytics.metric_definitions as metric
        where metric.name = any (v_used) and base.name = any (metric.bases)
      )
    );

  select
    v_sums || coalesce(
      pg_catalog.string_agg(
        pg_catalog.format(
          case when v_is_summed then ', sum(facts.%1$I) filter (where %2$s) as %3$I' else ', case when %2$s then facts.%1$I end as %3$I' end,
          pair.source_column, pair.condition, pair.name
        ),
        ''
      ),
      ''
    ),
    v_total_sums || coalesce(pg_catalog.string_agg(pg_catalog.format(', sum(%1$I) as %1$I', pair.name), ''), ''),
    v_units || coalesce(
      pg_catalog.string_agg(
        pg_catalog.format(case when pair.source_column like '%\_micros' then ', %1$I * 0.000001 as %1$I' else ', %1$I::numeric as %1$I' end, pair.name), ''
      ),
      ''
    ),
    coalesce(pg_catalog.array_agg(distinct pair.metric), '{}')
  into v_sums, v_total_sums, v_units, v_paired
  from analytics.paired_sums(v_used, metrics_query.revenue_source, metrics_query.without) as pair;

  select
    pg_catalog.array_agg(
      analytics.metric_expression(metric_definitions, v_shown_level, metrics_query.currency_exponent, v_paired) order by requested.position
    )
  into v_expressions
  from pg_catalog.unnest(metrics_query.metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions on metric_definitions.name = requested.name;
  v_first_metric := coalesce(
    (
      select analytics.metric_expression(metric_definitions, v_shown_level, metrics_query.currency_exponent, v_paired)
      from analytics.metric_definitions
      where metric_definitions.name = metrics_query.sort_by
    ),
    v_expressions[1]
  );
  v_order := pg_catalog.format(
    case when metrics_query.sort_by is null then 'bucket, first_metric %s nulls last' else 'first_metric %s nulls last, bucket' end,
    case metrics_query."order" when 'asc' then 'asc' else 'desc' end
  );

  v_keys := analytics.level_keys(metrics_query.level);
  v_key_columns := nullif(pg_catalog.array_to_string(v_keys, ', '), '');

  v_range := 'not ($6)[1] @> pg_catalog.daterange($2, $7, ''[]'')';
  v_complete := case when metrics_query.level = 'account' then '($6)[1]' else '($6)[1 + pg_catalog.array_position($11, page.platform)]' end;
  if metrics_query.granularity in ('hour', 'hours') then
    -- An account in a zone that is half an hour off has its hours begin within the brand's.
    v_bucket := case metrics_query.granularity when 'hours' then 'null::timestamptz'
      else 'facts.hour - pg_catalog.make_interval(mins => extract(minute from facts.hour at time zone $4)::integer)'
    end;
    v_date := 'analytics.local_hour(bucket, $4)';
    v_is_partial := case metrics_query.granularity when 'hours' then 'false' else 'page.bucket + interval ''1 hour'' > platform.now()' end;
    v_entity := case metrics_query.level
      when 'account' then 'null::bigint'
      when 'campaign' then 'coalesce(entities.campaign_entity_id, facts.entity_id)'
      when 'adset' then 'coalesce(entities.adset_entity_id, facts.entity_id)'
      else 'facts.entity_id'
    end;
    v_source := 'analytics.facts_hourly as facts'
      ' join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id'
      ' where facts.brand_id = $1'
      ' and facts.hour >= $2::timestamp at time zone $4 and facts.hour < ' || case metrics_query.granularity
        when 'hours' then '($3 + $10) at time zone $4'
        else '($3 + 1)::timestamp at time zone $4'
      end;
  else
    v_bucket := case metrics_query.granularity when 'day' then 'facts.day' when 'none' then 'null::date'
      else pg_catalog.format('pg_catalog.date_trunc(%L, facts.day::timestamp)::date', metrics_query.granularity)
    end;
    v_date := 'bucket';
    v_is_partial := case when metrics_query.granularity = 'none' then pg_catalog.format('not %s @> pg_catalog.daterange($2, $7, ''[]'')', v_complete)
      else pg_catalog.format('not %s @> pg_catalog.daterange(page.bucket, (page.bucket + interval %L)::date)', v_complete, '1 ' || metrics_query.granularity)
    end;
    v_entity := case
      when metrics_query.level = 'account' then 'null::bigint'
      when metrics_query.is_mixed and metrics_query.level <> 'ad' then pg_catalog.format('coalesce(entities.%I, facts.entity_id)', metrics_query.level || '_entity_id')
      else 'facts.entity_id'
    end;
    v_source := case
      when metrics_query.is_mixed then 'analytics.facts_daily as facts'
        ' join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id where'
      when v_read_level = 'ad' then 'analytics.facts_daily as facts where'
      else pg_catalog.format('analytics.rollups_daily as facts where facts.level = %L and', v_read_level)
    end || ' facts.brand_id = $1 and facts.day between $2 and $3';
  end if;
  if 'spend_share' = any (v_used) then
    -- A share is of all spend of the brand, whatever is filtered or not reported at this level.
    v_whole := '(select sum(facts.spend_micros) from ' || case
      when metrics_query.granularity in ('hour', 'hours') then v_source
      else 'analytics.rollups_daily as facts where facts.level = ''account'' and facts.brand_id = $1 and facts.day between $2 and $3'
    end || ')';
  end if;
  if v_is_filtered then
    v_source := v_source || ' and facts.entity_id in ('
      'select paths.entity_id from analytics.entity_paths as paths where paths.brand_id = $1 and analytics.is_meant(paths, $8))';
  end if;

  return pg_catalog.format(
    $query$
with sums as materialized (
  select %1$s as bucket, %2$s as entity_id, %3$s
  from %4$s%15$s
),
total as materialized (
  select count(*) as total_rows, %16$s * 0.000001 as total_spend from sums
),
top as (
  select units.*, total.total_spend, %5$s as first_metric
  from (select bucket, entity_id, %8$s from sums) as units
  cross join total
  order by %17$s
  fetch first ($5 + $9) rows with ties
),
page as (
  select top.*%7$s
  from top
  %9$s
  order by %17$s%10$s
  limit $5 offset $9
)
select
  (select total_rows from total) as total_rows,
  (
    select pg_catalog.json_agg(
      case when %6$s
        then %11$s
        else %12$s
      end
    )
    from page
  ) as data,
  (
    select case when %18$s then %19$s else %13$s end
    from (select %8$s from (select %14$s from sums) as total_sums) as units
    cross join total
    where total.total_rows > 0
  ) as totals
    $query$,
    v_bucket, v_entity, v_sums, v_source,
    v_first_metric, v_is_partial,
    coalesce(', ' || v_key_columns, ''),
    v_units,
    case when v_keys = '{}' then ''
      else 'join analytics.entity_paths on entity_paths.brand_id = $1 and entity_paths.entity_id = top.entity_id'
    end,
    coalesce(', ' || v_key_columns, ''),
    case when metrics_query.granularity in ('none', 'hours')
      then analytics.object_expression(array['partial'] || v_keys || metrics_query.metrics, array['true'] || v_keys || v_expressions)
      else analytics.object_expression(array['date', 'partial'] || v_keys || metrics_query.metrics, array[v_date, 'true'] || v_keys || v_expressions)
    end,
    case when metrics_query.granularity in ('none', 'hours')
      then analytics.object_expression(v_keys || metrics_query.metrics, v_keys || v_expressions)
      else analytics.object_expression(array['date'] || v_keys || metrics_query.metrics, array[v_date] || v_keys || v_expressions)
    end,
    analytics.object_expression(metrics_query.metrics, v_expressions),
    v_total_sums,
    case when v_is_summed then E'\n  group by 1, 2' else '' end,
    coalesce(v_whole, 'sum(spend)'),
    v_order,
    v_range,
    analytics.object_expression(array['partial'] || metrics_query.metrics, array['true'] || v_expressions)
  );
end
$$;
comment on function analytics.metrics_query(text[], text, text, smallint, text, jsonb, text, text, boolean, bigint[]) is
  'The query behind analytics.metrics, built from the metric catalog: sums of the base metrics asked for, then the first rows and the totals. '
  'Rows are by period, and within it by the first metric, unless sort_by names one; granularity none is the whole range, hours the same from reports by hour. '
  'Rows and totals that the complete days do not cover have partial: true. '
  'is_mixed: days are summed from the facts, because the rollups do not tell which of them hold both parts of a ratio; without: entities that profit leaves out. '
  'Parameters: brand, first and last day to read, zone, limit, complete days of the answer and of each platform (analytics.complete_days_by_row), last day asked for, '
  'filters as of analytics.is_meant, rows to pass over, with hours the time of the last day to read before, and the platforms.';
grant execute on function analytics.metrics_query(text[], text, text, smallint, text, jsonb, text, text, boolean, bigint[]) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
