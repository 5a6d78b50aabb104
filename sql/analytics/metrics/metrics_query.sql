create function analytics.level_keys(level text)
returns text[]
language sql immutable
return case level_keys.level
  when 'ad_account' then '{platform,account_id,account_name}'
  when 'campaign' then '{platform,account_id,campaign_id,campaign_name,campaign_status}'
  when 'adset' then '{platform,account_id,campaign_id,campaign_name,campaign_status,adset_id,adset_name}'
  when 'ad' then '{platform,account_id,campaign_id,campaign_name,campaign_status,adset_id,adset_name,ad_id,ad_name,creative_id}'
  else '{}'
end::text[];
comment on function analytics.level_keys(text) is
  'The columns that name the entity of a row, in their order. None at the level account, which is everything; ad_account has a row for each account.';
grant execute on function analytics.level_keys(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.entity_sums(
  columns analytics.sum_columns, level text, granularity text, filters jsonb, is_mixed boolean, stored_before timestamptz default null
)
returns text
language plpgsql stable
as $$
declare
  v_level constant text := entity_sums.level;
  -- Hours are reported by ad. The rollups do not tell which facts hold both parts of a ratio, and not what they were at an earlier time.
  v_read_level constant text := analytics.read_level(
    v_level, entity_sums.filters,
    entity_sums.granularity in ('hour', 'hours') or entity_sums.is_mixed or entity_sums.stored_before is not null
  );
  v_entity_level constant text := case v_level when 'ad_account' then 'account' else v_level end;
  v_is_above constant boolean := v_level <> 'account' and v_entity_level <> v_read_level;
  v_entity constant text := case
    when v_level = 'account' then 'null::bigint'
    when v_is_above then pg_catalog.format('coalesce(entities.%I, facts.entity_id)', v_entity_level || '_entity_id')
    else 'facts.entity_id'
  end;
  v_source text := analytics.fact_table(v_read_level, entity_sums.granularity, entity_sums.stored_before) || ' as facts';
begin
  if v_is_above then
    v_source := v_source || ' join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id';
  end if;
  v_source := v_source || ' where ' || analytics.fact_condition(v_read_level, entity_sums.granularity);
  if entity_sums.filters <> '{}' then
    v_source := v_source || ' and facts.entity_id in ('
      'select paths.entity_id from analytics.entity_paths as paths where paths.brand_id = $1 and analytics.is_meant(paths, $5))';
  end if;
  -- By day below account level, one fact is one row.
  if entity_sums.granularity = 'day' and v_entity = 'facts.entity_id' then
    return pg_catalog.format('select facts.day as bucket, facts.entity_id, %s from %s', (entity_sums.columns).of_fact, v_source);
  end if;
  return pg_catalog.format(
    'select %s as bucket, %s as entity_id, %s from %s group by 1, 2',
    analytics.fact_bucket(entity_sums.granularity), v_entity, (entity_sums.columns).of_facts, v_source
  );
end
$$;
comment on function analytics.entity_sums(analytics.sum_columns, text, text, jsonb, boolean, timestamptz) is
  'The SQL of one row per period (bucket) and entity of a level, with the sums of analytics.sum_columns. Filters: analytics.is_meant. '
  'stored_before: as in analytics.fact_table.';

create function analytics.partial_condition(level text, granularity text, stored_before timestamptz default null)
returns text
language sql stable
return case
  when partial_condition.granularity = 'hours' then 'false'
  when partial_condition.granularity = 'hour' and partial_condition.stored_before is not null then pg_catalog.format(
    'page.bucket + interval ''1 hour'' > '
    '(select analytics.hours_stored_at($1, $2::timestamp at time zone $4, ($3 + 1)::timestamp at time zone $4, %L))',
    partial_condition.stored_before
  )
  when partial_condition.granularity = 'hour' then 'page.bucket + interval ''1 hour'' > platform.now()'
  else pg_catalog.format(
    'not %s @> %s',
    case when partial_condition.level = 'account' then '($10)[1]' else '($10)[1 + pg_catalog.array_position($11, page.platform)]' end,
    case when partial_condition.granularity = 'none' then 'pg_catalog.daterange($2, $9, ''[]'')'
      else pg_catalog.format('pg_catalog.daterange(page.bucket, (page.bucket + interval %L)::date)', '1 ' || partial_condition.granularity)
    end
  )
end;
comment on function analytics.partial_condition(text, text, timestamptz) is
  'Whether a row of analytics.metrics_query is partial: the complete days of its platform, or of the account, do not contain its period. An hour is '
  'partial until it has ended, and before stored_before until facts changed after its end.';

create function analytics.check_rows(level text, granularity text, "order" text, filters jsonb)
returns void
language plpgsql immutable
as $$
begin
  perform platform.require_choice('level', check_rows.level, array['account', 'ad_account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('granularity', check_rows.granularity, array['none', 'hours', 'hour', 'day', 'week', 'month']);
  perform platform.require_choice('order', check_rows."order", array['desc', 'asc']);
  perform platform.require_object('filters', check_rows.filters, array[
    'platform', 'platform_not', 'account', 'account_id', 'campaign_id', 'campaign_name', 'campaign_name_not', 'adset_id', 'adset_name', 'adset_name_not',
    'ad_id', 'search', 'search_level'
  ]);
end
$$;
comment on function analytics.check_rows(text, text, text, jsonb) is
  'Raises BADRQ for an unknown level, granularity or order of rows of metrics, and for filters that are no object or have an unknown member.';

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
  without bigint[] default '{}',
  stored_before timestamptz default null,
  is_whole boolean default false
)
returns text
language plpgsql stable
as $$
declare
  -- Metrics of some platforms or campaigns are not of the whole account.
  v_shown_level constant text := case when metrics_query.filters = '{}' then metrics_query.level else 'campaign' end;
  v_used constant text[] := metrics_query.metrics || metrics_query.sort_by;
  v_columns constant analytics.sum_columns := analytics.sum_columns(
    v_used, metrics_query.revenue_source, metrics_query.without, is_whole => metrics_query.is_whole
  );
  v_metrics constant text[] := analytics.metric_expressions(
    metrics_query.metrics, v_shown_level, metrics_query.currency_exponent, v_columns.paired
  );
  v_sorted constant text[] := case when metrics_query.sort_by is null then '{}' else analytics.metric_expressions(
    array[metrics_query.sort_by], v_shown_level, metrics_query.currency_exponent, v_columns.paired
  ) end;
  v_first constant text := analytics.metric_order('first_metric', metrics_query."order");
  v_order constant text := case when metrics_query.sort_by is null then 'bucket, ' || v_first else v_first || ', bucket' end;
  v_keys constant text[] := analytics.level_keys(metrics_query.level);
  v_key_list constant text := coalesce(', ' || nullif(pg_catalog.array_to_string(v_keys, ', '), ''), '');
  v_date constant text := case
    when metrics_query.granularity in ('none', 'hours') then null
    when metrics_query.granularity = 'hour' then 'analytics.local_hour(bucket, $4)'
    else 'bucket'
  end;
  v_sums text;
  v_total text;
  v_page text;
  v_data text;
  v_totals text;
begin
  if (pg_catalog.cardinality(metrics_query.metrics) > 0 and pg_catalog.cardinality(v_metrics) = pg_catalog.cardinality(metrics_query.metrics)) is not true then
    perform analytics.check_metrics(metrics_query.metrics);
  elsif metrics_query.sort_by is not null and v_sorted = '{}' then
    perform analytics.check_metrics(array[metrics_query.sort_by], 'sort_by');
  end if;
  perform analytics.check_rows(metrics_query.level, metrics_query.granularity, metrics_query."order", metrics_query.filters);
  perform platform.require_choice('revenue_source', metrics_query.revenue_source, array['platform', 'store']);
  perform platform.require_number('currency_exponent', metrics_query.currency_exponent, 0, 4);
  v_sums := analytics.entity_sums(
    v_columns, metrics_query.level, metrics_query.granularity, metrics_query.filters, metrics_query.is_mixed, metrics_query.stored_before
  );
  v_total := pg_catalog.format(
    'select count(*) as total_rows, %s as total_spend from sums',
    case when 'spend_share' = any (v_used) then analytics.whole_spend(metrics_query.granularity, null, metrics_query.stored_before) else 'null::numeric' end
  );
  v_page := pg_catalog.format(
    'select units.*, total.total_spend, %s as first_metric from (select bucket, entity_id, %s from sums) as units cross join total order by %s',
    coalesce(v_sorted[1], v_metrics[1]), v_columns.in_units, v_order
  );
  -- Names are read for the rows of the page only, and order those that are equal otherwise.
  v_page := case
    when v_keys = '{}' then v_page || ' limit $7 offset $8'
    else pg_catalog.format(
      'select top.*%s from (%s fetch first ($7 + $8) rows with ties) as top'
      ' join analytics.entity_paths on entity_paths.brand_id = $1 and entity_paths.entity_id = top.entity_id order by %s%s limit $7 offset $8',
      v_key_list, v_page, v_order, v_key_list
    )
  end;
  v_data := pg_catalog.format(
    'select pg_catalog.json_agg(%s) from page',
    analytics.partial_expression(
      analytics.partial_condition(metrics_query.level, metrics_query.granularity, metrics_query.stored_before), v_date, v_keys || metrics_query.metrics, v_keys || v_metrics
    )
  );
  v_totals := pg_catalog.format(
    'select %s from (select %s from (select %s from sums) as total_sums) as units cross join total where total.total_rows > 0',
    analytics.partial_expression('not ($10)[1] @> pg_catalog.daterange($2, $9, ''[]'')', null, metrics_query.metrics, v_metrics),
    v_columns.in_units, v_columns.of_sums
  );
  return 'with sums as materialized (' || v_sums || E'),\n'
    'total as materialized (' || v_total || E'),\n'
    'page as (' || v_page || E')\n'
    'select total.total_rows, (' || v_data || E') as data,\n  (' || v_totals || E') as totals\nfrom total';
end
$$;
comment on function analytics.metrics_query(text[], text, text, smallint, text, jsonb, text, text, boolean, bigint[], timestamptz, boolean) is
  'The query of analytics.metric_rows: the number of rows, the rows of a page, and the totals of all rows. '
  'Rows are ordered by period and then by the first metric, or by sort_by and then by period. Granularity none is the whole range; hours is the whole range '
  'from reports by hour. is_mixed: days are summed from single facts; without: the entities that profit leaves out; stored_before: the facts '
  'are those of this earlier time. Parameters: $1 to $4 as in '
  'analytics.fact_condition, $5 filters, $6 with hours the time that ends the last day, $7 limit, $8 rows to skip, $9 last day of the range, '
  '$10 complete days of all and of each platform (analytics.completeness), $11 these platforms. is_whole: every fact has all bases.';
grant execute on function
  analytics.entity_sums(analytics.sum_columns, text, text, jsonb, boolean, timestamptz),
  analytics.partial_condition(text, text, timestamptz),
  analytics.check_rows(text, text, text, jsonb),
  analytics.metrics_query(text[], text, text, smallint, text, jsonb, text, text, boolean, bigint[], timestamptz, boolean)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
