create function analytics.ids_of_rows(rows json)
returns jsonb
language sql immutable
as $$
  select coalesce(
    (
      select pg_catalog.jsonb_build_object(
        key.name, (select pg_catalog.jsonb_agg(distinct shown.value ->> key.name) from pg_catalog.json_array_elements(ids_of_rows.rows) as shown)
      )
      from pg_catalog.unnest(array['ad_id', 'adset_id', 'campaign_id', 'account_id']) with ordinality as key (name, position)
      where not exists (select from pg_catalog.json_array_elements(ids_of_rows.rows) as shown where shown.value ->> key.name is null)
      order by key.position
      limit 1
    ),
    '{}'
  );
$$;
comment on function analytics.ids_of_rows(json) is
  'Returns the filter (analytics.is_meant) of the entities of rows: the finest id that all of them have. A row of spend without ads has no id of an ad '
  'or ad set. Rows of everything have no id and need no filter.';

create function analytics.rows_of_page(
  brand core.brands, page json, metrics text[], level text, granularity text, date_from date, date_to date, filters jsonb, complete_days datemultirange,
  until time, is_all boolean
)
returns analytics.metric_rows
language plpgsql stable
as $$
declare
  v_rows analytics.metric_rows;
begin
  v_rows := analytics.metric_rows(
    rows_of_page.brand, rows_of_page.metrics, rows_of_page.level, rows_of_page.granularity, rows_of_page.date_from, rows_of_page.date_to,
    rows_of_page.filters, array[rows_of_page.complete_days], "limit" => case when rows_of_page.is_all then 1000000 else 0 end, until => rows_of_page.until
  );
  if rows_of_page.page is not null and not rows_of_page.is_all then
    v_rows.data := (analytics.metric_rows(
      rows_of_page.brand, rows_of_page.metrics, rows_of_page.level, rows_of_page.granularity, rows_of_page.date_from, rows_of_page.date_to,
      rows_of_page.filters || analytics.ids_of_rows(rows_of_page.page), array[rows_of_page.complete_days], "limit" => 1000000,
      until => rows_of_page.until
    )).data;
  end if;
  return v_rows;
end
$$;
comment on function analytics.rows_of_page(
  core.brands, json, text[], text, text, date, date, jsonb, datemultirange, time, boolean
) is
  'Returns the metrics of the entities of a page of rows in other days, and the totals of all entities there. Without a page only the totals. is_all: the '
  'page has all entities, so that one query returns both. The other parameters are as in analytics.metric_rows.';

create function analytics.compare_metrics(
  brand core.brands,
  rows analytics.metric_rows,
  metrics text[],
  level text,
  granularity text,
  date_from date,
  date_to date,
  filters jsonb,
  platforms text[],
  compare_to text,
  out data json,
  out base json,
  out deltas jsonb,
  out warnings jsonb[],
  out not_compared text
)
language plpgsql stable
as $$
declare
  v_brand constant core.brands := compare_metrics.brand;
  v_is_whole constant boolean := compare_metrics.granularity = 'none';
  v_page constant json := case when v_is_whole then (compare_metrics.rows).data end;
  v_is_all constant boolean := coalesce(pg_catalog.json_array_length(v_page) = (compare_metrics.rows).total_rows, false);
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_days record;
  v_filters jsonb;
  v_granularity text;
  v_part analytics.metric_rows;
  v_base analytics.metric_rows;
begin
  select days.* into v_days
  from connector.comparison(
    v_brand, compare_metrics.compare_to, compare_metrics.date_from, compare_metrics.date_to, compare_metrics.platforms
  ) as days;
  data := (compare_metrics.rows).data;
  warnings := v_days.warnings;
  not_compared := v_days.not_compared;
  if v_days.first_on is null then
    return;
  end if;
  v_filters := compare_metrics.filters || case when v_days.accounts is null then '{}' else pg_catalog.jsonb_build_object('account', v_days.accounts) end;
  v_granularity := case when v_days.until is null then 'none' else 'hours' end;
  -- Calculates the comparable part of the range, unless that is the whole range.
  if v_days.until is null and v_days.first_on = compare_metrics.date_from and v_days.last_on = least(compare_metrics.date_to, v_today) then
    v_part := compare_metrics.rows;
  else
    v_part := analytics.rows_of_page(
      v_brand, v_page, compare_metrics.metrics, compare_metrics.level, v_granularity, v_days.first_on, v_days.last_on, v_filters, '{(,)}', v_days.until,
      v_is_all
    );
  end if;
  v_base := analytics.rows_of_page(
    v_brand, v_page, compare_metrics.metrics, compare_metrics.level, v_granularity, v_days.base_first_on, v_days.base_last_on, v_filters,
    case when v_days.until is null then v_days.base_complete_days else '{(,)}' end,
    v_days.until, v_is_all
  );
  if v_is_whole then
    data := connector.row_deltas(data, v_part.data, v_base.data, compare_metrics.metrics);
  end if;
  base := pg_catalog.json_build_object(
    'date_from', v_days.base_first_on,
    'date_to', v_days.base_last_on,
    'until', pg_catalog.to_char(v_days.until, 'HH24:MI'),
    'totals', v_base.totals,
    'of', pg_catalog.json_build_object('date_from', v_days.first_on, 'date_to', v_days.last_on, 'totals', v_part.totals)
  );
  deltas := connector.deltas(v_part.totals::jsonb, v_base.totals::jsonb, compare_metrics.metrics);
end
$$;
comment on function analytics.compare_metrics(
  core.brands, analytics.metric_rows, text[], text, text, date, date, jsonb, text[], text
) is
  'Compares rows of analytics.metric_rows with an earlier period: none, previous_period, previous_days, previous_year or previous_year_weekdays. Returns the rows, '
  'each with its deltas if they are of the whole range (granularity none); the earlier period with its totals; the deltas of the totals; and warnings. '
  'base and deltas are null if nothing is compared, and not_compared is the reason of connector.comparison. The other parameters are those of the rows.';
grant execute on function
  analytics.ids_of_rows(json),
  analytics.rows_of_page(core.brands, json, text[], text, text, date, date, jsonb, datemultirange, time, boolean),
  analytics.compare_metrics(core.brands, analytics.metric_rows, text[], text, text, date, date, jsonb, text[], text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
