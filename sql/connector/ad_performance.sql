create function connector.compared_days(compare_to text, date_from date, date_to date, out first_on date, out last_on date)
language sql immutable
as $$
  select
    case compared_days.compare_to
      when 'previous_period' then compared_days.date_from - (compared_days.date_to - compared_days.date_from + 1)
      when 'previous_year' then (compared_days.date_from - interval '1 year')::date
    end,
    case compared_days.compare_to
      when 'previous_period' then compared_days.date_from - 1
      when 'previous_year' then (compared_days.date_to - interval '1 year')::date
    end
  where compared_days.date_from <= compared_days.date_to;
$$;
comment on function connector.compared_days(text, date, date) is
  'The as many days just before a range, or its dates a year earlier (29 February is compared with 28 February). Null where there is nothing to compare.';

create function connector.deltas(answer jsonb, base jsonb, metrics text[])
returns jsonb
language sql immutable
as $$
  select pg_catalog.jsonb_object_agg(
    metric.name,
    pg_catalog.trim_scale(
      pg_catalog.round(
        ((deltas.answer ->> metric.name)::numeric - (deltas.base ->> metric.name)::numeric)
        / nullif(pg_catalog.abs((deltas.base ->> metric.name)::numeric), 0),
        6
      )
    )
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

create function connector.row_deltas(data json, base json, metrics text[])
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(
    shown.value::jsonb || pg_catalog.jsonb_build_object('deltas', connector.deltas(shown.value::jsonb, held.value::jsonb, row_deltas.metrics))
    order by shown.position
  )
  from pg_catalog.json_array_elements(row_deltas.data) with ordinality as shown (value, position)
  left join pg_catalog.json_array_elements(row_deltas.base) as held (value) on connector.entity_of(held.value) = connector.entity_of(shown.value);
$$;
comment on function connector.row_deltas(json, json, text[]) is 'Rows of a whole range, each with its change against the same entity in the compared one.';

create function connector.performance_warnings(
  brand core.brands, metrics text[], shown_level text, date_from date, date_to date, granularity text, campaign_ids text[], compared_from date,
  compared_to date
)
returns text[]
language sql stable
as $$
  select analytics.metric_warnings(
    performance_warnings.brand, performance_warnings.metrics, performance_warnings.shown_level, performance_warnings.date_from,
    performance_warnings.date_to, (platform.now() at time zone (performance_warnings.brand).timezone)::date, performance_warnings.granularity
  ) || array(
    select pg_catalog.format('No campaign has the id %s.', asked.id)
    from pg_catalog.unnest(performance_warnings.campaign_ids) as asked (id)
    where not exists (
      select from analytics.entities
      where entities.brand_id = (performance_warnings.brand).brand_id and entities.level = 'campaign' and entities.external_id = asked.id
    )
    union all
    select pg_catalog.format('Compared are %s to %s, but data begins on %s.', performance_warnings.compared_from, performance_warnings.compared_to, data_status.first_on)
    from analytics.data_status
    where data_status.brand_id = (performance_warnings.brand).brand_id
      and data_status.kind = case when performance_warnings.granularity = 'hour' then 'ads_hourly' else 'ads_daily' end
      and performance_warnings.compared_from < data_status.first_on
  );
$$;
comment on function connector.performance_warnings(core.brands, text[], text, date, date, text, text[], date, date) is
  'What GET /v1/metrics warns of, campaigns that nobody knows, and a comparison with days before the first.';

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
  v_filters constant jsonb := pg_catalog.jsonb_strip_nulls(
    pg_catalog.jsonb_build_object('platform', pg_catalog.lower(ad_performance.platform), 'campaign_id', ad_performance.campaign_ids)
  );
  v_list constant jsonb := pg_catalog.jsonb_build_array(
    'ad_performance', ad_performance.brand_id, ad_performance.date_from, ad_performance.date_to, ad_performance.level, v_metrics,
    ad_performance.granularity, v_filters, ad_performance.sort_by, ad_performance."order"
  );
  v_is_whole constant boolean := ad_performance.granularity = 'none';
  v_today date;
  v_through date;
  v_place bigint;
  v_total bigint;
  v_query text;
  v_data json;
  v_totals json;
  v_compared record;
  v_base_total bigint;
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
  v_place := connector.read_place(ad_performance.cursor, v_list, v_status.updated_at || v_brand.revenue_source);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_through := least(ad_performance.date_to, v_today);

  v_query := analytics.metrics_query(
    v_metrics, ad_performance.level, ad_performance.granularity,
    (select currencies.exponent from core.currencies where currencies.currency = v_brand.currency),
    v_brand.revenue_source, v_filters, ad_performance.sort_by, ad_performance."order"
  );
  execute v_query into v_total, v_data, v_totals
  using
    v_brand.brand_id, ad_performance.date_from, v_through, v_brand.timezone, ad_performance."limit", ad_performance.date_to, v_today, v_filters, v_place;

  -- What has not begun, or was not reported yet, is compared with nothing: five days of a month with five, not with thirty.
  select days.* into v_compared from connector.compared_days(ad_performance.compare_to, ad_performance.date_from, least(v_through, v_status.last_on)) as days;
  if v_compared.first_on is not null then
    execute v_query into v_base_total, v_base, v_base_totals
    using
      v_brand.brand_id, v_compared.first_on, v_compared.last_on, v_brand.timezone, case when v_is_whole then 1000000 else 0 end,
      v_compared.last_on, v_today, v_filters, 0;
  end if;

  return pg_catalog.json_build_object(
    'brand_id', ad_performance.brand_id,
    'level', ad_performance.level,
    'granularity', ad_performance.granularity,
    'date_from', ad_performance.date_from,
    'date_to', ad_performance.date_to,
    'data', coalesce(
      case when v_is_whole and v_compared.first_on is not null then connector.row_deltas(v_data, v_base, v_metrics) else v_data end, '[]'
    ),
    'totals', v_totals,
    'compared', case when v_compared.first_on is not null
      then pg_catalog.json_build_object('date_from', v_compared.first_on, 'date_to', v_compared.last_on, 'totals', v_base_totals)
    end,
    'deltas', case when v_compared.first_on is not null then connector.deltas(v_totals::jsonb, v_base_totals::jsonb, v_metrics) end,
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
      'warnings', connector.performance_warnings(
        v_brand, v_metrics, case when v_filters = '{}' then ad_performance.level else 'campaign' end, ad_performance.date_from, ad_performance.date_to,
        ad_performance.granularity, ad_performance.campaign_ids, v_compared.first_on, v_compared.last_on
      )
    )
  );
end
$$;
comment on function connector.ad_performance(
  text, date, date, text, text[], text, text, text[], text, text, text, integer, text
) is
  'get_ad_performance: what GET /v1/metrics answers, also of some platforms or campaigns, as a whole, sorted, beside an earlier period, and page by page. '
  'totals and deltas are of the whole range whatever the page. Raises BADRQ for a bad range or metric, NTRDY when nothing was ever ingested.';
grant execute on function
  connector.compared_days(text, date, date),
  connector.deltas(jsonb, jsonb, text[]),
  connector.entity_of(json),
  connector.row_deltas(json, json, text[]),
  connector.performance_warnings(core.brands, text[], text, date, date, text, text[], date, date),
  connector.ad_performance(text, date, date, text, text[], text, text, text[], text, text, text, integer, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.ad_performance', 'read:marketing', may_lag => true);
