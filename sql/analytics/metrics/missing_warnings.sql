create function analytics.listed_periods(days datemultirange)
returns jsonb
language sql immutable
as $$
  select pg_catalog.jsonb_build_object(
    'periods', pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_array(pg_catalog.lower(period.days), pg_catalog.upper(period.days) - 1) order by period.position
    ) filter (where period.position <= 5),
    'more_periods', greatest(count(*) - 5, 0)
  )
  from pg_catalog.unnest(listed_periods.days) with ordinality as period (days, position);
$$;
comment on function analytics.listed_periods(datemultirange) is
  'The first five periods of days, each as [first day, last day], and the number of the other periods.';

create function analytics.missing_warnings(
  brand core.brands, metrics text[], date_from date, date_to date, platforms text[], stored_before timestamptz default null
)
returns table ("position" integer, warning jsonb)
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return query
  with missing as materialized (
    select accounts.platform, accounts.external_id, found.base, found.is_never, found.days, derived.names
    from (
      select bases.*
      from analytics.missing_bases(
        (missing_warnings.brand).brand_id, missing_warnings.metrics, (missing_warnings.brand).revenue_source, missing_warnings.date_from, missing_warnings.date_to
      ) as bases
      where missing_warnings.stored_before is null
      union all
      select bases.*
      from analytics.missing_bases_as_of(
        (missing_warnings.brand).brand_id, missing_warnings.metrics, (missing_warnings.brand).revenue_source, missing_warnings.date_from,
        missing_warnings.date_to, missing_warnings.stored_before
      ) as bases
      where missing_warnings.stored_before is not null
    ) as found
    join analytics.entities as accounts on accounts.brand_id = (missing_warnings.brand).brand_id and accounts.entity_id = found.entity_id
    -- The requested metrics that exclude reports without this base. profit excludes only accounts that never report it.
    cross join lateral (
      select pg_catalog.array_agg(metric.name) as names
      from analytics.metric_definitions as metric
      where found.base = any (metric.bases)
        and (
          metric.name = any (analytics.paired_metrics(missing_warnings.metrics, (missing_warnings.brand).revenue_source))
          or metric.name = 'profit' and 'profit' = any (missing_warnings.metrics) and found.is_never and found.base <> 'spend'
            and (missing_warnings.brand).revenue_source <> 'store'
        )
    ) as derived
    where missing_warnings.platforms is null or accounts.platform = any (missing_warnings.platforms)
  )
  select
    7,
    platform.warning(
      'account_never_reports_bases',
      pg_catalog.jsonb_build_object(
        'account_id', missing.external_id, 'platform', missing.platform, 'bases', pg_catalog.jsonb_agg(distinct missing.base),
        'metrics', pg_catalog.jsonb_agg(distinct metric.name)
      )
    )
  from missing
  cross join lateral pg_catalog.unnest(missing.names) as metric (name)
  where missing.is_never
  group by missing.platform, missing.external_id
  union all
  select
    8,
    platform.warning(
      'account_reports_without_bases',
      pg_catalog.jsonb_build_object(
        'account_id', missing.external_id, 'platform', missing.platform, 'bases', pg_catalog.jsonb_agg(distinct missing.base),
        'metrics', coalesce(pg_catalog.jsonb_agg(distinct metric.name) filter (where metric.name is not null), '[]')
      ) || analytics.listed_periods(missing.days)
    )
  from missing
  left join lateral pg_catalog.unnest(missing.names) as metric (name) on true
  where not missing.is_never
  group by missing.platform, missing.external_id, missing.days;
end
$$;
comment on function analytics.missing_warnings(core.brands, text[], date, date, text[], timestamptz) is
  'Warnings about accounts that do not report a base of these metrics, or not on every day, with the metrics that leave them out. stored_before: '
  'only reports before this time count.';

grant execute on function
  analytics.listed_periods(datemultirange),
  analytics.missing_warnings(core.brands, text[], date, date, text[], timestamptz)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
