create function analytics.weekdays_between(date_from date, date_to date, isodow integer)
returns integer
language sql immutable
as $$
  select count(*)::integer
  from pg_catalog.generate_series(0, weekdays_between.date_to - weekdays_between.date_from) as day (number)
  where extract(isodow from weekdays_between.date_from + day.number) = weekdays_between.isodow;
$$;
comment on function analytics.weekdays_between(date, date, integer) is 'Returns the number of days of this weekday in a range. 1 is Monday.';

create function analytics.ask_bounds(thresholds jsonb, shown_level text, currency_exponent smallint, paired text[])
returns text
language sql stable
as $$
  select coalesce(
    pg_catalog.string_agg(
      pg_catalog.format(
        case when bound.value ->> 'or_without_conversions' = 'true' then '(%1$s %2$s %3$L::numeric or conversions = 0 and spend %2$s %3$L::numeric)' else '%1$s %2$s %3$L::numeric' end,
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
comment on function analytics.ask_bounds(jsonb, text, smallint, text[]) is
  'Returns the SQL condition of thresholds on metrics. With or_without_conversions, a bound of CPA also holds for rows without a conversion whose spend alone meets it.';

create function analytics.ask_keys(group_by text)
returns text[]
language sql immutable
return case ask_keys.group_by
  when 'platform' then array['platform']
  when 'campaign' then array['platform', 'campaign_id', 'campaign_name']
  when 'adset' then array['platform', 'campaign_id', 'campaign_name', 'adset_id', 'adset_name']
  when 'ad' then array['platform', 'campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name']
  else '{}'
end;
comment on function analytics.ask_keys(text) is 'The columns that name the entity of a row, by what rows are grouped by.';

create function analytics.ask_query(
  brand core.brands, metrics text[], level text, group_by text, granularity text, shown_level text, thresholds jsonb, sort text, ranked text, is_of_named boolean,
  without bigint[]
)
returns text
language plpgsql stable
as $$
declare
  v_granularity constant text := coalesce(ask_query.granularity, 'none');
  -- Four Mondays and five Tuesdays are compared by their average: sums, and the whole that a share is of, are divided by the number of days.
  v_per constant text := case v_granularity when 'weekday' then 'analytics.weekdays_between($2, $3, date)' end;
  v_columns constant analytics.sum_columns := analytics.sum_columns(
    ask_query.metrics, (ask_query.brand).revenue_source, ask_query.without, v_per
  );
  v_keys constant text[] := analytics.ask_keys(ask_query.group_by);
  v_group constant text := pg_catalog.array_to_string('date'::text || v_keys, ', ');
  -- Rows that meet a bound of CPA without a conversion are the worst. They come before the largest CPA, by their spend.
  v_has_unconverted constant boolean := ask_query.metrics[1] = 'cpa'
    and ask_query.thresholds @> '[{"metric": "cpa", "or_without_conversions": true}]';
  v_unconverted constant text := case when v_has_unconverted then 'case when conversions = 0 then spend end' else 'null::numeric' end;
  v_worst constant text := case
    when v_has_unconverted then '%1$s ' || case ask_query.sort when 'asc' then 'asc nulls first' else 'desc nulls last' end || ', %2$s'
    else '%2$s'
  end;
  v_direction constant text := pg_catalog.format(v_worst, 'unconverted', analytics.metric_order('first_metric', ask_query.sort));
  v_order constant text := case when ask_query.ranked = 'periods' then v_direction || ', date' else 'date nulls first, ' || v_direction || ', answer::text' end;
  v_exponent smallint;
  v_metrics text[];
  v_names text[];
  v_values text[];
  v_kept text;
  v_sums text;
  v_units text;
  v_answers text;
  v_page text;
begin
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = (ask_query.brand).currency;
  v_metrics := analytics.metric_expressions(ask_query.metrics, ask_query.shown_level, v_exponent, v_columns.paired);
  v_names := case v_granularity when 'none' then v_keys when 'weekday' then 'weekday'::text || v_keys || 'days'::text else 'date'::text || v_keys end;
  v_values := case v_granularity
    when 'none' then v_keys
    when 'hour' then 'analytics.local_hour(date, $4)'::text || v_keys
    when 'weekday' then 'pg_catalog.to_char(date ''2024-01-01'' + (date - 1), ''FMDay'')'::text || v_keys || v_per
    else 'date'::text || v_keys
  end;

  v_kept := 'select paths.* from analytics.entity_paths as paths where paths.brand_id = $1 and analytics.is_meant(paths, $5)'
    || ' and (not $5 ? ''is_active'' or analytics.may_run(paths.brand_id, paths.entity_id, ' || pg_catalog.quote_nullable(ask_query.shown_level) || '))';
  v_sums := pg_catalog.format('select %s as %s, %s', analytics.fact_bucket(v_granularity), v_group, v_columns.of_facts)
    || pg_catalog.format(
      ' from %s as facts join kept as paths on paths.entity_id = facts.entity_id where %s group by %s',
      analytics.fact_table(ask_query.level, v_granularity), analytics.fact_condition(ask_query.level, v_granularity), v_group
    );
  v_units := pg_catalog.format(
    -- The whole is the spend reported by day, also for rows by hour.
    'select %s, %s, %s as total_spend from sums', v_group, v_columns.in_units, analytics.whole_spend('day', v_per)
  );
  v_answers := pg_catalog.format(
    'select %s as answer, %s as first_metric, date, pg_catalog.row_number() over (%s order by %s) as place, %s as unconverted from units where ',
    analytics.object_expression(v_names || ask_query.metrics, v_values || v_metrics),
    v_metrics[1],
    case ask_query.ranked
      when 'platform' then 'partition by platform'
      when 'campaign' then 'partition by platform, campaign_id'
      when 'adset' then 'partition by platform, campaign_id, adset_id'
      else ''
    end,
    pg_catalog.format(v_worst, v_unconverted, analytics.metric_order(v_metrics[1], ask_query.sort)),
    v_unconverted
  )
  || analytics.ask_bounds(ask_query.thresholds, ask_query.shown_level, v_exponent, v_columns.paired)
  || case when ask_query.is_of_named then pg_catalog.format(' and %I is not null', ask_query.group_by || '_id') else '' end;
  v_page := pg_catalog.format(
    'select answers.* from answers %s order by %s limit $6',
    case when ask_query.ranked in ('platform', 'campaign', 'adset') then 'where answers.place <= $7' else '' end, v_order
  );
  return 'with kept as (' || v_kept || E'),\n'
    'sums as (' || v_sums || E'),\n'
    'units as (' || v_units || E'),\n'
    'answers as (' || v_answers || E'),\n'
    'page as (' || v_page || E')\n'
    || pg_catalog.format(
      $query$
      select pg_catalog.json_build_object(
        'data', (select coalesce(pg_catalog.json_agg(page.answer order by %s), '[]') from page),
        'total_rows', (select count(*) from answers)
      )
      $query$,
      v_order
    );
end
$$;
comment on function analytics.ask_query(core.brands, text[], text, text, text, text, jsonb, text, text, boolean, bigint[]) is
  'The query of analytics.ask. ranked is periods where periods are ordered by the first metric, or the level whose entities are ranked separately. is_of_named '
  'leaves out rows above the level that rows are grouped by. Parameters: $1 to $4 as in analytics.fact_condition, $5 filters, $6 limit, $7 limit within each group.';

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
  -- Several filtered names have one row each.
  v_group_by := coalesce(
    ask.group_by,
    case
      when pg_catalog.cardinality(analytics.texts(ask.filters -> 'campaign_name')) > 1 then 'campaign'
      when pg_catalog.cardinality(analytics.texts(ask.filters -> 'adset_name')) > 1 then 'adset'
    end
  );
  v_level := analytics.read_level(
    coalesce(v_group_by, 'account'), ask.filters,
    analytics.has_mixed_reports((ask.brand).brand_id, ask.metrics, (ask.brand).revenue_source, ask.date_from, ask.date_to)
  );
  execute analytics.ask_query(
    ask.brand, analytics.check_metrics(ask.metrics), v_level, v_group_by, ask.granularity,
    analytics.shown_level(v_group_by, ask.filters), ask.thresholds, ask.sort, ask.ranked, ask.is_of_named,
    analytics.entities_without((ask.brand).brand_id, ask.metrics, (ask.brand).revenue_source)
  )
  into v_data
  using (ask.brand).brand_id, ask.date_from, ask.date_to, (ask.brand).timezone, ask.filters,
    case when ask.ranked in ('platform', 'campaign', 'adset') then 500 else ask."limit" end, ask."limit";
  return v_data;
end
$$;
comment on function analytics.ask(core.brands, text[], date, date, text, text, jsonb, jsonb, text, integer, text, boolean) is
  'Returns metrics of a brand over a range, for some platforms or names, as one row or by platform, entity or period. Returns the rows and their '
  'number without the limit.';

grant execute on function
  analytics.ask_bounds(jsonb, text, smallint, text[]),
  analytics.ask_keys(text),
  analytics.ask_query(core.brands, text[], text, text, text, text, jsonb, text, text, boolean, bigint[]),
  analytics.ask(core.brands, text[], date, date, text, text, jsonb, jsonb, text, integer, text, boolean),
  analytics.weekdays_between(date, date, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
