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
  cause text,
  z_material double precision
);
comment on type analytics.series_score is
  'The test of a day of one series, a detector of a campaign or ad account. p_value is the fraction of ordinary days that deviate as far in the direction of the detector. z_material is the absolute z from which on the deviation is large enough to be reported. A series that could not be tested has error_class and cause instead of a z_score.';

create function analytics.score_entities(brand_id text, day date)
returns setof analytics.series_score
language sql stable
as $$
  with shares as (
    select
      -- Sums in a fixed order, because those of fractions depend on it.
      tested.*, sum(tested.weight) over level as level_spend,
      tested.weight / sum(tested.weight) over level as spend_share,
      sum(tested.weight) filter (where tested.level = 'account') over () as day_spend
    from analytics.tested_entities(score_entities.brand_id, score_entities.day) as tested
    window level as (partition by tested.level order by tested.entity_id rows between unbounded preceding and unbounded following)
  ),
  histories as materialized (
    select shares.*, past.*
    from shares
    cross join lateral (
      select
        pg_catalog.array_agg(case when not known.is_pause then coalesce(known.spend_micros, known.zero) end / 1000000.0::double precision order by known.on_day) as spends,
        pg_catalog.array_agg(
          known.conversions_micros::double precision / case when known.spend_micros > 0 then known.spend_micros end order by known.on_day
        ) as conversions_a_spend,
        pg_catalog.array_agg(known.revenue_micros::double precision / nullif(known.spend_micros, 0) order by known.on_day) as roass,
        pg_catalog.array_agg(
          known.clicks * 1000000.0::double precision / case when known.spend_micros > 0 then known.spend_micros end order by known.on_day
        ) as clicks_a_spend,
        pg_catalog.array_agg(known.clicks::double precision / nullif(known.impressions, 0) order by known.on_day) as ctrs,
        pg_catalog.array_agg(case when not known.is_pause then coalesce(known.clicks, known.zero) end::double precision order by known.on_day) as clickss,
        pg_catalog.array_agg(case when not known.is_pause then coalesce(known.conversions_micros, known.zero) end / 1000000.0::double precision order by known.on_day) as conversionss,
        pg_catalog.array_agg(case when not known.is_pause then coalesce(known.revenue_micros, known.zero) end / 1000000.0::double precision order by known.on_day) as revenues
      from (
        select
          gaps.*,
          -- A day without a row is unknown. It is a day without spend if the entity has stopped, or was stopped for four weeks.
          case when gaps.day is null and gaps.earlier_on is not null and coalesce(gaps.later_on - gaps.earlier_on > 28, true)
            then case when analytics.is_read_as_zero(
                score_entities.brand_id, shares.account_entity_id, shares.is_account, gaps.on_day, shares.read_days
              ) then 0 end
          end as zero,
          -- Days of zeros within a pause of three days to four weeks are unknown too, so that the return to the level before is no surge.
          coalesce(
            gaps.spend_micros = 0 and coalesce(gaps.conversions_micros, 0) = 0 and coalesce(gaps.revenue_micros, 0) = 0
              and gaps.later_spent_on - gaps.earlier_spent_on between 4 and 28,
            false
          ) as is_pause
        from (
          select
            days.day::date as on_day, facts.*, max(facts.day) over (order by days.day) as earlier_on,
            min(facts.day) over (order by days.day rows between current row and unbounded following) as later_on,
            max(facts.day) filter (where facts.spend_micros > 0) over (order by days.day) as earlier_spent_on,
            min(facts.day) filter (where facts.spend_micros > 0) over (order by days.day rows between current row and unbounded following) as later_spent_on
          from pg_catalog.generate_series(score_entities.day - 182, score_entities.day, interval '1 day') as days (day)
          left join analytics.rollups_daily as facts
            on facts.brand_id = score_entities.brand_id
            and facts.level = shares.level
            and facts.entity_id = shares.entity_id
            and facts.day = days.day::date
            -- The condition is on the facts themselves, so that Postgres does not read partitions outside the 182 days.
            and facts.day between score_entities.day - 182 and score_entities.day
        ) as gaps
      ) as known
    ) as past
    where shares.spend_share >= 0.01
  ),
  usual as (
    select
      histories.*,
      1 / nullif(analytics.median(histories.conversions_a_spend[156 : 182]), 0) as usual_cpa,
      1 / nullif(analytics.median(histories.clicks_a_spend[156 : 182]), 0) as usual_cpc,
      analytics.median(histories.clickss[156 : 182]) as usual_clicks,
      analytics.median(histories.conversionss[156 : 182]) as usual_conversions
    from histories
  ),
  watched as (
    select
      usual.*, detectors.detector, detectors.metric, detectors.direction, known.series, known.exposure, known.counted, known.cost,
      -- cpa and cpc are scored as conversions and clicks by spend, whose deviations are those of a count. The inverse of a count has large rises by chance.
      detectors.metric in ('cpa', 'cpc') as is_inverse,
      -- If a campaign has never spent, the scale is 1 % of the day's spend.
      case when detectors.metric = 'spend' then 0.01 * usual.level_spend else 0 end as scale_min
    from usual
    cross join analytics.active_detectors(score_entities.brand_id) as detectors
    join lateral (
      -- The expected count of the day is the expected value times the exposure. Revenue is a sum over as many conversions as counted.
      values
        ('spend', usual.spends, null, null, 1),
        ('cpa', usual.conversions_a_spend, usual.spend, usual.spend / usual.usual_cpa, greatest(usual.conversions, 1)),
        ('roas', usual.roass, null, usual.spend / usual.usual_cpa, usual.spend),
        ('cpc', usual.clicks_a_spend, usual.spend, usual.usual_clicks, usual.clicks),
        ('ctr', usual.ctrs, usual.impressions, usual.usual_clicks, usual.impressions * usual.usual_cpc),
        ('conversions', usual.conversionss, 1, usual.usual_conversions, usual.usual_cpa),
        ('revenue', usual.revenues, null, usual.usual_conversions, 1)
    ) as known (metric, series, exposure, counted, cost) on known.metric = detectors.metric
    where (
        detectors.metric = 'spend'
        or known.counted >= case when detectors.metric in ('cpc', 'ctr') then 100 else 10 end
        -- Revenue can be reported without conversions.
        or (detectors.metric = 'revenue' and known.counted is null)
      )
      -- After five days of zeros, zero is the level of the series until it returns.
      and (known.series[183] <> 0 or exists (select from pg_catalog.unnest(known.series[178 : 182]) as value where value is distinct from 0))
  ),
  scored as (
    select
      watched.*, score.expected as series_expected, score.scale as series_scale, score.z_score as series_z, score.error_class, score.cause,
      watched.series[183] as series_value,
      coalesce(watched.exposure * score.expected, watched.counted, 1000000) as expected_count, pg_catalog.power(score.scale / nullif(score.expected, 0), 2) as variance
    from watched
    cross join lateral analytics.try_score_last(watched.series, 0, watched.scale_min) as score
    -- A restart is a surge during its first week, after four weeks that are known to be without spend. Occasional spend is not a surge.
    where case
      when watched.detector = 'spend_surge' and score.expected <= 0
        then 0 >= all (array(select coalesce(spend, 1) from pg_catalog.unnest(watched.spends[148 : 175]) as spend))
      -- A drop is no anomaly if the spend of campaigns that were paused or have ended makes up for it.
      when watched.detector = 'spend_drop' and score.z_score <= -3
        then watched.spend + analytics.paused_spend(score_entities.brand_id, watched.entity_id, score_entities.day) <= score.expected - 3 * score.scale
      else true
    end
  ),
  judged as (
    select
      scored.*, shown.value, shown.expected,
      case
        when scored.metric = 'spend' then scored.series_z
        when scored.series_expected > 0 then analytics.count_score(
          scored.expected_count * scored.series_value / scored.series_expected, scored.expected_count, scored.variance
        ) * case when scored.is_inverse then -1 else 1 end
      end as z_score,
      -- Small deviations are not reported: less than a fifth of the expected value, or than a hundredth of the spend of the day.
      case
        when scored.is_inverse then greatest(1 - 1 / 1.2, 0.01 * scored.day_spend / nullif(scored.spend, 0))
        else greatest(0.2, 0.01 * scored.day_spend / nullif(scored.cost * pg_catalog.abs(scored.series_expected), 0))
      end as material
    from scored
    cross join lateral (
      select
        case
          when not scored.is_inverse then scored.series_value
          -- A day with spend and no conversion counts as one conversion.
          else 1 / coalesce(nullif(scored.series_value, 0), 1 / nullif(scored.spend, 0))
        end as value,
        case when scored.is_inverse then 1 / nullif(scored.series_expected, 0) else scored.series_expected end as expected
    ) as shown
  )
  select
    judged.detector, judged.entity_id, judged.level, judged.account_entity_id,
    judged.value, judged.expected,
    case
      when judged.metric = 'spend' then judged.series_scale
      -- z is the deviation in scales here too.
      when pg_catalog.abs(judged.z_score) >= 1 and judged.value <> judged.expected then (judged.value - judged.expected) / judged.z_score
      else judged.expected * pg_catalog.sqrt(judged.variance)
    end,
    judged.z_score,
    case judged.direction when 'spike' then judged.value - judged.expected else judged.expected - judged.value end * judged.cost,
    judged.spend_share,
    case
      when (judged.z_score > 0) = (judged.direction = 'spike')
        then analytics.false_alarm_rate(judged.z_score, judged.metric, judged.series_scale / nullif(judged.series_expected, 0))
      else 1 - analytics.false_alarm_rate(judged.z_score, judged.metric, judged.series_scale / nullif(judged.series_expected, 0))
    end,
    judged.error_class,
    judged.cause,
    case
      when judged.metric = 'spend' then greatest(
        0.2 * pg_catalog.abs(judged.series_expected), 0.01 * judged.day_spend
      ) / nullif(judged.series_scale, 0)
      when judged.series_expected > 0 then case
        when (judged.direction = 'spike') = judged.is_inverse and judged.material >= 1 then 40
        else pg_catalog.abs(analytics.count_score(
          judged.expected_count * (1 + judged.material * case when (judged.direction = 'spike') = judged.is_inverse then -1 else 1 end),
          judged.expected_count, judged.variance
        ))
      end
    end
  from judged
  where judged.z_score is not null or judged.error_class is not null;
$$;
comment on function analytics.score_entities(text, date) is
  'Scores every campaign and ad account of a brand with at least 1 % of the day''s spend, or of the usual spend if it has stopped (analytics.tested_entities). '
  'Each active detector compares the day with the 182 days before it. Conversions, clicks, revenue and their ratios are scored as counts '
  '(analytics.count_score), and only with at least ten expected conversions, cpc and ctr with a hundred clicks. A series that could not be tested has an error_class instead of a z_score. '
  'Days that a platform reported before they ended are not tested.';
grant execute on function analytics.score_entities(text, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
