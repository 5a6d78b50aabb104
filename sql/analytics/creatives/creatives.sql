create function analytics.creatives(
  brand_id text,
  date_from date,
  date_to date,
  platform text default null,
  format text default null,
  status text default null,
  sort text default 'spend',
  "order" text default 'desc',
  metrics text[] default '{spend,revenue,roas,cpa,conversions}',
  "limit" integer default 50,
  page integer default 1,
  base_url text default '',
  campaign_ids text[] default null
)
returns json
language plpgsql stable
-- Joined rows are read completely. A nested loop would read them again for each row.
set enable_nestloop = off
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_metrics text[];
  v_data json;
  v_totals json;
  v_total bigint;
  v_platforms text[];
  v_campaign_ids text[];
  v_is_complete boolean;
begin
  perform platform.require_page(creatives."limit", creatives.page);
  perform platform.require_choice('format', creatives.format, array['image', 'video', 'carousel', 'text', 'catalog', null]);
  perform platform.require_choice('status', creatives.status, array['fresh', 'stable', 'fatiguing', 'fatigued', 'insufficient_data', null]);
  perform platform.require_choice('order', creatives."order", array['desc', 'asc']);
  perform analytics.check_range(creatives.date_from, creatives.date_to, 'day');
  v_metrics := analytics.check_metrics(creatives.metrics);
  perform analytics.check_metrics(array[creatives.sort], 'sort');
  v_brand := core.data_brand(creatives.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily') then
    perform platform.fail('NTRDY', 'no_ad_data_is_ingested');
  end if;

  v_platforms := analytics.require_platforms(v_brand.brand_id, creatives.platform);
  v_campaign_ids := analytics.require_campaigns(v_brand.brand_id, creatives.campaign_ids, v_platforms);
  v_is_complete := analytics.complete_days(v_brand.brand_id, creatives.date_from, creatives.date_to, v_platforms)
    @> pg_catalog.daterange(creatives.date_from, creatives.date_to, '[]');
  execute analytics.creatives_query(v_metrics, creatives.sort, creatives."order", v_exponent)
  into v_total, v_data, v_totals
  using
    v_brand.brand_id, creatives.date_from, creatives.date_to, v_platforms, creatives.format, creatives.status, creatives."limit"::bigint, creatives.page,
    v_campaign_ids, not v_is_complete, creatives.base_url;

  return pg_catalog.json_build_object(
    'brand_id', creatives.brand_id,
    'date_from', creatives.date_from,
    'date_to', creatives.date_to,
    'data', coalesce(v_data, '[]'),
    'totals', case when v_total > 0 then v_totals end,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', v_total,
      'truncated', v_total > creatives."limit"::bigint * creatives.page,
      'warnings', (
        select coalesce(pg_catalog.array_agg(known.warning order by known.position), '{}')
        from (
          select 1 as position, platform.warning('creatives_are_not_reported') as warning
          where not exists (select from analytics.creatives as held where held.brand_id = v_brand.brand_id)
          union all
          select 2, platform.warning('reach_cannot_be_added_up')
          where v_metrics || creatives.sort && array['reach', 'frequency']
          union all
          select 3, platform.warning('mer_is_of_the_store')
          where 'mer' = any (v_metrics || creatives.sort)
        ) as known
      )
        || analytics.partial_warnings(v_brand, creatives.date_from, creatives.date_to, 'day', v_platforms)
        || analytics.platform_warnings(v_brand.brand_id, creatives.platform)
    )
  );
end
$$;
comment on function analytics.creatives(text, date, date, text, text, text, text, text, text[], integer, integer, text, text[]) is
  'GET /v1/creatives: the metrics of each creative over a range, across all ads that show it, and its fatigue. Raises NTRDY if the brand has no ad '
  'data.';
grant execute on function analytics.creatives(text, date, date, text, text, text, text, text, text[], integer, integer, text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.creatives', 'read:marketing', may_lag => true, served_by => '{analytics,mcp,console}');
