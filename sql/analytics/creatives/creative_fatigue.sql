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
    where facts.brand_id = core.data_brand_id(creative_fatigue.brand_id)
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
      -- Reach is valid for a single report only. Adding several days or ads would count some people twice.
      case when sum(days.reports) over week = 1 then days.reach end as reach,
      count(*) over week as days_in_window,
      pg_catalog.row_number() over (partition by days.creative_id order by days.day desc) as number_from_last,
      count(*) over (partition by days.creative_id) as active_days,
      sum(days.impressions) over (partition by days.creative_id) as all_impressions,
      min(days.day) over (partition by days.creative_id) as first_on
    from days
    window week as (partition by days.creative_id order by days.day range between interval '6 days' preceding and current row)
  ),
  -- Click-through rates vary more from day to day than the clicks of equal people would. Successive differences (von Neumann and others 1941) are not moved by a
  -- fall over weeks.
  dispersions as (
    select known.creative_id, greatest(1, avg(known.squared)) as dispersion
    from (
      select
        pairs.creative_id,
        (pairs.clicks::numeric / pairs.impressions - pairs.clicks_before::numeric / pairs.impressions_before) ^ 2
        / nullif(
          (pairs.clicks + pairs.clicks_before)::numeric / (pairs.impressions + pairs.impressions_before)
          * greatest(0, 1 - (pairs.clicks + pairs.clicks_before)::numeric / (pairs.impressions + pairs.impressions_before))
          * (1::numeric / pairs.impressions + 1::numeric / pairs.impressions_before), 0
        ) as squared
      from (
        select
          days.creative_id, days.impressions, days.clicks,
          pg_catalog.lag(days.impressions) over in_order as impressions_before, pg_catalog.lag(days.clicks) over in_order as clicks_before
        from days
        window in_order as (partition by days.creative_id order by days.day)
      ) as pairs
      where pairs.impressions_before is not null
    ) as known
    group by known.creative_id
  ),
  lasts as (select * from windows where windows.number_from_last = 1),
  bests as (
    select distinct on (windows.creative_id) windows.*, count(*) over (partition by windows.creative_id) as weeks
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
      -- The chance of one week is divided by the number of weeks from which the best one is chosen (Bonferroni).
      analytics.normal_quantile(0.02275::double precision / bests.weeks) as z_fatiguing,
      analytics.normal_quantile(0.00135::double precision / bests.weeks) as z_fatigued,
      -- Two-proportion z-test with pooled variance: tests whether the fall in click-through rate is more than chance.
      (lasts.clicks::numeric / lasts.impressions - bests.clicks::numeric / bests.impressions)
      -- If a platform reports more clicks than impressions, the test is undefined and z is null.
      / nullif(pg_catalog.sqrt(
        ((lasts.clicks + bests.clicks)::numeric / (lasts.impressions + bests.impressions))
        * greatest(0, 1 - (lasts.clicks + bests.clicks)::numeric / (lasts.impressions + bests.impressions))
        * (1::numeric / lasts.impressions + 1::numeric / bests.impressions)
        * coalesce(dispersions.dispersion, 1)
      ), 0) as z
    from lasts
    left join bests using (creative_id)
    left join dispersions using (creative_id)
  )
  select
    compared.creative_id,
    case
      when compared.active_days < 7 or compared.all_impressions < 2000 then 'insufficient_data'
      when compared.z <= compared.z_fatigued and compared.ctr_change <= -0.3 then 'fatigued'
      when compared.z <= compared.z_fatiguing and compared.ctr_change <= -0.15 then 'fatiguing'
      when compared.first_on > creative_fatigue.through - 14 then 'fresh'
      else 'stable'
    end,
    case when compared.active_days < 7 or compared.all_impressions < 2000 then null
      when compared.z <= compared.z_fatiguing then pg_catalog.round(least(1, greatest(0, -compared.ctr_change * 2)), 3)
      else 0
    end,
    pg_catalog.round(compared.impressions::numeric / nullif(compared.reach, 0), 3),
    pg_catalog.round(100 * compared.ctr_change, 1),
    pg_catalog.round(100 * compared.cpa_change, 1),
    case when compared.z <= compared.z_fatiguing and compared.ctr_change <= -0.15 then compared.best_on + 1 end
  from compared;
$$;
comment on function analytics.creative_fatigue(text, date) is
  'Returns the fatigue of each creative: the click-through rate of its last seven days against its best seven days, if the fall is more than the choice of the best week and '
  'the variation from day to day explain. '
  'Needs seven active days and 2,000 impressions in the last 90 days. frequency_7d is null unless the week has exactly one report. '
  'Raises NTFND for an unknown brand.';
grant execute on function analytics.creative_fatigue(text, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
