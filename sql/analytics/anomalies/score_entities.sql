create function analytics.false_alarm_rate(z double precision)
returns double precision
-- plpgsql keeps the plan of the query.
language plpgsql immutable strict parallel safe
as $$
begin
  return (
    -- Rates of 17,388 ordinary days (docs/methods/anomalies.md): log-linear between whole z up to 3, then exponential with a rate of 1.25 a z.
    select greatest(
      0.00001,
      measured.rates[tail.whole + 1] * pg_catalog.power(measured.rates[tail.whole + 2] / measured.rates[tail.whole + 1], tail.size - tail.whole)
    )
    from (
      select
        least(20, pg_catalog.abs(false_alarm_rate.z)) as size,
        least(3, pg_catalog.floor(pg_catalog.abs(false_alarm_rate.z)))::integer as whole
    ) as tail
    cross join lateral (
      select case
        when false_alarm_rate.z > 0 then array[0.5, 0.12, 0.019, 0.003, 0.003 * pg_catalog.exp(-1.25)]
        else array[0.5, 0.1, 0.0175, 0.0048, 0.0048 * pg_catalog.exp(-1.25)]
      end::double precision[] as rates
    ) as measured
  );
end
$$;
comment on function analytics.false_alarm_rate(double precision) is
  'The fraction of ordinary days that deviate as far as z (analytics.score_last) or farther in the direction of z. Measured on daily series with weekly '
  'seasons. Extrapolated beyond a z of 5, and at least 0.00001. Null for an unknown z.';
grant execute on function analytics.false_alarm_rate(double precision) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create type analytics.series_score as (
  detector text,
  entity_id bigint,
  level text,
  account_entity_id bigint,
  value double precision,
  expected double precision,
  scale double precision,
  z_score double precision,
  impact double precision,
  spend_share double precision,
  p_value double precision,
  error_class text,
  cause text
);
comment on type analytics.series_score is
  'The test of a day of one series, a detector of a campaign or ad account. p_value is the fraction of ordinary days that deviate as far in the direction of the detector. A series that could not be tested has error_class and cause instead of a z_score.';

create function analytics.score_entities(brand_id text, day date)
returns setof analytics.series_score
language sql stable
as $$
  with today as (
    select facts.level, facts.entity_id, facts.spend_micros, facts.conversions_micros, facts.clicks, facts.impressions
    from analytics.rollups_daily as facts
    where facts.brand_id = score_entities.brand_id
      and facts.level in ('account', 'campaign')
      and facts.day = score_entities.day
      and facts.spend_micros > 0
      and not exists (
        select from analytics.entities as reporting
        where reporting.brand_id = facts.brand_id
          and reporting.entity_id = facts.entity_id
          and analytics.is_cut_off(facts.brand_id, coalesce(reporting.account_entity_id, reporting.entity_id), facts.day)
      )
  ),
  shares as (
    select
      today.*, sum(today.spend_micros) over (partition by today.level) / 1000000.0::double precision as level_spend, today.spend_micros::double precision / sum(today.spend_micros) over (partition by today.level) as spend_share
    from today
  ),
  histories as materialized (
    select
      shares.entity_id, shares.level, shares.spend_share, shares.level_spend,
      shares.spend_micros / 1000000.0 as spend, coalesce(shares.conversions_micros, 0) / 1000000.0 as conversions, shares.clicks, shares.impressions,
      past.*
    from shares
    cross join lateral (
      select
        pg_catalog.array_agg(facts.spend_micros / 1000000.0::double precision order by days.day) as spends,
        pg_catalog.array_agg(
          -- A day with spend and no conversion counts as one conversion. A day without spend has no cost per conversion.
          case when facts.conversions_micros is not null and facts.spend_micros > 0
            then facts.spend_micros::double precision / case when facts.conversions_micros > 0 then facts.conversions_micros else 1000000 end
          end order by days.day
        ) as cpas,
        pg_catalog.array_agg(facts.revenue_micros::double precision / nullif(facts.spend_micros, 0) order by days.day) as roass,
        pg_catalog.array_agg(facts.spend_micros / 1000000.0::double precision / nullif(facts.clicks, 0) order by days.day) as cpcs,
        pg_catalog.array_agg(facts.clicks::double precision / nullif(facts.impressions, 0) order by days.day) as ctrs,
        pg_catalog.array_agg(facts.clicks::double precision order by days.day) as clickss,
        pg_catalog.array_agg(facts.conversions_micros / 1000000.0::double precision order by days.day) as conversionss,
        pg_catalog.array_agg(facts.revenue_micros / 1000000.0::double precision order by days.day) as revenues
      from pg_catalog.generate_series(score_entities.day - 182, score_entities.day, interval '1 day') as days (day)
      left join analytics.rollups_daily as facts
        on facts.brand_id = score_entities.brand_id
        and facts.level = shares.level
        and facts.entity_id = shares.entity_id
        and facts.day = days.day::date
        -- The condition is on the facts themselves, so that Postgres does not read partitions outside the 182 days.
        and facts.day between score_entities.day - 182 and score_entities.day
    ) as past
    where shares.spend_share >= 0.01
  ),
  usual as (
    select
      histories.*,
      analytics.median(histories.cpas[156 : 182]) as usual_cpa,
      analytics.median(histories.cpcs[156 : 182]) as usual_cpc,
      analytics.median(histories.clickss[156 : 182]) as usual_clicks,
      analytics.median(histories.conversionss[156 : 182]) as usual_conversions
    from histories
  ),
  -- A count of n varies by chance by about 1 / sqrt(n) of itself, and so do ratios of such counts.
  watched as (
    select
      usual.*, detectors.detector, detectors.direction, known.series, known.scale_min, known.cost,
      coalesce(1 / pg_catalog.sqrt(nullif(known.counted, 0)), 0.05) as noise
    from usual
    cross join analytics.active_detectors(score_entities.brand_id) as detectors
    join lateral (
      values
        -- If a campaign has never spent, the scale is 1 % of the day's spend.
        ('spend', usual.spends, null, 0.01 * usual.level_spend, 1),
        ('cpa', usual.cpas, usual.spend / nullif(usual.usual_cpa, 0), 0, greatest(usual.conversions, 1)),
        ('roas', usual.roass, usual.spend / nullif(usual.usual_cpa, 0), 0, usual.spend),
        ('cpc', usual.cpcs, usual.usual_clicks, 0, usual.clicks),
        ('ctr', usual.ctrs, usual.usual_clicks, 0, usual.impressions * usual.usual_cpc),
        ('conversions', usual.conversionss, usual.usual_conversions, 0, usual.usual_cpa),
        ('revenue', usual.revenues, usual.usual_conversions, 0, 1)
    ) as known (metric, series, counted, scale_min, cost) on known.metric = detectors.metric
    where detectors.metric = 'spend'
      or known.counted >= case when detectors.metric in ('cpc', 'ctr') then 100 else 10 end
      -- Revenue can be reported without conversions.
      or (detectors.metric = 'revenue' and known.counted is null)
  ),
  scored as (
    select
      watched.detector, watched.direction, watched.entity_id, watched.level, watched.spend_share, watched.series[183] as value, watched.cost,
      score.expected, score.scale, score.z_score, score.error_class, score.cause
    from watched
    cross join lateral analytics.try_score_last(watched.series, watched.noise, watched.scale_min) as score
    -- A restart is a surge during its first week, after four weeks without spend. Occasional spend is not a surge.
    where case when watched.detector = 'spend_surge' and score.expected <= 0
      then 0 >= all (array(select coalesce(spend, 0) from pg_catalog.unnest(watched.spends[148 : 175]) as spend))
      else true
    end
  )
  select
    scored.detector, scored.entity_id, scored.level, coalesce(entities.account_entity_id, entities.entity_id),
    scored.value, scored.expected, scored.scale, scored.z_score,
    case scored.direction when 'spike' then scored.value - scored.expected else scored.expected - scored.value end * scored.cost,
    scored.spend_share,
    case
      when (scored.z_score > 0) = (scored.direction = 'spike') then analytics.false_alarm_rate(scored.z_score)
      else 1 - analytics.false_alarm_rate(scored.z_score)
    end,
    scored.error_class,
    scored.cause
  from scored
  join analytics.entities on entities.brand_id = score_entities.brand_id and entities.entity_id = scored.entity_id
  where scored.z_score is not null or scored.error_class is not null;
$$;
comment on function analytics.score_entities(text, date) is
  'Scores every campaign and ad account of a brand with at least 1 % of the day''s spend. Each active detector compares the day with the 182 days '
  'before it. Conversions, revenue and their ratios are tested only with at least ten expected conversions, and cpc and ctr with a hundred clicks. A series that could not be tested has an error_class instead of a z_score. '
  'Days that a platform reported before they ended are not tested.';
grant execute on function analytics.score_entities(text, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
