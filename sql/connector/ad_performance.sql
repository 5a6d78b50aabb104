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
  'Returns the relative changes of metrics as fractions, calculated from the displayed numbers. Null, never 0, if a number is missing or the base is '
  'zero.';

create function connector.entity_of(answer json)
returns text[]
language sql immutable
return array[
  entity_of.answer ->> 'platform', entity_of.answer ->> 'account_id', entity_of.answer ->> 'campaign_id', entity_of.answer ->> 'adset_id',
  entity_of.answer ->> 'ad_id'
];
comment on function connector.entity_of(json) is 'Returns the identity of a performance row: platform and ids of account, campaign, ad set and ad.';

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
  'Returns the rows of a whole range with their deltas. A delta compares the comparable part of a row with the same entity in the compared days.';

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
  v_is_whole constant boolean := ad_performance.granularity = 'none';
  v_days record;
  v_row_platforms text[];
  v_today date;
  v_through date;
  v_place bigint;
  v_rows analytics.metric_rows;
  v_compared record;
  v_compared_filters jsonb;
  v_rows_max integer;
  v_compared_granularity text;
  v_part analytics.metric_rows;
  v_base analytics.metric_rows;
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
  v_through := least(ad_performance.date_to, v_today);
  v_row_platforms := case when ad_performance.level <> 'account' then coalesce(v_platforms, analytics.connected_platforms(v_brand.brand_id)) else '{}' end;
  select * into v_days
  from analytics.completeness(v_brand, ad_performance.date_from, ad_performance.date_to, ad_performance.granularity, v_platforms, v_row_platforms);

  v_rows := analytics.metric_rows(
    v_brand, v_metrics, ad_performance.level, ad_performance.granularity, ad_performance.date_from, ad_performance.date_to, v_filters,
    v_days.complete_days, v_row_platforms, ad_performance."limit", v_place, ad_performance.sort_by, ad_performance."order"
  );

  select days.* into v_compared
  from connector.comparison(
    v_brand, ad_performance.compare_to, ad_performance.date_from, ad_performance.date_to, v_platforms
  ) as days;
  if v_compared.first_on is not null then
    v_compared_filters := v_filters || case when v_compared.accounts is null then '{}' else pg_catalog.jsonb_build_object('account', v_compared.accounts) end;
    v_compared_granularity := case when v_compared.until is null then 'none' else 'hours' end;
    v_rows_max := case when v_is_whole then 1000000 else 0 end;
    -- Calculates the comparable part of the range, unless that is the whole range.
    if v_compared.until is null and v_compared.first_on = ad_performance.date_from and v_compared.last_on = v_through and not v_is_whole then
      v_part := v_rows;
    else
      v_part := analytics.metric_rows(
        v_brand, v_metrics, ad_performance.level, v_compared_granularity, v_compared.first_on, v_compared.last_on, v_compared_filters, '{"{(,)}"}',
        "limit" => v_rows_max, until => v_compared.until
      );
    end if;
    v_base := analytics.metric_rows(
      v_brand, v_metrics, ad_performance.level, v_compared_granularity, v_compared.base_first_on, v_compared.base_last_on, v_compared_filters,
      array[
        case when v_compared.until is null
          then analytics.complete_days(v_brand.brand_id, v_compared.base_first_on, v_compared.base_last_on, v_platforms)
          else '{(,)}'
        end
      ],
      "limit" => v_rows_max, until => v_compared.until
    );
  end if;

  return pg_catalog.json_build_object(
    'brand_id', ad_performance.brand_id,
    'level', ad_performance.level,
    'granularity', ad_performance.granularity,
    'date_from', ad_performance.date_from,
    'date_to', ad_performance.date_to,
    'data', coalesce(
      case when v_is_whole and v_compared.first_on is not null then connector.row_deltas(v_rows.data, v_part.data, v_base.data, v_metrics) else v_rows.data end, '[]'
    ),
    'totals', v_rows.totals,
    'compared', case when v_compared.first_on is not null
      then pg_catalog.json_build_object(
        'date_from', v_compared.base_first_on,
        'date_to', v_compared.base_last_on,
        'until', pg_catalog.to_char(v_compared.until, 'HH24:MI'),
        'totals', v_base.totals,
        'of', pg_catalog.json_build_object(
          'date_from', v_compared.first_on, 'date_to', v_compared.last_on, 'totals', v_part.totals
        )
      )
    end,
    'deltas', case when v_compared.first_on is not null then connector.deltas(v_part.totals::jsonb, v_base.totals::jsonb, v_metrics) end,
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
  connector.deltas(jsonb, jsonb, text[]),
  connector.entity_of(json),
  connector.row_deltas(json, json, json, text[]),
  connector.ad_performance(text, date, date, text, text[], text, text, text[], text, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.ad_performance', 'read:marketing', may_lag => true);
