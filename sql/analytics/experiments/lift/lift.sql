create function analytics.counted_pairs(brand core.brands, experiment analytics.experiments, out first_pair integer, out last_pair integer)
language sql stable
as $$
  select bounds.first_pair, greatest(coalesce(bounds.last_pair, 0), bounds.first_pair - 1)
  from (
    select
      -- The first counted day of the first pair must be known: a quotient, rounded up.
      1 + greatest(
        0,
        (
          known.first_on - (counted_pairs.experiment).starts_on - (counted_pairs.experiment).washout_days + 2 * (counted_pairs.experiment).block_days - 1
        ) / (2 * (counted_pairs.experiment).block_days)
      ) as first_pair,
      (
        least(known.last_on, (counted_pairs.experiment).ends_on, (counted_pairs.experiment).closed_on - 1) - (counted_pairs.experiment).starts_on + 1
      ) / (2 * (counted_pairs.experiment).block_days) as last_pair
    from (select 1) as always
    left join lateral analytics.orders_known(counted_pairs.brand) as known on true
  ) as bounds;
$$;
comment on function analytics.counted_pairs(core.brands, analytics.experiments) is
  'Returns the first and the last of the pairs that were over before the experiment was closed and whose orders are known. Without such a pair, last_pair '
  'is less than first_pair.';

create function analytics.lift_warnings(experiment analytics.experiments, result jsonb)
returns jsonb
language sql stable
as $$
  select coalesce(pg_catalog.jsonb_agg(known.warning order by known.position), '[]')
  from (
    select 1 as position, platform.warning('too_few_pairs_for_an_interval', pg_catalog.jsonb_build_object('pairs', lift_warnings.result -> 'pairs', 'pairs_min', 6)) as warning
    where (lift_warnings.result ->> 'pairs')::integer < 6
    union all
    select 2, platform.warning(
      'experiment_has_fewer_pairs', pg_catalog.jsonb_build_object('pairs', lift_warnings.result -> 'pairs', 'planned', (lift_warnings.experiment).pairs)
    )
    where (lift_warnings.result ->> 'pairs')::integer < (lift_warnings.experiment).pairs
    union all
    select 3, platform.warning(
      'blocks_were_not_as_planned',
      pg_catalog.jsonb_build_object(
        'blocks', (lift_warnings.result #>> '{spend,blocks_not_as_planned}')::integer, 'reported', (lift_warnings.result #>> '{spend,blocks_reported}')::integer
      )
    )
    where (lift_warnings.result #>> '{spend,blocks_not_as_planned}')::integer > 0
    union all
    select 4, platform.warning('spend_of_blocks_is_unknown', pg_catalog.jsonb_build_object('blocks', missing.blocks))
    from (select (lift_warnings.result #>> '{spend,blocks}')::integer - (lift_warnings.result #>> '{spend,blocks_reported}')::integer as blocks) as missing
    where missing.blocks > 0
    union all
    select 5, platform.warning(case
      when lift_warnings.result #> '{spend,difference_per_day}' = 'null' then 'cost_needs_known_spend'
      when not (lift_warnings.result #>> '{spend,differs_as_planned}')::boolean then 'cost_needs_a_difference_of_spend'
      when lift_warnings.result -> 'orders' = 'null' then 'all_pairs_are_alike'
      else 'cost_needs_more_orders_with_ads'
    end)
    where lift_warnings.result -> 'cost_per_incremental_order' = 'null' and (lift_warnings.result ->> 'pairs')::integer >= 6
    union all
    select 6, platform.warning('interval_contains_zero', pg_catalog.jsonb_build_object('metrics', pg_catalog.jsonb_agg(named.metric order by named.metric)))
    from (values ('orders'), ('revenue')) as named (metric)
    where (lift_warnings.result #>> array[named.metric, 'lower'])::double precision <= 0
      and (lift_warnings.result #>> array[named.metric, 'upper'])::double precision >= 0
    having count(*) > 0
    union all
    select 7, platform.warning('conversions_count_as_orders', pg_catalog.jsonb_build_object('platforms', lift_warnings.result #> '{calibration,conversions_as_orders_of}'))
    where lift_warnings.result #> '{calibration,conversions_as_orders_of}' <> '[]'
    union all
    select 8, platform.warning('claims_of_platforms_are_unknown', pg_catalog.jsonb_build_object('platforms', lift_warnings.result #> '{calibration,claims_unknown_of}'))
    where lift_warnings.result #> '{calibration,claims_unknown_of}' <> '[]'
  ) as known;
$$;
comment on function analytics.lift_warnings(analytics.experiments, jsonb) is
  'Returns what limits a read-out of analytics.lift: missing pairs, blocks that were not executed as planned, unknown spend, and why there is no cost, effects '
  'that may be 0, and claims that are no orders or not known.';

create function analytics.lift_spend(experiment analytics.experiments, first_pair integer, last_pair integer)
returns table (
  on_per_day double precision, off_per_day double precision, blocks integer, blocks_reported integer, blocks_not_as_planned integer,
  counted datemultirange
)
language sql stable
as $$
  select
    avg(blocks.spend_per_day_micros) filter (where blocks.is_on and blocks.is_whole) * 0.000001,
    avg(blocks.spend_per_day_micros) filter (where not blocks.is_on and blocks.is_whole) * 0.000001,
    count(*)::integer,
    count(blocks.spend_per_day_micros)::integer,
    (count(*) filter (where not blocks.as_planned))::integer,
    pg_catalog.range_agg(pg_catalog.daterange(blocks.counted_from, blocks.last_on, '[]')) filter (where blocks.is_on and blocks.is_whole)
  from (
    select listed.*, count(listed.spend_per_day_micros) over (partition by listed.pair) = 2 as is_whole
    from analytics.experiment_blocks(lift_spend.experiment) as listed
    where listed.pair between lift_spend.first_pair and lift_spend.last_pair
  ) as blocks;
$$;
comment on function analytics.lift_spend(analytics.experiments, integer, integer) is
  'Returns the mean actual spend a day of the blocks that should be on and off, in units of currency, over the pairs of which both blocks are reported, and '
  'the counted days of these pairs that should be on. Also the number of all blocks from the first to the last pair, of the reported ones, and of those '
  'that were not executed as planned.';

create function analytics.lift(brand core.brands, experiment analytics.experiments)
returns jsonb
language plpgsql stable
as $$
declare
  v_counted record;
  v_pairs integer := 0;
  v_spend record;
  v_effect record;
  v_effects jsonb := '{}'::jsonb;
  v_difference double precision;
  v_differs boolean;
  v_whole double precision;
  v_cost jsonb;
  v_roas jsonb;
  v_estimates jsonb := '{}'::jsonb;
  v_result jsonb;
begin
  if (lift.experiment).status <> 'ended' then
    return null;
  end if;
  select * into v_counted from analytics.counted_pairs(lift.brand, lift.experiment);
  select * into v_spend from analytics.lift_spend(lift.experiment, v_counted.first_pair, v_counted.last_pair);
  v_difference := v_spend.on_per_day - v_spend.off_per_day;
  v_differs := v_spend.on_per_day > 0 and v_difference >= 0.5 * v_spend.on_per_day;
  -- The claims are those of all spend, but the effect is that of its difference.
  v_whole := case when v_differs then v_spend.on_per_day / v_difference end;
  for v_effect in select * from analytics.lift_effects(lift.brand, lift.experiment, v_counted.first_pair, v_counted.last_pair) loop
    v_pairs := v_effect.pairs;
    exit when v_pairs < 6;
    continue when v_effect.lower is null;
    v_effects := v_effects || pg_catalog.jsonb_build_object(v_effect.metric, pg_catalog.jsonb_build_object(
      'per_day', analytics.shown(v_effect.effect),
      'lower', analytics.shown(v_effect.lower),
      'upper', analytics.shown(v_effect.upper),
      'level', analytics.shown(v_effect.level),
      'p_value', analytics.shown(v_effect.p_value),
      'is_exact', v_effect.is_exact,
      'off_per_day', analytics.shown(v_effect.off_per_day),
      'percent', analytics.shown(100 * v_effect.effect / nullif(v_effect.off_per_day, 0))
    ));
    v_estimates := v_estimates || pg_catalog.jsonb_build_object(
      v_effect.metric,
      pg_catalog.jsonb_build_object('value', v_effect.effect * v_whole, 'lower', v_effect.lower * v_whole, 'upper', v_effect.upper * v_whole)
    );
    -- An effect that may be 0 has no cost. The difference of the actual spend counts, so that blocks that were not switched off do not bias it.
    if v_effect.metric = 'orders' and v_effect.lower > 0 and v_differs then
      v_cost := analytics.estimate(1 / v_effect.effect, 1 / v_effect.upper, 1 / v_effect.lower, v_difference);
    elsif v_effect.metric = 'revenue' and v_differs then
      v_roas := analytics.estimate(v_effect.effect, v_effect.lower, v_effect.upper, 1 / v_difference);
    end if;
  end loop;
  v_result := pg_catalog.jsonb_build_object(
    'as_of', platform.utc(platform.now()),
    'pairs', v_pairs,
    'orders', v_effects -> 'orders',
    'revenue', v_effects -> 'revenue',
    'spend', pg_catalog.jsonb_build_object(
      'on_per_day', analytics.shown(v_spend.on_per_day),
      'off_per_day', analytics.shown(v_spend.off_per_day),
      'difference_per_day', analytics.shown(v_difference),
      'differs_as_planned', v_differs,
      'blocks', v_spend.blocks,
      'blocks_reported', v_spend.blocks_reported,
      'blocks_not_as_planned', v_spend.blocks_not_as_planned
    ),
    'cost_per_incremental_order', v_cost,
    'incremental_roas', v_roas,
    'calibration', case when v_pairs >= 6 then analytics.calibration(lift.brand, lift.experiment, v_spend.counted, v_estimates) end
  );
  return v_result || pg_catalog.jsonb_build_object(
    'conclusion', analytics.lift_conclusion(v_result, (lift.experiment).metric),
    'warnings', analytics.lift_warnings(lift.experiment, v_result)
  );
end
$$;
comment on function analytics.lift(core.brands, analytics.experiments) is
  'The read-out of an ended experiment from the present data: the effects (analytics.lift_effects), the actual spend, the cost per incremental order, the '
  'incremental return on ad spend and the calibration (analytics.calibration). All pairs that were over count, also those that were not executed as '
  'planned: to leave them out would undo the randomization. Null before the end, so that no decision depends on an unfinished result.';
grant execute on function
  analytics.counted_pairs(core.brands, analytics.experiments),
  analytics.lift_warnings(analytics.experiments, jsonb),
  analytics.lift_spend(analytics.experiments, integer, integer),
  analytics.lift(core.brands, analytics.experiments)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
