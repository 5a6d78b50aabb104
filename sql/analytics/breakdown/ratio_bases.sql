create function analytics.ratio_bases(brand core.brands, metrics text[], date_from date, date_to date, filters jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_brand constant core.brands := ratio_bases.brand;
  v_metrics constant text[] := analytics.paired_metrics(ratio_bases.metrics, v_brand.revenue_source);
  v_columns constant analytics.sum_columns := analytics.sum_columns(v_metrics, v_brand.revenue_source);
  v_exponent smallint;
  v_sums jsonb;
begin
  if v_metrics = '{}' then
    return null;
  end if;
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  execute pg_catalog.format(
    'select pg_catalog.to_jsonb(units) from (select %s from (select %s from (%s) as sums) as total_sums) as units',
    v_columns.in_units, v_columns.of_sums, analytics.entity_sums(v_columns, 'account', 'none', ratio_bases.filters, true)
  )
  into v_sums
  using v_brand.brand_id, ratio_bases.date_from, ratio_bases.date_to, v_brand.timezone, ratio_bases.filters;
  return (
    select pg_catalog.jsonb_object_agg(partial.metric, partial.bases)
    from (
      select
        parts.metric,
        pg_catalog.jsonb_object_agg(parts.base, pg_catalog.trim_scale(pg_catalog.round((v_sums ->> parts.name)::numeric, parts.decimals))) as bases
      from (
        select
          pairs.metric, pairs.name, pg_catalog.substr(pairs.name, pg_catalog.length(pairs.metric) + 2) as base,
          case bases.unit when 'money' then v_exponent else 6 end as decimals
        from analytics.paired_sums(v_metrics, v_brand.revenue_source) as pairs
        join analytics.metric_definitions as bases on bases.source_column = pairs.source_column
      ) as parts
      group by parts.metric
      having pg_catalog.bool_or(v_sums -> parts.name is distinct from v_sums -> parts.base)
    ) as partial
  );
end
$$;
comment on function analytics.ratio_bases(core.brands, text[], date, date, jsonb) is
  'Returns the sums that a ratio is computed from, for each ratio that leaves out reports because they lack one of its bases. Null if there is none. '
  'The other sums of the range also contain these reports.';
grant execute on function analytics.ratio_bases(core.brands, text[], date, date, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
