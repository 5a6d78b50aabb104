create type analytics.metric_rows as (
  total_rows bigint,
  data json,
  totals json,
  is_whole boolean
);
comment on type analytics.metric_rows is
  'A page of rows of metrics, the number of all rows, the totals of all rows, and whether it is known that every report has all bases of the metrics.';

create function analytics.metric_rows(
  brand core.brands,
  metrics text[],
  level text,
  granularity text,
  date_from date,
  date_to date,
  filters jsonb,
  complete_days datemultirange[],
  platforms text[] default '{}',
  "limit" integer default 50,
  "offset" bigint default 0,
  sort_by text default null,
  "order" text default 'desc',
  until time default null,
  as_of date default null
)
returns analytics.metric_rows
language plpgsql stable
as $$
declare
  v_brand constant core.brands := metric_rows.brand;
  v_used constant text[] := metric_rows.metrics || case when metric_rows.sort_by is null then '{}' else array[metric_rows.sort_by] end;
  v_through constant date := least(metric_rows.date_to, metric_rows.as_of, (platform.now() at time zone v_brand.timezone)::date);
  v_stored_before constant timestamptz := analytics.stored_before(metric_rows.as_of, v_brand.timezone);
  v_is_daily constant boolean := metric_rows.as_of is null and metric_rows.granularity not in ('hour', 'hours');
  -- Without a missing base, a ratio is that of the plain sums.
  v_is_whole constant boolean := v_is_daily and not exists (
    select from analytics.missing_bases(v_brand.brand_id, v_used, v_brand.revenue_source, metric_rows.date_from, v_through)
  );
  v_exponent smallint;
  v_formulas analytics.summed_formulas;
  v_sums analytics.summed_facts[];
  v_paths analytics.entity_paths[];
  v_rows analytics.metric_rows;
begin
  perform analytics.check_rows(metric_rows.level, metric_rows.granularity, metric_rows."order", metric_rows.filters);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if v_is_whole and pg_catalog.cardinality(metric_rows.metrics) between 1 and 6 then
    v_formulas := analytics.summed_formulas(v_used, v_exponent);
  end if;
  if v_formulas is not null then
    v_sums := analytics.summed_facts(
      v_brand, v_formulas.numerators || v_formulas.denominators, metric_rows.level, metric_rows.granularity, metric_rows.filters,
      metric_rows.date_from, v_through
    );
  end if;
  if v_sums is not null then
    if metric_rows.level <> 'account' then
      v_paths := array(
        select paths from analytics.entity_paths as paths
        where paths.brand_id = v_brand.brand_id and paths.entity_id = any (array(select distinct sums.entity_id from pg_catalog.unnest(v_sums) as sums))
      );
    end if;
    v_rows := analytics.summed_rows(
      v_sums, v_paths,
      case when 'spend_share' = any (v_used) then analytics.total_spend(v_brand.brand_id, metric_rows.date_from, v_through) end,
      metric_rows.metrics, v_formulas, metric_rows.level, metric_rows.granularity, metric_rows.date_from, metric_rows.date_to,
      metric_rows.complete_days, metric_rows.platforms, metric_rows."limit", metric_rows."offset",
      is_sorted => metric_rows.sort_by is not null,
      is_ascending => metric_rows."order" = 'asc'
    );
  else
    execute analytics.metrics_query(
      metric_rows.metrics, metric_rows.level, metric_rows.granularity, v_exponent, v_brand.revenue_source, metric_rows.filters, metric_rows.sort_by,
      metric_rows."order",
      is_mixed => v_is_daily and not v_is_whole
        and analytics.has_mixed_reports(v_brand.brand_id, v_used, v_brand.revenue_source, metric_rows.date_from, v_through),
      without => case when not v_is_whole then analytics.entities_without(v_brand.brand_id, v_used, v_brand.revenue_source, v_stored_before) else '{}' end,
      stored_before => v_stored_before,
      is_whole => v_is_whole
    )
    into v_rows.total_rows, v_rows.data, v_rows.totals
    using
      v_brand.brand_id, metric_rows.date_from, v_through, v_brand.timezone, metric_rows.filters, metric_rows.until, metric_rows."limit",
      metric_rows."offset", metric_rows.date_to, metric_rows.complete_days, metric_rows.platforms;
  end if;
  v_rows.is_whole := v_is_whole;
  return v_rows;
end
$$;
comment on function analytics.metric_rows(
  core.brands, text[], text, text, date, date, jsonb, datemultirange[], text[], integer, bigint, text, text, time, date
) is
  'Metrics of a brand through today at most, by period and entity; with as_of, those that were stored by the end of this day. complete_days are those of all and of each of these platforms (analytics.completeness). '
  'The other parameters are as in analytics.metrics_query.';
grant execute on function analytics.metric_rows(
  core.brands, text[], text, text, date, date, jsonb, datemultirange[], text[], integer, bigint, text, text, time, date
) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
