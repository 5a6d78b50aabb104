create function analytics.creative_fatigue(brand_id text, through date)
returns table (
  creative_id bigint, state text, score numeric, frequency_7d numeric, ctr_change_pct numeric, cpa_change_pct numeric, since date
)
language sql stable
as $$
  with days as (
    select
      ads.creative_id, facts.day,
      sum(facts.impressions) as impressions, sum(facts.clicks) as clicks, sum(facts.spend_micros) as spend_micros,
      sum(facts.conversions_micros) as conversions_micros, max(facts.reach) as reach, count(*) as reports
    from analytics.facts_daily as facts
    join analytics.entities as ads on ads.brand_id = facts.brand_id and ads.entity_id = facts.entity_id
    where facts.brand_id = creative_fatigue.brand_id
      and facts.day between creative_fatigue.through - 89 and creative_fatigue.through
      and ads.creative_id is not null
      and facts.impressions > 0
    group by 1, 2
  ),
  windows as (
    select
      days.creative_id, days.day,
      sum(days.impressions) over week as impressions, sum(days.clicks) over week as clicks, sum(days.spend_micros) over week as spend_micros,
      sum(days.conversions_micros) over week as conversions_micros,
      -- Reach is of one report: that of several days or ads counts some people twice.
      case when sum(days.reports) over week = 1 then days.reach end as reach,
      count(*) over week as days_in_window,
      pg_catalog.row_number() over (partition by days.creative_id order by days.day desc) as number_from_last,
      count(*) over (partition by days.creative_id) as active_days,
      sum(days.impressions) over (partition by days.creative_id) as all_impressions,
      min(days.day) over (partition by days.creative_id) as first_on
    from days
    window week as (partition by days.creative_id order by days.day range between interval '6 days' preceding and current row)
  ),
  lasts as (select * from windows where windows.number_from_last = 1),
  bests as (
    select distinct on (windows.creative_id) windows.*
    from windows
    join lasts on lasts.creative_id = windows.creative_id and windows.day <= lasts.day - 7
    where windows.impressions >= 1000 and windows.days_in_window >= 4
    order by windows.creative_id, windows.clicks::numeric / windows.impressions desc, windows.day
  ),
  compared as (
    select
      lasts.*, bests.day as best_on, bests.impressions as best_impressions, bests.clicks as best_clicks,
      (lasts.clicks::numeric / lasts.impressions) / nullif(bests.clicks::numeric / bests.impressions, 0) - 1 as ctr_change,
      (lasts.spend_micros::numeric / nullif(lasts.conversions_micros, 0)) / nullif(bests.spend_micros::numeric / nullif(bests.conversions_micros, 0), 0) - 1 as cpa_change,
      -- Two proportions (Wald): is the fall in click-through more than chance?
      (lasts.clicks::numeric / lasts.impressions - bests.clicks::numeric / bests.impressions)
      -- A platform may report more clicks than impressions: then there is no proportion to compare.
      / nullif(pg_catalog.sqrt(
        ((lasts.clicks + bests.clicks)::numeric / (lasts.impressions + bests.impressions))
        * greatest(0, 1 - (lasts.clicks + bests.clicks)::numeric / (lasts.impressions + bests.impressions))
        * (1::numeric / lasts.impressions + 1::numeric / bests.impressions)
      ), 0) as z
    from lasts
    left join bests using (creative_id)
  )
  select
    compared.creative_id,
    case
      when compared.active_days < 7 or compared.all_impressions < 2000 then 'insufficient_data'
      when compared.z <= -3 and compared.ctr_change <= -0.3 then 'fatigued'
      when compared.z <= -2 and compared.ctr_change <= -0.15 then 'fatiguing'
      when compared.first_on > creative_fatigue.through - 14 then 'fresh'
      else 'stable'
    end,
    case when compared.active_days < 7 or compared.all_impressions < 2000 then null
      when compared.z <= -2 then pg_catalog.round(least(1, greatest(0, -compared.ctr_change * 2)), 3)
      else 0
    end,
    pg_catalog.round(compared.impressions::numeric / nullif(compared.reach, 0), 3),
    pg_catalog.round(100 * compared.ctr_change, 1),
    pg_catalog.round(100 * compared.cpa_change, 1),
    case when compared.z <= -2 and compared.ctr_change <= -0.15 then compared.best_on + 1 end
  from compared;
$$;
comment on function analytics.creative_fatigue(text, date) is
  'Whether people have seen enough of a creative: its click-through of the last seven days against that of its best seven, where the fall is more '
  'than chance. Needs seven active days and 2,000 impressions of the last 90 days. frequency_7d is null unless all of the week is one report.';

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
-- Everything that is joined is read whole: a loop would read it again for each row.
set enable_nestloop = off
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_metrics text[];
  v_expressions text[];
  v_data json;
  v_totals json;
  v_total bigint;
  v_platforms text[];
  v_campaign_ids text[];
  v_is_complete boolean;
  v_partial jsonb;
begin
  perform analytics.check_range(creatives.date_from, creatives.date_to, 'day');
  v_metrics := analytics.check_metrics(creatives.metrics);
  perform analytics.check_metrics(array[creatives.sort]);
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(creatives.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily') then
    perform platform.fail('NTRDY', 'no_ad_data');
  end if;

  v_platforms := analytics.require_platforms(v_brand.brand_id, creatives.platform);
  v_campaign_ids := analytics.require_campaigns(v_brand.brand_id, creatives.campaign_ids, v_platforms);
  v_is_complete := analytics.complete_days(v_brand.brand_id, creatives.date_from, creatives.date_to, v_platforms)
    @> pg_catalog.daterange(creatives.date_from, creatives.date_to, '[]');
  v_partial := case when v_is_complete then '{}' else pg_catalog.jsonb_build_object('partial', true) end;

  select pg_catalog.array_agg(analytics.metric_expression(metric, 'ad', v_exponent, analytics.paired_metrics(v_metrics, 'platform')) order by requested.position)
  into v_expressions
  from pg_catalog.unnest(v_metrics) with ordinality as requested (name, position)
  join analytics.metric_definitions as metric on metric.name = requested.name;
  execute (
    select pg_catalog.format(
      $query$
      with shown as (
        select
          creatives.creative_id, min(facts.day) as first_seen, max(facts.day) as last_seen, count(distinct facts.day) as days_active,
          pg_catalog.array_agg(distinct ads.external_id) as ad_ids, %1$s
        from analytics.facts_daily as facts
        join analytics.entities as ads on ads.brand_id = facts.brand_id and ads.entity_id = facts.entity_id
        join analytics.creatives on creatives.brand_id = ads.brand_id and creatives.creative_id = ads.creative_id
        where facts.brand_id = $1 and facts.day between $2 and $3
          and ($4::text[] is null or creatives.platform = any ($4)) and ($5::text is null or creatives.format = $5)
          and ($9::text[] is null or ads.campaign_entity_id in (
            select held.entity_id from analytics.entities as held where held.brand_id = $1 and held.level = 'campaign' and held.external_id = any ($9)
          ))
        group by creatives.creative_id
      ),
      units as (
        select shown.creative_id, shown.first_seen, shown.last_seen, shown.days_active, shown.ad_ids, %2$s,
          -- A share is of all spend of the brand, as in analytics.metrics_query.
          (
            select sum(facts.spend_micros) * 0.000001
            from analytics.rollups_daily as facts
            where facts.brand_id = $1 and facts.level = 'account' and facts.day between $2 and $3
          ) as total_spend
        from shown
      ),
      fatigue as materialized (
        select * from analytics.creative_fatigue($1, $3)
      ),
      ranked as (
        select
          units.*, fatigue.state, fatigue.score, fatigue.frequency_7d, fatigue.ctr_change_pct, fatigue.cpa_change_pct, fatigue.since,
          pg_catalog.row_number() over (order by %3$s %4$s nulls last, units.creative_id) as rank
        from units
        left join fatigue using (creative_id)
        where $6::text is null or coalesce(fatigue.state, 'insufficient_data') = $6
      )
      select
        (select count(*) from ranked),
        (
          select pg_catalog.json_agg(
            pg_catalog.jsonb_build_object(
              'creative_id', creatives.external_id, 'platform', creatives.platform, 'format', creatives.format, 'name', creatives.name,
              'headline', creatives.headline, 'body', creatives.body, 'call_to_action', creatives.call_to_action,
              'landing_url', creatives.landing_url,
              -- A picture that this service serves is stored as a path.
              'thumbnail_url', case when pg_catalog.left(creatives.thumbnail_url, 1) = '/' then $11 else '' end || creatives.thumbnail_url,
              'ad_ids', ranked.ad_ids, 'ad_count', pg_catalog.cardinality(ranked.ad_ids),
              'first_seen', ranked.first_seen, 'last_seen', ranked.last_seen, 'days_active', ranked.days_active
            )
            || $10
            || (%5$s)::jsonb
            || pg_catalog.jsonb_build_object(
              'rank', ranked.rank,
              'fatigue', pg_catalog.jsonb_build_object(
                'state', coalesce(ranked.state, 'insufficient_data'), 'score', ranked.score, 'frequency_7d', ranked.frequency_7d,
                'ctr_change_pct', ranked.ctr_change_pct, 'cpa_change_pct', ranked.cpa_change_pct, 'since', ranked.since
              )
            )
            order by ranked.rank
          )
          from ranked
          join analytics.creatives on creatives.brand_id = $1 and creatives.creative_id = ranked.creative_id
          where ranked.rank > $7 * ($8 - 1) and ranked.rank <= $7 * $8
        ),
        (select %7$s from (select %6$s from ranked) as ranked)
      $query$,
      pg_catalog.string_agg(
        pg_catalog.format(
          case when base.name = 'reach' then 'case when count(*) = 1 then max(facts.%1$I) end as %2$I' else 'sum(facts.%1$I) filter (where %3$s) as %2$I' end,
          base.source_column, base.name, base.condition
        ), ', '
      ),
      pg_catalog.string_agg(
        pg_catalog.format(case when base.source_column like '%\_micros' then 'shown.%1$I * 0.000001 as %1$I' else 'shown.%1$I::numeric as %1$I' end, base.name), ', '
      ),
      (
        select analytics.metric_expression(metric, 'ad', v_exponent, analytics.paired_metrics(array[creatives.sort], 'platform'))
        from analytics.metric_definitions as metric
        where metric.name = creatives.sort
      ),
      case creatives."order" when 'asc' then 'asc' else 'desc' end,
      analytics.object_expression(v_metrics, v_expressions),
      pg_catalog.string_agg(
        pg_catalog.format(
          case when base.name = 'reach' then 'case when count(*) = 1 then max(ranked.%1$I) end as %1$I' else 'sum(ranked.%1$I) as %1$I' end, base.name
        ), ', '
      ) || ', max(ranked.total_spend) as total_spend',
      case when v_is_complete then analytics.object_expression(v_metrics, v_expressions)
        else analytics.object_expression(array['partial'] || v_metrics, array['true'] || v_expressions)
      end
    )
    from (
      select held.name, held.source_column, 'true' as condition from analytics.metric_definitions as held where held.source_column is not null
      union all
      select pair.name, pair.source_column, pair.condition from analytics.paired_sums(v_metrics || creatives.sort, 'platform') as pair
    ) as base
  )
  into v_total, v_data, v_totals
  using
    v_brand.brand_id, creatives.date_from, creatives.date_to, v_platforms, creatives.format, creatives.status, creatives."limit"::bigint, creatives.page,
    v_campaign_ids, v_partial,
    creatives.base_url;

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
  'GET /v1/creatives: what each creative did over a range, over all ads that show it, and whether it is wearing out. Raises NTRDY when nothing was ever ingested.';
grant execute on function
  analytics.creative_fatigue(text, date),
  analytics.creatives(text, date, date, text, text, text, text, text, text[], integer, integer, text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.creatives', 'read:marketing', may_lag => true);
