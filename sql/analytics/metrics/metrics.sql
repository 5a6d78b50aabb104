create function analytics.check_range(date_from date, date_to date, granularity text)
returns void
language plpgsql immutable
as $$
begin
  perform platform.require_day('date_from', check_range.date_from);
  perform platform.require_day('date_to', check_range.date_to);
  if check_range.date_from > check_range.date_to then
    perform platform.fail('BADRQ', 'must_not_be_before_date_from', 'date_to');
  elsif check_range.date_to - check_range.date_from >= 1127 then
    perform platform.fail('BADRQ', 'is_too_far_after_date_from', 'date_to', pg_catalog.json_build_object('days_max', 1127));
  elsif check_range.granularity = 'hour' and check_range.date_to - check_range.date_from >= 31 then
    perform platform.fail('BADRQ', 'is_too_far_after_date_from_with_granularity_hour', 'date_to', pg_catalog.json_build_object('days_max', 31));
  end if;
end
$$;
comment on function analytics.check_range(date, date, text) is 'Raises BADRQ for a range that is incomplete, reversed or too long, with the parameter.';
grant execute on function analytics.check_range(date, date, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.check_metrics(metrics text[], field text default 'metrics')
returns text[]
language plpgsql stable
as $$
declare
  v_metrics text[];
  v_unknown text;
begin
  select
    pg_catalog.array_agg(requested.name order by requested.position),
    pg_catalog.string_agg(coalesce(requested.name, 'null'), ', ' order by requested.position) filter (where metric_definitions.name is null)
  into v_metrics, v_unknown
  from (
    select request.name, min(request.position) as position
    from pg_catalog.unnest(check_metrics.metrics) with ordinality as request (name, position)
    group by request.name
  ) as requested
  left join analytics.metric_definitions on metric_definitions.name = requested.name;
  if v_metrics is null then
    perform platform.fail('BADRQ', 'names_no_metric', check_metrics.field);
  elsif v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'contains_an_unknown_metric', check_metrics.field,
      pg_catalog.json_build_object(
        'unknown', v_unknown,
        'known', array(select metric_definitions.name from analytics.metric_definitions order by metric_definitions.position)
      )
    );
  end if;
  return v_metrics;
end
$$;
comment on function analytics.check_metrics(text[], text) is 'Returns the metric names without duplicates, in order. Raises BADRQ for unknown names, and without a name.';
grant execute on function analytics.check_metrics(text[], text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.metrics(
  brand_id text,
  date_from date,
  date_to date,
  level text default 'account',
  metrics text[] default '{spend,revenue,roas,cpa,conversions}',
  granularity text default 'day',
  platform text default null,
  campaign_ids text[] default null,
  "limit" integer default 50,
  page integer default 1,
  as_of date default null,
  account_ids text[] default null,
  adset_ids text[] default null,
  ad_ids text[] default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_kind constant text := case when metrics.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  v_before timestamptz;
  v_today date;
  v_metrics text[];
  v_platforms text[];
  v_row_platforms text[];
  v_days record;
  v_filters jsonb;
  v_offset constant bigint := metrics."limit"::bigint * (metrics.page - 1);
  v_rows analytics.metric_rows;
begin
  perform platform.require_page(metrics."limit", metrics.page);
  perform platform.require_choice('level', metrics.level, array['account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('granularity', metrics.granularity, array['hour', 'day', 'week', 'month']);
  perform analytics.check_range(metrics.date_from, metrics.date_to, metrics.granularity);
  perform platform.require_day('as_of', coalesce(metrics.as_of, metrics.date_to));
  v_metrics := analytics.check_metrics(metrics.metrics);

  v_brand := core.data_brand(metrics.brand_id);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_before := analytics.stored_before(metrics.as_of, v_brand.timezone);
  if metrics.as_of > v_today then
    perform platform.fail('BADRQ', 'must_not_be_after_today', 'as_of', pg_catalog.json_build_object('today', v_today));
  end if;
  select data_status.* into v_status from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = v_kind;
  if not found then
    perform platform.fail('NTRDY', case when metrics.granularity = 'hour' then 'no_hourly_ad_data_is_ingested' else 'no_ad_data_is_ingested' end);
  elsif v_before is not null then
    select days.first_on, days.last_on into v_status.first_on, v_status.last_on from analytics.days_as_of(v_brand.brand_id, v_kind, v_before) as days;
    if v_status.first_on is null then
      perform platform.fail(
        'NTRDY', 'nothing_was_stored_by_then',
        given => pg_catalog.json_build_object(
          'as_of', metrics.as_of, 'first_stored_on', (v_status.first_stored_at at time zone v_brand.timezone)::date
        )
      );
    end if;
  end if;
  v_platforms := analytics.require_platforms(v_brand.brand_id, metrics.platform);
  v_filters := analytics.require_filters(
    v_brand.brand_id, v_platforms, metrics.account_ids, metrics.campaign_ids, metrics.adset_ids, metrics.ad_ids
  );
  v_platforms := analytics.filtered_platforms(v_brand.brand_id, v_filters);
  v_row_platforms := case when metrics.level <> 'account' then coalesce(v_platforms, analytics.connected_platforms(v_brand.brand_id)) else '{}' end;
  if metrics.as_of is null then
    select * into v_days
    from analytics.completeness(v_brand, metrics.date_from, metrics.date_to, metrics.granularity, v_platforms, v_row_platforms);
  else
    select * into v_days
    from analytics.completeness_as_of(v_brand, metrics.date_from, metrics.date_to, metrics.granularity, v_platforms, v_row_platforms, metrics.as_of);
  end if;

  v_rows := analytics.metric_rows(
    v_brand, v_metrics, metrics.level, metrics.granularity, metrics.date_from, metrics.date_to, v_filters, v_days.complete_days, v_row_platforms,
    metrics."limit", v_offset, as_of => metrics.as_of
  );

  return pg_catalog.json_build_object(
    'brand_id', metrics.brand_id,
    'level', metrics.level,
    'granularity', metrics.granularity,
    'date_from', metrics.date_from,
    'date_to', metrics.date_to,
    'columns', array['date', 'partial'] || analytics.level_keys(metrics.level) || v_metrics,
    'data', coalesce(v_rows.data, '[]'),
    'totals', v_rows.totals,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'week_start', 'monday',
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > v_offset + metrics."limit",
      'attribution_setting', v_brand.revenue_source,
      'as_of', metrics.as_of,
      'warnings', analytics.measure_warnings(
        v_brand, v_metrics, case when v_filters = '{}' then metrics.level else 'campaign' end, metrics.date_from, metrics.date_to, v_today,
        metrics.granularity, v_platforms, metrics.as_of, v_rows.is_whole
      ) || v_days.warnings || analytics.platform_warnings(v_brand.brand_id, metrics.platform)
    )
  );
end
$$;
comment on function analytics.metrics(
  text, date, date, text, text[], text, text, text[], integer, integer, date, text[], text[], text[]
) is
  'GET /v1/metrics: one page of rows per period and entity, totals over the whole range, and warnings. Days, weeks (from Monday) and months are in '
  'the brand''s time zone. as_of: what was stored by the end of this day. Raises BADRQ for an invalid range, metric, platform, id or as_of, '
  'and NTRDY if the brand has no ad data, or had none then.';
grant execute on function analytics.metrics(
  text, date, date, text, text[], text, text, text[], integer, integer, date, text[], text[], text[]
) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.metrics', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
