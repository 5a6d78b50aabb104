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
  -- Fits y = a * s^b by weighted least squares on logarithms. The weight of a day halves every 30 days. docs/methods/budgets.md has the formulas.
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
  sums as (
    select
      outcomes.entity_id,
      sum(outcomes.spend) filter (where outcomes.day > v_last_on - 14) / 14 as daily_spend,
      count(*) filter (where outcomes.day > v_last_on - 14) / 14.0::double precision as active_share,
      count(*) as spend_days, sum(outcomes.conversions) as conversions, sum(outcomes.spend) as spend, sum(outcomes.revenue) as revenue,
      sum(outcomes.outcome) as outcome,
      pg_catalog.percentile_cont('{0.05,0.95}'::double precision[]) within group (order by outcomes.spend) as usual_spends
    from outcomes
    group by outcomes.entity_id
  ),
  logarithms as (
    select
      outcomes.entity_id, outcomes.day, outcomes.weight,
      pg_catalog.ln(outcomes.spend) - sum(outcomes.weight * pg_catalog.ln(outcomes.spend)) over own / sum(outcomes.weight) over own as x,
      pg_catalog.ln(outcomes.outcome) - sum(outcomes.weight * pg_catalog.ln(outcomes.outcome)) over own / sum(outcomes.weight) over own as y
    from outcomes
    where outcomes.outcome > 0
    window own as (partition by outcomes.entity_id)
  ),
  demands as (
    -- The demand of a day is the mean outcome of the others. Spend follows it, so that an elasticity without it is too high. d_error: the variance of this mean.
    select
      others.entity_id, others.weight, others.x, others.y, others.d,
      (others.yy - (others.n - 1) * others.d ^ 2) / (others.n - 1) / (others.n - 2) as d_error
    from (
      select
        logarithms.*, count(*) over today as n, (sum(logarithms.y) over today - logarithms.y) / nullif(count(*) over today - 1, 0) as d,
        sum(logarithms.y ^ 2) over today - logarithms.y ^ 2 as yy
      from logarithms
      window today as (partition by logarithms.day)
    ) as others
    where others.n >= 3
  ),
  moments as (
    select
      demands.entity_id, count(*) as days, sum(demands.weight) as n, sum(demands.weight ^ 2) as ww,
      sum(demands.weight * demands.x) as x, sum(demands.weight * demands.y) as y, sum(demands.weight * demands.d) as d,
      sum(demands.weight * demands.x ^ 2) as xx, sum(demands.weight * demands.y ^ 2) as yy, sum(demands.weight * demands.d ^ 2) as dd,
      sum(demands.weight * demands.x * demands.y) as xy, sum(demands.weight * demands.x * demands.d) as xd,
      sum(demands.weight * demands.y * demands.d) as yd, sum(demands.weight * demands.d_error) as d_error
    from demands
    group by demands.entity_id
  ),
  slopes as (
    select
      moments.entity_id, own.xy / own.xx as slope,
      -- The squared standard error of the slope for weighted days, and the square of the bias that the error of the demand leaves.
      greatest(0, own.yy - own.xy ^ 2 / own.xx) / moments.n * moments.days / nullif(moments.days - 3, 0) * moments.ww / moments.n / own.xx
        + coalesce((
          by_demand.x / known.share * (by_demand.y - own.xy / own.xx * by_demand.x) / known.share * by_demand.dd * known.share * (1 - known.share) / own.xx
        ) ^ 2, 0) as slope_variance
    from moments
    cross join lateral (
      select
        nullif(moments.dd - moments.d ^ 2 / moments.n, 0) as dd, moments.xd - moments.x * moments.d / moments.n as xd,
        moments.yd - moments.y * moments.d / moments.n as yd
    ) as demand
    cross join lateral (
      select coalesce(demand.xd / demand.dd, 0) as x, coalesce(demand.yd / demand.dd, 0) as y, coalesce(demand.dd, 0) as dd
    ) as by_demand
    cross join lateral (
      select
        -- Rounding is no variation.
        nullif(greatest(moments.xx - moments.x ^ 2 / moments.n - by_demand.x ^ 2 * by_demand.dd - 1e-9 * moments.n, 0), 0) as xx,
        moments.yy - moments.y ^ 2 / moments.n - by_demand.y ^ 2 * by_demand.dd as yy,
        moments.xy - moments.x * moments.y / moments.n - by_demand.x * by_demand.y * by_demand.dd as xy
    ) as own
    cross join lateral (select greatest(0.05, 1 - moments.d_error / nullif(by_demand.dd, 0)) as share) as known
  ),
  weighed as (
    -- Without any data, an elasticity is uniform between 0 and 1: its mean is 0.5, its variance a twelfth.
    select sums.*, least(1, greatest(0, slopes.slope)) as slope, coalesce(1 / (1 + 12 * slopes.slope_variance), 0) as certainty
    from sums
    left join slopes on slopes.entity_id = sums.entity_id
  ),
  shrunk as (
    select
      weighed.*,
      least(0.95, greatest(0.02, weighed.certainty * coalesce(weighed.slope, 0) + (1 - weighed.certainty) * 0.5)) as elasticity,
      pg_catalog.sqrt((1 - weighed.certainty) / 12) as elasticity_deviation
    from weighed
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
    shrunk.entity_id, shrunk.daily_spend,
    -- The curve of a day with spend, as one of the mean day: a share of the days has the spend, 1 / share as much each.
    levels.scale * pg_catalog.power(shrunk.active_share, 1 - shrunk.elasticity), shrunk.elasticity,
    (
      select pg_catalog.stddev(outcomes.outcome - levels.scale * pg_catalog.power(outcomes.spend, shrunk.elasticity))
      from outcomes where outcomes.entity_id = shrunk.entity_id
    ) / pg_catalog.sqrt(shrunk.spend_days),
    shrunk.spend_days, shrunk.conversions, shrunk.spend, shrunk.revenue, shrunk.outcome,
    shrunk.elasticity_deviation, shrunk.usual_spends[1] * shrunk.active_share, shrunk.usual_spends[2] * shrunk.active_share
  from shrunk
  join levels using (entity_id)
  where shrunk.daily_spend > 0 and levels.scale > 0;
end
$$;
comment on function analytics.response_curves(text, text, text, integer) is
  'Returns the response curve of each campaign or ad set, fitted to daily spend and outcome. The curve is outcome = scale * spend ^ elasticity, '
  'with elasticity from 0.02 to 0.95. The mean outcome of the others on a day is its demand, without which the elasticity is fitted. Raises NTFND for an unknown brand, and BADRQ for another level, objective or number of days.';
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
