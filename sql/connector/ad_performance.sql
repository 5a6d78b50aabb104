create function connector.deltas(answer jsonb, base jsonb, metrics text[])
returns jsonb
language sql immutable
as $$
  select pg_catalog.jsonb_object_agg(
    metric.name,
    analytics.relative_change((deltas.answer ->> metric.name)::numeric, (deltas.base ->> metric.name)::numeric)
  )
  from pg_catalog.unnest(deltas.metrics) as metric (name);
$$;
comment on function connector.deltas(jsonb, jsonb, text[]) is
  'Relative changes of metrics as fractions, from the numbers as they are shown. Null, never 0, where one of the two is missing or the base is zero.';

create function connector.entity_of(answer json)
returns text[]
language sql immutable
return array[
  entity_of.answer ->> 'platform', entity_of.answer ->> 'account_id', entity_of.answer ->> 'campaign_id', entity_of.answer ->> 'adset_id',
  entity_of.answer ->> 'ad_id'
];
comment on function connector.entity_of(json) is 'Whom a row of performance is about.';

create function connector.row_deltas(data json, part json, base json, metrics text[])
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(
    shown.value::jsonb || pg_catalog.jsonb_build_object('deltas', connector.deltas(held.value::jsonb, compared.value::jsonb, row_deltas.metrics))
    order by shown.position
  )
  from pg_catalog.json_array_elements(row_deltas.data) with ordinality as shown (value, position)
  left join pg_catalog.json_array_elements(row_deltas.part) as held (value) on connector.entity_of(held.value) = connector.entity_of(shown.value)
  left join pg_catalog.json_array_elements(row_deltas.base) as compared (value) on connector.entity_of(compared.value) = connector.entity_of(shown.value);
$$;
comment on function connector.row_deltas(json, json, json, text[]) is
  'Rows of a whole range, each with the change of its comparable part against the same entity in the compared days.';

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
  v_exponent smallint;
  v_is_whole constant boolean := ad_performance.granularity = 'none';
  v_days record;
  v_row_platforms text[];
  v_today date;
  v_through date;
  v_place bigint;
  v_total bigint;
  v_query text;
  v_used constant text[] := v_metrics || ad_performance.sort_by;
  v_without bigint[];
  v_data json;
  v_totals json;
  v_compared record;
  v_compared_filters jsonb;
  v_unused bigint;
  v_rows_max integer;
  v_part json;
  v_part_totals json;
  v_base json;
  v_base_totals json;
begin
  perform analytics.check_range(ad_performance.date_from, ad_performance.date_to, ad_performance.granularity);
  perform analytics.check_metrics(array[ad_performance.sort_by]) where ad_performance.sort_by is not null;
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(ad_performance.brand_id);
  perform analytics.ads_through(v_brand.brand_id, ad_performance.granularity);
  select data_status.* into strict v_status
  from analytics.data_status
  where data_status.brand_id = v_brand.brand_id
    and data_status.kind = case when ad_performance.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end;
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
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
  v_through := least(ad_performance.date_to, v_today);
  v_row_platforms := case when ad_performance.level <> 'account' then coalesce(v_platforms, analytics.connected_platforms(v_brand.brand_id)) else '{}' end;
  select * into v_days
  from analytics.completeness(v_brand, ad_performance.date_from, ad_performance.date_to, ad_performance.granularity, v_platforms, v_row_platforms);

  v_without := analytics.entities_without(v_brand.brand_id, v_used, v_brand.revenue_source);
  v_query := analytics.metrics_query(
    v_metrics, ad_performance.level, ad_performance.granularity, v_exponent, v_brand.revenue_source, v_filters, ad_performance.sort_by,
    ad_performance."order",
    ad_performance.granularity <> 'hour'
      and analytics.has_mixed_reports(v_brand.brand_id, v_used, v_brand.revenue_source, ad_performance.date_from, v_through),
    v_without
  );
  execute v_query into v_total, v_data, v_totals
  using
    v_brand.brand_id, ad_performance.date_from, v_through, v_brand.timezone, ad_performance."limit", v_days.complete_days, ad_performance.date_to, v_filters, v_place,
    null::time, v_row_platforms;

  select days.* into v_compared
  from connector.comparison(
    v_brand, ad_performance.compare_to, ad_performance.date_from, ad_performance.date_to, v_platforms
  ) as days;
  if v_compared.first_on is not null then
    v_rows_max := case when v_is_whole then 1000000 else 0 end;
    v_compared_filters := v_filters || case when v_compared.accounts is null then '{}' else pg_catalog.jsonb_build_object('account', v_compared.accounts) end;
    v_query := analytics.metrics_query(
      v_metrics, ad_performance.level, case when v_compared.until is null then 'none' else 'hours' end, v_exponent, v_brand.revenue_source, v_compared_filters,
      is_mixed => v_compared.until is null
        and analytics.has_mixed_reports(v_brand.brand_id, v_metrics, v_brand.revenue_source, v_compared.base_first_on, v_compared.last_on),
      without => v_without
    );
    -- The comparable part of the answer, unless that is all of it.
    if v_compared.until is null and v_compared.first_on = ad_performance.date_from and v_compared.last_on = v_through and not v_is_whole then
      v_part_totals := v_totals;
    else
      execute v_query into v_unused, v_part, v_part_totals
      using
        v_brand.brand_id, v_compared.first_on, v_compared.last_on, v_brand.timezone, v_rows_max, '{"{(,)}"}'::datemultirange[], v_compared.last_on,
        v_compared_filters, 0, v_compared.until, '{}'::text[];
    end if;
    execute v_query into v_unused, v_base, v_base_totals
    using
      v_brand.brand_id, v_compared.base_first_on, v_compared.base_last_on, v_brand.timezone, v_rows_max,
      array[
        case when v_compared.until is null
          then analytics.complete_days(v_brand.brand_id, v_compared.base_first_on, v_compared.base_last_on, v_platforms)
          else '{(,)}'
        end
      ],
      v_compared.base_last_on, v_compared_filters, 0, v_compared.until, '{}'::text[];
  end if;

  return pg_catalog.json_build_object(
    'brand_id', ad_performance.brand_id,
    'level', ad_performance.level,
    'granularity', ad_performance.granularity,
    'date_from', ad_performance.date_from,
    'date_to', ad_performance.date_to,
    'data', coalesce(
      case when v_is_whole and v_compared.first_on is not null then connector.row_deltas(v_data, v_part, v_base, v_metrics) else v_data end, '[]'
    ),
    'totals', v_totals,
    'compared', case when v_compared.first_on is not null
      then pg_catalog.json_build_object(
        'date_from', v_compared.base_first_on,
        'date_to', v_compared.base_last_on,
        'until', pg_catalog.to_char(v_compared.until, 'HH24:MI'),
        'totals', v_base_totals,
        'of', pg_catalog.json_build_object(
          'date_from', v_compared.first_on, 'date_to', v_compared.last_on, 'totals', v_part_totals
        )
      )
    end,
    'deltas', case when v_compared.first_on is not null then connector.deltas(v_part_totals::jsonb, v_base_totals::jsonb, v_metrics) end,
    'next_cursor', case when v_place + ad_performance."limit" < v_total
      then connector.write_place(v_list, v_status.updated_at || v_brand.revenue_source, v_place + ad_performance."limit")
    end,
    'total', v_total,
    'truncated', v_place + ad_performance."limit" < v_total,
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
  'get_ad_performance: what GET /v1/metrics answers, also of some platforms or campaigns, as a whole, sorted, beside an earlier period, and page by page. '
  'totals and deltas are of the whole range whatever the page, deltas of its complete days. Raises BADRQ for a bad range, metric, platform or campaign, '
  'NTRDY when nothing was ever ingested.';
grant execute on function
  connector.deltas(jsonb, jsonb, text[]),
  connector.entity_of(json),
  connector.row_deltas(json, json, json, text[]),
  connector.ad_performance(text, date, date, text, text[], text, text, text[], text, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.ad_performance', 'read:marketing', may_lag => true);
