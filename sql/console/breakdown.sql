create function console.breakdown(
  brand_id text,
  period text default 'last_90_days',
  date_from date default null,
  date_to date default null,
  compare_to text default 'previous_period',
  platform text default null,
  level text default 'campaign',
  metrics text[] default '{spend,revenue,roas,cpa,conversions}',
  account_ids text[] default null,
  campaign_ids text[] default null,
  adset_ids text[] default null,
  search text default null,
  trend text default null,
  sort text default 'spend',
  "order" text default 'desc',
  "limit" integer default 50,
  page integer default 1
)
returns jsonb
language plpgsql stable
as $$
declare
  v_days record;
begin
  select days.* into v_days
  from console.period_days(breakdown.brand_id, breakdown.period, breakdown.date_from, breakdown.date_to) as days;
  return analytics.breakdown(
    breakdown.brand_id, v_days.first_on, v_days.last_on, breakdown.level, breakdown.metrics, breakdown.platform, breakdown.account_ids,
    breakdown.campaign_ids, breakdown.adset_ids, breakdown.search, breakdown.compare_to, breakdown.trend, breakdown.sort, breakdown."order",
    breakdown."limit", breakdown.page
  )::jsonb || pg_catalog.jsonb_build_object('platforms', analytics.connected_platforms(breakdown.brand_id));
end
$$;
comment on function console.breakdown(
  text, text, date, date, text, text, text, text[], text[], text[], text[], text, text, text, text, integer, integer
) is
  'The rows of the page Performance: GET /v1/breakdown for the days of the page (console.period_days), and the connected platforms.';
grant execute on function console.breakdown(
  text, text, date, date, text, text, text, text[], text[], text[], text[], text, text, text, text, integer, integer
) to vitrine_person;
call core.register_operation('console.breakdown', 'console');
