create function analytics.upper_tail(z double precision)
returns double precision
language sql immutable parallel safe
as $$
  -- Abramowitz and Stegun (1964), formula 26.2.17, with an absolute error below 7.5e-8.
  select pg_catalog.exp(-power.z * power.z / 2) / pg_catalog.sqrt(2 * pg_catalog.pi())
    * power.t * (0.319381530 + power.t * (-0.356563782 + power.t * (1.781477937 + power.t * (-1.821255978 + power.t * 1.330274429))))
  from (select least(37, pg_catalog.abs(upper_tail.z)) as z, 1 / (1 + 0.2316419 * least(37, pg_catalog.abs(upper_tail.z))) as t) as power;
$$;
comment on function analytics.upper_tail(double precision) is 'Returns the probability that a standard normal variable is greater than |z|.';
grant execute on function analytics.upper_tail(double precision) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

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
  'The test of a day of one series, a detector of a campaign or ad account. A series that could not be tested has error_class and cause instead of a z_score.';

create function analytics.score_entities(brand_id text, day date)
returns setof analytics.series_score
language sql stable
as $$
  with today as (
    select facts.level, facts.entity_id, facts.spend_micros, facts.revenue_micros, facts.conversions_micros
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
      shares.spend_micros / 1000000.0 as spend, coalesce(shares.conversions_micros, 0) / 1000000.0 as conversions,
      past.spends, past.cpas, past.roass
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
        pg_catalog.array_agg(facts.revenue_micros::double precision / nullif(facts.spend_micros, 0) order by days.day) as roass
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
  scored as (
    select
      watched.detector, histories.*, score.expected, score.scale, score.z_score, score.error_class, score.cause,
      case watched.detector when 'cpa_spike' then histories.cpas[183] when 'roas_drop' then histories.roass[183] else histories.spend end as value
    from histories
    cross join lateral (
      select analytics.median(histories.cpas[156 : 182]) as cpa
    ) as usual
    cross join lateral (values ('cpa_spike', histories.cpas), ('roas_drop', histories.roass), ('spend_surge', histories.spends)) as watched (detector, series)
    cross join lateral analytics.try_score_last(
      watched.series,
      -- A ratio over n conversions varies by chance by about 1 / sqrt(n).
      case when watched.detector = 'spend_surge' then 0.05 else pg_catalog.sqrt(usual.cpa / nullif(histories.spend, 0)) end,
      -- If a campaign has never spent, the scale is 1 % of the day's spend.
      case when watched.detector = 'spend_surge' then 0.01 * histories.level_spend else 0 end
    ) as score
    where (watched.detector = 'spend_surge' or histories.spend / nullif(usual.cpa, 0) >= 10)
      -- A restart is a surge during its first week, after four weeks without spend. Occasional spend is not a surge.
      and case when watched.detector = 'spend_surge' and score.expected <= 0
        then 0 >= all (array(select coalesce(spend, 0) from pg_catalog.unnest(histories.spends[148 : 175]) as spend))
        else true
      end
  )
  select
    scored.detector, scored.entity_id, scored.level, coalesce(entities.account_entity_id, entities.entity_id),
    scored.value, scored.expected, scored.scale, scored.z_score,
    case scored.detector
      when 'cpa_spike' then (scored.value - scored.expected) * greatest(scored.conversions, 1)
      when 'roas_drop' then (scored.expected - scored.value) * scored.spend
      else scored.value - scored.expected
    end,
    scored.spend_share,
    analytics.upper_tail(scored.z_score),
    scored.error_class,
    scored.cause
  from scored
  join analytics.entities on entities.brand_id = score_entities.brand_id and entities.entity_id = scored.entity_id
  where scored.z_score is not null or scored.error_class is not null;
$$;
comment on function analytics.score_entities(text, date) is
  'Scores every campaign and ad account of a brand with at least 1 % of the day''s spend. Each detector compares the day with the 182 days before '
  'it. Ratios are tested only with at least ten expected conversions. A series that could not be tested has an error_class instead of a z_score. '
  'Days that a platform reported before they ended are not tested.';
grant execute on function analytics.score_entities(text, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
