create type analytics.response_curve as (
  entity_id bigint,
  daily_spend double precision,
  scale double precision,
  elasticity double precision,
  error double precision,
  spend_days bigint,
  conversions double precision,
  spend double precision,
  revenue double precision,
  outcome double precision,
  elasticity_deviation double precision,
  spend_low double precision,
  spend_high double precision
);
comment on type analytics.response_curve is
  'How the outcome of a day of a campaign or ad set follows from its spend: outcome = scale * spend ^ elasticity. error is the standard error of the outcome. '
  'daily_spend is the average of the last 14 days; spend_days to outcome are the sums that the curve is fitted to. elasticity_deviation is the standard '
  'deviation of the elasticity. Nine of ten days with spend had one from spend_low to spend_high.';

create function analytics.response_curves(brand_id text, level text, objective text, lookback_days integer)
returns setof analytics.response_curve
language plpgsql stable
as $$
declare
  v_last_on constant date := analytics.reported_through(response_curves.brand_id);
begin
  perform platform.require_choice('level', response_curves.level, array['campaign', 'adset']);
  perform platform.require_choice('objective', response_curves.objective, array['revenue', 'conversions']);
  perform platform.require_number('lookback_days', response_curves.lookback_days, 14, 1127);
  -- Fits y = a * s^b by weighted least squares on logarithms. The weight of a day halves every 30 days.
  return query
  with days as (
    select
      facts.entity_id, facts.day,
      facts.spend_micros / 1000000.0::double precision as spend,
      coalesce(facts.revenue_micros, 0) / 1000000.0::double precision as revenue,
      coalesce(facts.conversions_micros, 0) / 1000000.0::double precision as conversions,
      pg_catalog.power(2::double precision, -(v_last_on - facts.day) / 30.0) as weight
    from analytics.rollups_daily as facts
    -- The join by level excludes roll-ups that are the parent's own row, because the source reports nothing finer.
    join analytics.entities
      on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id and entities.level = response_curves.level
    where facts.brand_id = response_curves.brand_id
      and facts.level = response_curves.level
      and facts.day > v_last_on - response_curves.lookback_days
      and facts.day <= v_last_on
      and facts.spend_micros > 0
  ),
  outcomes as (
    select days.*, case response_curves.objective when 'conversions' then days.conversions else days.revenue end as outcome from days
  ),
  fits as (
    select
      outcomes.entity_id,
      sum(outcomes.spend) filter (where outcomes.day > v_last_on - 14) / 14 as daily_spend,
      count(*) as spend_days, sum(outcomes.conversions) as conversions, sum(outcomes.spend) as spend, sum(outcomes.revenue) as revenue,
      sum(outcomes.outcome) as outcome,
      sum(outcomes.weight) filter (where outcomes.outcome > 0) as n,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend)) filter (where outcomes.outcome > 0) as x,
      sum(outcomes.weight * pg_catalog.ln(outcomes.outcome)) filter (where outcomes.outcome > 0) as y,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend) * pg_catalog.ln(outcomes.outcome)) filter (where outcomes.outcome > 0) as xy,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend) ^ 2) filter (where outcomes.outcome > 0) as xx,
      sum(outcomes.weight * pg_catalog.ln(outcomes.outcome) ^ 2) filter (where outcomes.outcome > 0) as yy,
      sum(outcomes.weight ^ 2) filter (where outcomes.outcome > 0) as ww,
      count(*) filter (where outcomes.outcome > 0) as fitted_days,
      pg_catalog.percentile_cont('{0.05,0.95}'::double precision[]) within group (order by outcomes.spend) as usual_spends
    from (select outcomes.*, nullif(outcomes.outcome, 0) is not null as counts from outcomes) as outcomes
    group by outcomes.entity_id
  ),
  slopes as (
    select
      fits.*,
      least(0.95, greatest(0.2, coalesce((fits.n * fits.xy - fits.x * fits.y) / nullif(fits.n * fits.xx - fits.x ^ 2, 0), 0.6))) as slope,
      -- The squared standard error of the slope: residual variance / variation of spend, for weighted days. Rounding is no variation: then it is null.
      greatest(0, fits.yy - fits.y ^ 2 / fits.n - (fits.xy - fits.x * fits.y / fits.n) ^ 2 / spends.variation)
        / fits.n * fits.fitted_days / nullif(fits.fitted_days - 2, 0) * fits.ww / fits.n / spends.variation as slope_variance
    from fits
    cross join lateral (select nullif(greatest(fits.xx - fits.x ^ 2 / fits.n - 1e-9 * fits.n, 0), 0) as variation) as spends
  ),
  shrunk as (
    select
      slopes.*,
      -- A slope from few days is uncertain. It is averaged with the brand's mean slope, which has a weight of 15.
      (slopes.n * slopes.slope + 15 * pg_catalog.avg(slopes.slope) over ()) / (slopes.n + 15) as elasticity,
      -- Without any data, an elasticity is uniform between its bounds, with a variance of 0.75 ^ 2 / 12.
      pg_catalog.sqrt(
        (slopes.n / (slopes.n + 15)) ^ 2 * least(coalesce(slopes.slope_variance, 0.046875), 0.046875) + (15 / (slopes.n + 15)) ^ 2 * 0.046875
      ) as elasticity_deviation
    from slopes
  ),
  levels as (
    select
      shrunk.entity_id,
      sum(outcomes.weight * outcomes.outcome) / nullif(sum(outcomes.weight * pg_catalog.power(outcomes.spend, shrunk.elasticity)), 0) as scale
    from shrunk
    join outcomes using (entity_id)
    group by shrunk.entity_id
  )
  select
    shrunk.entity_id, shrunk.daily_spend, levels.scale, shrunk.elasticity,
    (
      select pg_catalog.stddev(outcomes.outcome - levels.scale * pg_catalog.power(outcomes.spend, shrunk.elasticity))
      from outcomes where outcomes.entity_id = shrunk.entity_id
    ) / pg_catalog.sqrt(shrunk.spend_days),
    shrunk.spend_days, shrunk.conversions, shrunk.spend, shrunk.revenue, shrunk.outcome,
    shrunk.elasticity_deviation, shrunk.usual_spends[1], shrunk.usual_spends[2]
  from shrunk
  join levels using (entity_id)
  where shrunk.daily_spend > 0 and levels.scale > 0;
end
$$;
comment on function analytics.response_curves(text, text, text, integer) is
  'Returns the response curve of each campaign or ad set, fitted to daily spend and outcome. The curve is outcome = scale * spend ^ elasticity, '
  'with elasticity from 0.2 to 0.95. Raises NTFND for an unknown brand, and BADRQ for another level, objective or number of days.';
grant execute on function analytics.response_curves(text, text, text, integer) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.curve_gain(
  curve analytics.response_curve, spend double precision, out present double precision, out gain double precision, out deviation double precision
)
language sql immutable
as $$
  select
    given.outcome,
    given.outcome * (given.ratio - 1),
    pg_catalog.sqrt(
      -- The level of the curve, and its elasticity. Both errors are independent of each other.
      (given.outcome * (given.ratio - 1) * coalesce((curve_gain.curve).error * (curve_gain.curve).spend_days / nullif((curve_gain.curve).outcome, 0), 0)) ^ 2
      + (given.outcome * given.ratio * pg_catalog.ln(greatest(curve_gain.spend, 1e-9) / (curve_gain.curve).daily_spend)
        * coalesce((curve_gain.curve).elasticity_deviation, 0)) ^ 2
    )
  from (
    select
      (curve_gain.curve).scale * pg_catalog.power((curve_gain.curve).daily_spend, (curve_gain.curve).elasticity) as outcome,
      pg_catalog.power(curve_gain.spend / (curve_gain.curve).daily_spend, (curve_gain.curve).elasticity) as ratio
  ) as given;
$$;
comment on function analytics.curve_gain(analytics.response_curve, double precision) is
  'Returns the expected outcome of a day at the present spend, how it changes with another spend, and the standard deviation of this change: the level and the '
  'elasticity of the curve are estimates.';
grant execute on function analytics.curve_gain(analytics.response_curve, double precision) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
