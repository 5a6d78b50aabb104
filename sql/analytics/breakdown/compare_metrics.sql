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
  out warnings jsonb[]
)
language plpgsql stable
as $$
declare
  v_brand constant core.brands := compare_metrics.brand;
  v_is_whole constant boolean := compare_metrics.granularity = 'none';
  v_rows_max constant integer := case when v_is_whole then 1000000 else 0 end;
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
  if v_days.first_on is null then
    return;
  end if;
  v_filters := compare_metrics.filters || case when v_days.accounts is null then '{}' else pg_catalog.jsonb_build_object('account', v_days.accounts) end;
  v_granularity := case when v_days.until is null then 'none' else 'hours' end;
  -- Calculates the comparable part of the range, unless that is the whole range.
  if v_days.until is null and v_days.first_on = compare_metrics.date_from and v_days.last_on = least(compare_metrics.date_to, v_today) and not v_is_whole
  then
    v_part := compare_metrics.rows;
  else
    v_part := analytics.metric_rows(
      v_brand, compare_metrics.metrics, compare_metrics.level, v_granularity, v_days.first_on, v_days.last_on, v_filters, '{"{(,)}"}',
      "limit" => v_rows_max, until => v_days.until
    );
  end if;
  v_base := analytics.metric_rows(
    v_brand, compare_metrics.metrics, compare_metrics.level, v_granularity, v_days.base_first_on, v_days.base_last_on, v_filters,
    array[
      case when v_days.until is null
        then analytics.complete_days(v_brand.brand_id, v_days.base_first_on, v_days.base_last_on, compare_metrics.platforms)
        else '{(,)}'
      end
    ],
    "limit" => v_rows_max, until => v_days.until
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
  'Compares rows of analytics.metric_rows with an earlier period: none, previous_period, previous_year or previous_year_weekdays. Returns the rows, '
  'each with its deltas if they are of the whole range (granularity none); the earlier period with its totals; the deltas of the totals; and warnings. '
  'base and deltas are null if nothing is compared. The other parameters are those of the rows.';
grant execute on function analytics.compare_metrics(
  core.brands, analytics.metric_rows, text[], text, text, date, date, jsonb, text[], text
) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
