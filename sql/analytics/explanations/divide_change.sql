create function analytics.divide_change(
  brand core.brands, metric text, first_on date, last_on date, base_first_on date, base_last_on date, filters jsonb
)
returns table (
  entity_id bigint, factor text, unit text, contribution double precision, multiplier integer, amounts numeric[], factor_amounts numeric[]
)
language plpgsql stable
as $$
declare
  v_bases constant text[] := analytics.explained_bases(divide_change.metric);
  v_last constant integer := pg_catalog.cardinality(v_bases);
  v_is_whole constant boolean := analytics.is_explained_as_whole(
    divide_change.brand, divide_change.metric, divide_change.first_on, divide_change.last_on, divide_change.base_first_on, divide_change.base_last_on
  );
  v_metric analytics.metric_definitions;
  v_is_ratio boolean;
  v_days constant integer := divide_change.last_on - divide_change.first_on + 1;
  v_base_days constant integer := divide_change.base_last_on - divide_change.base_first_on + 1;
  -- A longer period has a larger sum, even if every day is the same. A ratio has not.
  v_longer double precision;
  v_left_out jsonb;
  v_left_out_before jsonb;
begin
  select
    coalesce(pg_catalog.jsonb_object_agg(held.account_entity_id, held.days), '{}'),
    coalesce(pg_catalog.jsonb_object_agg(held.account_entity_id, held.base_days), '{}')
  into v_left_out, v_left_out_before
  from analytics.left_out_days(
    (divide_change.brand).brand_id, divide_change.first_on, divide_change.last_on, divide_change.base_first_on, divide_change.base_last_on,
    analytics.filtered_platforms((divide_change.brand).brand_id, divide_change.filters)
  ) as held;
  select definition.* into strict v_metric from analytics.metric_definitions as definition where definition.name = divide_change.metric;
  v_is_ratio := v_metric.denominator is not null;
  v_longer := case when v_is_ratio then 0 else pg_catalog.ln(v_days::double precision / v_base_days) end;
  return query
  with sides as materialized (
    select
      coalesce(now.entity_id, before.entity_id) as entity_id, now.amounts as now, before.amounts as before, now.is_reported as now_reported,
      before.is_reported as before_reported
    from analytics.campaign_amounts(
      divide_change.brand, divide_change.metric, divide_change.first_on, divide_change.last_on, divide_change.filters, v_is_whole, v_left_out
    ) as now
    full join analytics.campaign_amounts(
      divide_change.brand, divide_change.metric, divide_change.base_first_on, divide_change.base_last_on, divide_change.filters, v_is_whole, v_left_out_before
    ) as before on before.entity_id = now.entity_id
  ),
  -- A campaign without a report of a period has zeros there.
  amounts as materialized (
    select
      sides.entity_id, base.position::integer as position, base.name, coalesce(sides.now[base.position], 0) as now,
      coalesce(sides.before[base.position], 0) as before,
      coalesce(sides.now_reported[base.position], true) and coalesce(sides.before_reported[base.position], true) as is_reported
    from sides
    cross join pg_catalog.unnest(v_bases) with ordinality as base (name, position)
  ),
  steps as materialized (
    select
      kept.*, pg_catalog.lag(kept.name) over chain as below, pg_catalog.lag(kept.now) over chain as now_below,
      pg_catalog.lag(kept.before) over chain as before_below
    from amounts as kept
    -- Impressions take the place of clicks that are not reported. Beside clicks they are a step only where the metric ends in one of both.
    where kept.position in (1, v_last)
      or kept.is_reported and not (
        kept.name = 'impressions'
        and exists (
          select from amounts as clicked
          where clicked.entity_id = kept.entity_id and clicked.name = 'clicks' and clicked.position > 1 and clicked.position < v_last and clicked.is_reported
        )
      )
    window chain as (partition by kept.entity_id order by kept.position)
  ),
  campaigns as materialized (
    select
      steps.entity_id,
      max(steps.now) filter (where steps.position = v_last) as now,
      max(steps.before) filter (where steps.position = v_last) as before,
      max(steps.now) filter (where steps.position = 1) as now_base,
      max(steps.before) filter (where steps.position = 1) as before_base,
      min(steps.position) filter (where steps.now = 0) as now_zero,
      min(steps.position) filter (where steps.before = 0) as before_zero,
      pg_catalog.bool_and(
        steps.is_reported and steps.now >= 0 and steps.before >= 0
        and (steps.now = 0 or coalesce(steps.now_below, 1) > 0) and (steps.before = 0 or coalesce(steps.before_below, 1) > 0)
      ) as is_divisible
    from steps
    group by steps.entity_id
  ),
  whole as materialized (
    select
      nullif(case when v_is_ratio then sum(campaigns.now_base) / v_metric.multiplier else 1 end, 0)::double precision as now_base,
      nullif(case when v_is_ratio then sum(campaigns.before_base) / v_metric.multiplier else 1 end, 0)::double precision as before_base,
      case when v_is_ratio then analytics.log_mean(
        (v_metric.multiplier * sum(campaigns.now) / nullif(sum(campaigns.now_base), 0))::double precision,
        (v_metric.multiplier * sum(campaigns.before) / nullif(sum(campaigns.before_base), 0))::double precision
      ) else 0 end as mean
    from campaigns
  ),
  valued as materialized (
    select
      campaigns.*,
      campaigns.now / whole.now_base as now_value,
      campaigns.before / whole.before_base as before_value,
      analytics.log_mean(campaigns.now / whole.now_base, campaigns.before / whole.before_base) as weight,
      -- A campaign with more of the denominator changes a ratio only as far as its own ratio differs from that of all.
      case when v_is_ratio then whole.mean * (
        campaigns.now_base / (whole.now_base * v_metric.multiplier) - campaigns.before_base / (whole.before_base * v_metric.multiplier)
      ) else 0 end as mixed
    from campaigns
    cross join whole
  )
  select
    part.entity_id, part.factor, part.unit, part.contribution, part.multiplier,
    case
      when v_metric.name <> 'profit' then array[sides.now[v_last], sides.now[1], sides.before[v_last], sides.before[1]]
      else array[
        coalesce(sides.now[3], 0) - coalesce(sides.now[2], 0) - coalesce(sides.now[1], 0), null,
        coalesce(sides.before[3], 0) - coalesce(sides.before[2], 0) - coalesce(sides.before[1], 0), null
      ]
    end,
    part.factor_amounts
  from (
    select
      steps.entity_id,
      case when steps.below is not null then factors.factor when v_is_ratio then 'mix' else steps.name end as factor,
      case when steps.below is not null then factors.unit when not v_is_ratio then definition.unit end as unit,
      coalesce(factors.multiplier, 1) as multiplier,
      case
        when valued.now_value > 0 and valued.before_value > 0 then valued.weight * (
          pg_catalog.ln(steps.now::double precision / coalesce(steps.now_below::double precision, whole.now_base))
          - pg_catalog.ln(steps.before::double precision / coalesce(steps.before_below::double precision, whole.before_base))
          - case when steps.below is null then v_longer else 0 end
        )
        when valued.now_value > 0 and steps.position = valued.before_zero then valued.now_value
        when valued.before_value > 0 and steps.position = valued.now_zero then -valued.before_value
        else 0
      end - case when steps.below is null then valued.mixed else 0 end as contribution,
      case
        when steps.below is null and v_is_ratio then null
        when steps.below is null then array[steps.now, null, steps.before, null]
        when factors.is_inverse then array[steps.now_below, steps.now, steps.before_below, steps.before]
        else array[steps.now, steps.now_below, steps.before, steps.before_below]
      end as factor_amounts
    from steps
    join valued on valued.entity_id = steps.entity_id and valued.is_divisible
    cross join whole
    join analytics.metric_definitions as definition on definition.name = steps.name
    left join analytics.explained_factors(v_bases) as factors on factors.below = steps.below and factors.base = steps.name
    where v_metric.name <> 'profit'
    union all
    select valued.entity_id, 'days', 'count', 1, valued.weight * v_longer, array[v_days, null, v_base_days, null]::numeric[]
    from valued
    where v_longer <> 0 and valued.is_divisible and valued.now_value > 0 and valued.before_value > 0 and v_metric.name <> 'profit'
    union all
    select valued.entity_id, 'undivided', null, 1, valued.now_value - valued.before_value - valued.mixed, null
    from valued
    where not valued.is_divisible and v_metric.name <> 'profit'
    union all
    select
      amounts.entity_id, amounts.name, 'money', 1, ((amounts.now - amounts.before) * case amounts.name when 'revenue' then 1 else -1 end)::double precision,
      array[held.now[amounts.position], null, held.before[amounts.position], null]
    from amounts
    join sides as held on held.entity_id = amounts.entity_id
    where v_metric.name = 'profit'
  ) as part
  join sides on sides.entity_id = part.entity_id;
end
$$;
comment on function analytics.divide_change(core.brands, text, date, date, date, date, jsonb) is
  'Divides the change of a metric between two periods among campaigns and factors by the log-mean Divisia index (LMDI-I), without the days of '
  'analytics.left_out_days. The contributions add up to the change. docs/methods/explanations.md has the formulas. contribution is null if the metric has no value in one of the periods. amounts: numerator and '
  'denominator of the campaign, now and before, null without a report; factor_amounts: those of the factor. days: the periods differ in length. undivided: a campaign whose amounts are no chain, '
  'such as revenue without conversions.';
grant execute on function analytics.divide_change(core.brands, text, date, date, date, date, jsonb) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
