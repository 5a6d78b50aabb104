create function analytics.breakdown_trends(
  brand core.brands, level text, rows json, metric text, granularity text, date_from date, date_to date, filters jsonb
)
returns json
language plpgsql stable
as $$
declare
  v_trends analytics.metric_rows;
begin
  v_trends := analytics.metric_rows(
    breakdown_trends.brand, array[breakdown_trends.metric], breakdown_trends.level, breakdown_trends.granularity, breakdown_trends.date_from,
    breakdown_trends.date_to,
    breakdown_trends.filters || analytics.ids_of_rows(breakdown_trends.rows), '{"{(,)}"}', "limit" => 1000000
  );
  -- The points are in the order of their dates, so that they need not be sorted by texts.
  return (
    with shown as materialized (
      select listed.value, listed.position, connector.entity_of(listed.value) as entity
      from pg_catalog.jsonb_array_elements(breakdown_trends.rows::jsonb) with ordinality as listed (value, position)
    ),
    trends as materialized (
      select
        shown.position,
        pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object('date', point.value -> 'date', 'value', point.value -> breakdown_trends.metric) order by point.position
        ) as points
      from pg_catalog.jsonb_array_elements(v_trends.data::jsonb) with ordinality as point (value, position)
      join shown on shown.entity = connector.entity_of(point.value)
      group by shown.position
    )
    select pg_catalog.json_agg(shown.value || pg_catalog.jsonb_build_object('trend', coalesce(trends.points, '[]')) order by shown.position)
    from shown
    left join trends on trends.position = shown.position
  );
end
$$;
comment on function analytics.breakdown_trends(core.brands, text, json, text, text, date, date, jsonb) is
  'Returns the rows of a page of analytics.breakdown with the trend of a metric by day or week. Periods without a report are absent.';

create function analytics.breakdown(
  brand_id text,
  date_from date,
  date_to date,
  level text default 'campaign',
  metrics text[] default '{spend,revenue,roas,cpa,conversions}',
  platform text default null,
  account_ids text[] default null,
  campaign_ids text[] default null,
  adset_ids text[] default null,
  search text default null,
  compare_to text default 'none',
  trend text default null,
  sort text default 'spend',
  "order" text default 'desc',
  "limit" integer default 50,
  page integer default 1,
  ad_ids text[] default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_metrics text[];
  v_platforms text[];
  v_filters jsonb;
  v_days record;
  v_today date;
  v_trend_granularity text;
  v_offset constant bigint := breakdown."limit"::bigint * (breakdown.page - 1);
  v_rows analytics.metric_rows;
  v_compared record;
  v_warnings jsonb[];
begin
  perform platform.require_page(breakdown."limit", breakdown.page);
  perform platform.require_choice('level', breakdown.level, array['ad_account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('compare_to', breakdown.compare_to, array['none', 'previous_period', 'previous_days', 'previous_year', 'previous_year_weekdays']);
  perform platform.require_choice('order', breakdown."order", array['desc', 'asc']);
  perform analytics.check_range(breakdown.date_from, breakdown.date_to, 'none');
  v_metrics := analytics.check_metrics(breakdown.metrics);
  perform analytics.check_metrics(array[breakdown.sort], 'sort');
  perform analytics.check_metrics(array[breakdown.trend], 'trend') where breakdown.trend is not null;

  v_brand := core.data_brand(breakdown.brand_id);
  perform analytics.ads_through(v_brand.brand_id, 'day');
  select data_status.* into strict v_status
  from analytics.data_status
  where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily';
  v_trend_granularity := case when breakdown.date_to - breakdown.date_from < 92 then 'day' else 'week' end;
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_platforms := analytics.require_platforms(v_brand.brand_id, breakdown.platform);
  v_filters := analytics.require_filters(
    v_brand.brand_id, v_platforms, breakdown.account_ids, breakdown.campaign_ids, breakdown.adset_ids, breakdown.ad_ids
  );
  v_platforms := coalesce(analytics.filtered_platforms(v_brand.brand_id, v_filters), analytics.connected_platforms(v_brand.brand_id));
  v_filters := v_filters || case
    when breakdown.search is null then '{}'
    else pg_catalog.jsonb_build_object('search', breakdown.search, 'search_level', breakdown.level)
  end;
  select * into v_days
  from analytics.completeness(v_brand, breakdown.date_from, breakdown.date_to, 'none', v_platforms, v_platforms);

  v_rows := analytics.metric_rows(
    v_brand, v_metrics, breakdown.level, 'none', breakdown.date_from, breakdown.date_to, v_filters, v_days.complete_days, v_platforms,
    breakdown."limit", v_offset, breakdown.sort, breakdown."order"
  );
  select compared.* into v_compared
  from analytics.compare_metrics(
    v_brand, v_rows, v_metrics, breakdown.level, 'none', breakdown.date_from, breakdown.date_to, v_filters, v_platforms, breakdown.compare_to
  ) as compared;

  v_warnings := analytics.measure_warnings(
    v_brand, v_metrics, 'campaign', breakdown.date_from, breakdown.date_to, v_today, 'none', v_platforms
  );

  return pg_catalog.json_build_object(
    'brand_id', breakdown.brand_id,
    'level', breakdown.level,
    'date_from', breakdown.date_from,
    'date_to', breakdown.date_to,
    'columns', 'partial'::text || analytics.level_keys(breakdown.level) || v_metrics
      || case when v_compared.base is null then '{}' else array(select 'deltas.' || metric.name from pg_catalog.unnest(v_metrics) as metric (name)) end,
    'data', coalesce(
      case
        when breakdown.trend is null or v_rows.data is null then v_compared.data
        else analytics.breakdown_trends(
          v_brand, breakdown.level, v_compared.data, breakdown.trend, v_trend_granularity, breakdown.date_from, breakdown.date_to, v_filters
        )
      end,
      '[]'
    ),
    'totals', v_rows.totals,
    'ratio_bases', case
      -- Without these warnings, every ratio is that of the totals.
      when exists (select from pg_catalog.unnest(v_warnings) as warning (value) where warning.value ->> 'reason' in ('account_never_reports_bases', 'account_reports_without_bases'))
        then analytics.ratio_bases(v_brand, v_metrics, breakdown.date_from, least(breakdown.date_to, v_today), v_filters)
    end,
    'compared', v_compared.base,
    'not_compared', v_compared.not_compared,
    'deltas', v_compared.deltas,
    'trend_granularity', case when breakdown.trend is not null then v_trend_granularity end,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > v_offset + breakdown."limit",
      'attribution_setting', v_brand.revenue_source,
      'warnings', v_warnings || v_days.warnings || analytics.platform_warnings(v_brand.brand_id, breakdown.platform) || v_compared.warnings
    )
  );
end
$$;
comment on function analytics.breakdown(
  text, date, date, text, text[], text, text[], text[], text[], text, text, text, text, text, integer, integer, text[]
) is
  'GET /v1/breakdown: one row for each ad account, campaign, ad set or ad with the metrics of the whole range, sorted by a metric. totals covers all '
  'rows. deltas compares complete days with an earlier period. Raises BADRQ for an invalid range, metric, platform or id, and NTRDY if the brand has '
  'no ad data.';
grant execute on function
  analytics.breakdown_trends(core.brands, text, json, text, text, date, date, jsonb),
  analytics.breakdown(text, date, date, text, text[], text, text[], text[], text[], text, text, text, text, text, integer, integer, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.breakdown', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
