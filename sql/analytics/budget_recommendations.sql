create function analytics.response_curves(brand_id text, level text, objective text, lookback_days integer)
returns table (
  entity_id bigint, daily_spend double precision, scale double precision, elasticity double precision, error double precision,
  spend_days bigint, conversions double precision, spend double precision, revenue double precision, outcome double precision
)
language sql stable
as $$
  -- y = a * s^b by least squares on logarithms, a day of a month ago counting half as much as yesterday.
  with bounds as (
    select data_status.last_on
    from analytics.data_status
    where data_status.brand_id = response_curves.brand_id and data_status.kind = 'ads_daily'
  ),
  days as (
    select
      facts.entity_id, facts.day, bounds.last_on,
      facts.spend_micros / 1000000.0::double precision as spend,
      coalesce(facts.revenue_micros, 0) / 1000000.0::double precision as revenue,
      coalesce(facts.conversions_micros, 0) / 1000000.0::double precision as conversions,
      pg_catalog.power(2::double precision, -(bounds.last_on - facts.day) / 30.0) as weight
    from analytics.rollups_daily as facts
    cross join bounds
    where facts.brand_id = response_curves.brand_id
      and facts.level = response_curves.level
      and facts.day > bounds.last_on - response_curves.lookback_days
      and facts.day <= bounds.last_on
      and facts.spend_micros > 0
  ),
  outcomes as (
    select days.*, case response_curves.objective when 'conversions' then days.conversions else days.revenue end as outcome from days
  ),
  fits as (
    select
      outcomes.entity_id,
      sum(outcomes.spend) filter (where outcomes.day > outcomes.last_on - 14) / 14 as daily_spend,
      count(*) as spend_days, sum(outcomes.conversions) as conversions, sum(outcomes.spend) as spend, sum(outcomes.revenue) as revenue,
      sum(outcomes.outcome) as outcome,
      sum(outcomes.weight) filter (where outcomes.outcome > 0) as n,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend)) filter (where outcomes.outcome > 0) as x,
      sum(outcomes.weight * pg_catalog.ln(outcomes.outcome)) filter (where outcomes.outcome > 0) as y,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend) * pg_catalog.ln(outcomes.outcome)) filter (where outcomes.outcome > 0) as xy,
      sum(outcomes.weight * pg_catalog.ln(outcomes.spend) ^ 2) filter (where outcomes.outcome > 0) as xx
    from (select outcomes.*, nullif(outcomes.outcome, 0) is not null as counts from outcomes) as outcomes
    group by outcomes.entity_id
  ),
  slopes as (
    select fits.*, least(0.95, greatest(0.2, coalesce((fits.n * fits.xy - fits.x * fits.y) / nullif(fits.n * fits.xx - fits.x ^ 2, 0), 0.6))) as slope
    from fits
  ),
  shrunk as (
    select
      slopes.*,
      -- Few days say little about a slope: the brand's own middle weighs as much as three weeks.
      (slopes.n * slopes.slope + 15 * pg_catalog.avg(slopes.slope) over ()) / (slopes.n + 15) as elasticity
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
    shrunk.spend_days, shrunk.conversions, shrunk.spend, shrunk.revenue, shrunk.outcome
  from shrunk
  join levels using (entity_id)
  where shrunk.daily_spend > 0 and levels.scale > 0;
$$;
comment on function analytics.response_curves(text, text, text, integer) is
  'How the outcome of a day follows from its spend, per campaign or ad set: outcome = scale * spend ^ elasticity, with elasticity from 0.2 to 0.95.';

create function analytics.equal_margins(
  spends double precision[], scales double precision[], elasticities double precision[], budget double precision, shift_max double precision
)
returns double precision[]
language plpgsql immutable
as $$
declare
  v_low double precision := 1e-12;
  v_high double precision := 1e12;
  v_price double precision;
  v_plan double precision[];
  v_sum double precision;
begin
  -- The best plan pays the same for the last unit everywhere: that price is found by halving.
  for i in 1 .. 100 loop
    v_price := pg_catalog.sqrt(v_low * v_high);
    select
      pg_catalog.array_agg(planned.spend order by planned.position), sum(planned.spend)
    into v_plan, v_sum
    from (
      select
        curve.position,
        least(
          curve.spend * (1 + equal_margins.shift_max),
          greatest(
            curve.spend * (1 - equal_margins.shift_max),
            pg_catalog.exp(least(50, pg_catalog.ln(curve.scale * curve.elasticity / v_price) / (1 - curve.elasticity)))
          )
        ) as spend
      from rows from (
        pg_catalog.unnest(equal_margins.spends), pg_catalog.unnest(equal_margins.scales), pg_catalog.unnest(equal_margins.elasticities)
      ) with ordinality as curve (spend, scale, elasticity, position)
    ) as planned;
    if v_sum > equal_margins.budget then
      v_low := v_price;
    else
      v_high := v_price;
    end if;
  end loop;
  return v_plan;
end
$$;
comment on function analytics.equal_margins(double precision[], double precision[], double precision[], double precision, double precision) is
  'How to spend a budget so that the last unit earns the same everywhere, no spend moving by more than shift_max (a fraction).';

create function analytics.budget_recommendations(
  brand_id text,
  level text default 'campaign',
  objective text default 'revenue',
  budget_change_pct integer default 0,
  max_shift_pct integer default 20,
  lookback_days integer default 56,
  "limit" integer default 50
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_plan double precision[];
  v_data json;
  v_totals json;
  v_withheld bigint;
  v_total bigint;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(budget_recommendations.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily') then
    perform platform.fail('NTRDY', 'No ad data has been ingested for this brand yet. Connect an ad account or import a report.');
  end if;
  if pg_catalog.abs(budget_recommendations.budget_change_pct) > budget_recommendations.max_shift_pct then
    perform platform.fail('BADRQ', 'budget_change_pct: cannot be more than max_shift_pct. Raise max_shift_pct, or ask for a smaller change.');
  end if;

  select count(*) into v_withheld
  from analytics.response_curves(v_brand.brand_id, budget_recommendations.level, budget_recommendations.objective, budget_recommendations.lookback_days) as curves
  where curves.spend_days < 14 or curves.conversions < 30;

  with curves as materialized (
    select curves.*, pg_catalog.row_number() over (order by curves.entity_id) as no
    from analytics.response_curves(v_brand.brand_id, budget_recommendations.level, budget_recommendations.objective, budget_recommendations.lookback_days) as curves
    where curves.spend_days >= 14 and curves.conversions >= 30
  ),
  plan as (
    select analytics.equal_margins(
      pg_catalog.array_agg(curves.daily_spend order by curves.no), pg_catalog.array_agg(curves.scale order by curves.no),
      pg_catalog.array_agg(curves.elasticity order by curves.no),
      sum(curves.daily_spend) * (1 + budget_recommendations.budget_change_pct / 100.0), budget_recommendations.max_shift_pct / 100.0
    ) as spends
    from curves
  ),
  moved as (
    select
      curves.*, plan.spends[curves.no] as planned,
      curves.scale * pg_catalog.power(plan.spends[curves.no], curves.elasticity) - curves.scale * pg_catalog.power(curves.daily_spend, curves.elasticity) as gain,
      curves.revenue / nullif(curves.spend, 0) as average_roas,
      curves.conversions / nullif(curves.spend, 0) as conversions_per_unit,
      curves.outcome / nullif(curves.spend, 0) as average_outcome,
      case when curves.spend_days >= 42 and curves.conversions >= 200 then 'high' when curves.spend_days >= 28 and curves.conversions >= 60 then 'medium' else 'low' end as confidence
    from curves
    cross join plan
  ),
  told as (
    select
      moved.*,
      -- What is gained of the objective carries the other along at its average.
      moved.gain / nullif(moved.average_outcome, 0) as gained_spend_equivalent,
      pg_catalog.row_number() over (order by pg_catalog.abs(moved.gain) desc, moved.entity_id) as rank
    from moved
  )
  select
    count(*),
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', pg_catalog.concat_ws('/', entities.platform, budget_recommendations.level, entities.external_id),
        'level', budget_recommendations.level,
        'entity', pg_catalog.json_build_object('id', entities.external_id, 'name', entities.name),
        'platform', entities.platform,
        'current_daily_spend', analytics.rounded(told.daily_spend, v_exponent),
        'recommended_daily_spend', analytics.rounded(told.planned, v_exponent),
        'change_pct', analytics.rounded(100 * (told.planned / told.daily_spend - 1), 1),
        'expected_change', pg_catalog.json_build_object(
          'spend', analytics.rounded(told.planned - told.daily_spend, v_exponent),
          'revenue', analytics.rounded(told.gained_spend_equivalent * told.average_roas, v_exponent),
          'conversions', analytics.rounded(told.gained_spend_equivalent * told.conversions_per_unit, 2),
          'low', analytics.rounded(told.gain - 1.28 * told.error, case budget_recommendations.objective when 'revenue' then v_exponent else 2 end),
          'high', analytics.rounded(told.gain + 1.28 * told.error, case budget_recommendations.objective when 'revenue' then v_exponent else 2 end)
        ),
        'marginal_roas', analytics.rounded(told.average_roas * told.elasticity, 4),
        'average_roas', analytics.rounded(told.average_roas, 4),
        'saturation', analytics.rounded(1 - told.elasticity, 3),
        'confidence', told.confidence,
        'reasons', pg_catalog.json_build_array(
          case when told.planned > told.daily_spend * 1.005 then 'The last unit spent here earns more than elsewhere.'
            when told.planned < told.daily_spend * 0.995 then 'The last unit spent here earns less than elsewhere.'
            else 'Spend is where it earns the most already.'
          end,
          pg_catalog.format('Spending 10 %% more brings about %s %% more %s.', pg_catalog.round((100 * (pg_catalog.power(1.1, told.elasticity) - 1))::numeric, 1), budget_recommendations.objective)
        ),
        'options', (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'change_pct', option.pct,
              'budget', analytics.rounded(told.daily_spend * (1 + option.pct / 100.0), v_exponent),
              'expected_' || budget_recommendations.objective, analytics.rounded(
                told.scale * pg_catalog.power(told.daily_spend * (1 + option.pct / 100.0), told.elasticity), case budget_recommendations.objective when 'revenue' then v_exponent else 2 end
              )
            )
            order by option.pct
          )
          from (values (-20), (-10), (0), (10), (20)) as option (pct)
        )
      )
      order by told.rank
    ) filter (where told.rank <= budget_recommendations."limit"),
    pg_catalog.json_build_object(
      'current_daily_spend', analytics.rounded(sum(told.daily_spend), v_exponent),
      'recommended_daily_spend', analytics.rounded(sum(told.planned), v_exponent),
      'expected_revenue_change', analytics.rounded(sum(told.gained_spend_equivalent * told.average_roas), v_exponent),
      'expected_conversions_change', analytics.rounded(sum(told.gained_spend_equivalent * told.conversions_per_unit), 2)
    )
  into v_total, v_data, v_totals
  from told
  join analytics.entities on entities.brand_id = v_brand.brand_id and entities.entity_id = told.entity_id;

  return pg_catalog.json_build_object(
    'brand_id', budget_recommendations.brand_id,
    'level', budget_recommendations.level,
    'objective', budget_recommendations.objective,
    'data', coalesce(v_data, '[]'),
    'totals', case when v_total > 0 then v_totals end,
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', v_total,
      'truncated', v_total > budget_recommendations."limit",
      'warnings', case when v_withheld = 0 then '[]'::json
        else pg_catalog.json_build_array(v_withheld || ' left out: less than 14 days of spend or 30 conversions in the last ' || budget_recommendations.lookback_days || ' days.')
      end
    )
  );
end
$$;
comment on function analytics.budget_recommendations(text, text, text, integer, integer, integer, integer) is
  'GET /v1/budget-recommendations: how the same spend (or so much more or less) would earn the most, from the brand''s own response curves. '
  'Advice only: nothing is changed anywhere. Raises NTRDY when nothing was ever ingested.';
grant execute on function
  analytics.response_curves(text, text, text, integer),
  analytics.equal_margins(double precision[], double precision[], double precision[], double precision, double precision),
  analytics.budget_recommendations(text, text, text, integer, integer, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.budget_recommendations', 'read:marketing');
