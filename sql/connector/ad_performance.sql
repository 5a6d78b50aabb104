create function connector.ad_performance(
  brand_id text,
  date_from date,
  date_to date,
  level text default 'account',
  metrics text[] default '{spend,revenue,roas,cpa,conversions}',
  granularity text default 'day',
  platform text default null,
  campaign_ids text[] default null,
  compare_to text default 'none',
  sort_by text default null,
  "order" text default 'desc',
  "limit" integer default 50,
  cursor text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_status analytics.data_status;
  v_metrics constant text[] := analytics.check_metrics(ad_performance.metrics);
  v_platforms text[];
  v_filters jsonb;
  v_list jsonb;
  v_days record;
  v_row_platforms text[];
  v_today date;
  v_place bigint;
  v_rows analytics.metric_rows;
  v_compared record;
begin
  perform platform.require_page(ad_performance."limit");
  perform platform.require_choice('level', ad_performance.level, array['account', 'campaign', 'adset', 'ad']);
  perform platform.require_choice('granularity', ad_performance.granularity, array['hour', 'day', 'week', 'month', 'none']);
  perform platform.require_choice('compare_to', ad_performance.compare_to, array['none', 'previous_period', 'previous_year']);
  perform platform.require_choice('order', ad_performance."order", array['desc', 'asc']);
  perform analytics.check_range(ad_performance.date_from, ad_performance.date_to, ad_performance.granularity);
  perform analytics.check_metrics(array[ad_performance.sort_by], 'sort_by') where ad_performance.sort_by is not null;
  v_brand := core.data_brand(ad_performance.brand_id);
  perform analytics.ads_through(v_brand.brand_id, ad_performance.granularity);
  select data_status.* into strict v_status
  from analytics.data_status
  where data_status.brand_id = v_brand.brand_id
    and data_status.kind = case when ad_performance.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  v_platforms := analytics.require_platforms(v_brand.brand_id, ad_performance.platform);
  v_filters := analytics.entity_filters(
    v_platforms, analytics.require_campaigns(v_brand.brand_id, ad_performance.campaign_ids, v_platforms)
  );
  v_platforms := analytics.filtered_platforms(v_brand.brand_id, v_filters);
  v_list := pg_catalog.jsonb_build_array(
    'ad_performance', ad_performance.brand_id, ad_performance.date_from, ad_performance.date_to, ad_performance.level, v_metrics,
    ad_performance.granularity, v_filters, ad_performance.sort_by, ad_performance."order"
  );
  v_place := connector.read_place(ad_performance.cursor, v_list, v_status.updated_at || v_brand.revenue_source);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_row_platforms := case when ad_performance.level <> 'account' then coalesce(v_platforms, analytics.connected_platforms(v_brand.brand_id)) else '{}' end;
  select * into v_days
  from analytics.completeness(v_brand, ad_performance.date_from, ad_performance.date_to, ad_performance.granularity, v_platforms, v_row_platforms);

  v_rows := analytics.metric_rows(
    v_brand, v_metrics, ad_performance.level, ad_performance.granularity, ad_performance.date_from, ad_performance.date_to, v_filters,
    v_days.complete_days, v_row_platforms, ad_performance."limit", v_place, ad_performance.sort_by, ad_performance."order"
  );

  select compared.* into v_compared
  from analytics.compare_metrics(
    v_brand, v_rows, v_metrics, ad_performance.level, ad_performance.granularity, ad_performance.date_from, ad_performance.date_to, v_filters, v_platforms,
    ad_performance.compare_to
  ) as compared;

  return pg_catalog.json_build_object(
    'brand_id', ad_performance.brand_id,
    'level', ad_performance.level,
    'granularity', ad_performance.granularity,
    'date_from', ad_performance.date_from,
    'date_to', ad_performance.date_to,
    'data', coalesce(v_compared.data, '[]'),
    'totals', v_rows.totals,
    'compared', v_compared.base,
    'deltas', v_compared.deltas,
    'next_cursor', case when v_place + ad_performance."limit" < v_rows.total_rows
      then connector.write_place(v_list, v_status.updated_at || v_brand.revenue_source, v_place + ad_performance."limit")
    end,
    'total', v_rows.total_rows,
    'truncated', v_place + ad_performance."limit" < v_rows.total_rows,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'week_start', 'monday',
      'data_through', v_status.last_on,
      'ready_from', v_status.first_on,
      'attribution_setting', v_brand.revenue_source,
      'warnings', analytics.measure_warnings(
        v_brand, v_metrics, case when v_filters = '{}' then ad_performance.level else 'campaign' end, ad_performance.date_from, ad_performance.date_to,
        v_today, ad_performance.granularity, v_platforms
      ) || v_days.warnings || analytics.platform_warnings(v_brand.brand_id, ad_performance.platform) || v_compared.warnings
    )
  );
end
$$;
comment on function connector.ad_performance(
  text, date, date, text, text[], text, text, text[], text, text, text, integer, text
) is
  'get_ad_performance: returns metrics like GET /v1/metrics. Adds filters by platform and campaign, granularity none, sorting, comparison with an '
  'earlier period, and pages. totals and deltas cover the whole range, not only the page. deltas compare complete days, or the reported hours of '
  'today. Raises BADRQ for an invalid range, metric, platform or campaign, and NTRDY if no ad data was ever imported.';
grant execute on function
  connector.ad_performance(text, date, date, text, text[], text, text, text[], text, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.ad_performance', 'read:marketing', may_lag => true);
