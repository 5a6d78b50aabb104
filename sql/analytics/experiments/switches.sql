create function analytics.switches(starts_on date, pairs integer, block_days integer, seed bigint)
returns table (day date, is_on boolean)
language sql immutable
as $$
  select states.first_on, states.is_on
  from (
    select phases.first_on, phases.is_on, lag(phases.is_on) over (order by phases.first_on) as was_on
    from (
      select blocks.first_on, blocks.is_on
      from analytics.switchback_blocks(switches.starts_on, switches.pairs, switches.block_days, 0, switches.seed) as blocks
      union all
      -- The ads are on after the last block, as before the first one.
      select switches.starts_on + 2 * switches.pairs * switches.block_days, true
    ) as phases
  ) as states
  where states.is_on is distinct from states.was_on
  order by states.first_on;
$$;
comment on function analytics.switches(date, integer, integer, bigint) is
  'Returns the days at whose beginning people switch the ads of an experiment, with the new state: the first day, the first day of each block after a '
  'block with the other state, and the day after the last block if that one is off.';

create function analytics.next_switch(experiment analytics.experiments, today date)
returns jsonb
language sql stable
return (
  select pg_catalog.jsonb_build_object('day', due.day, 'state', case when due.is_on then 'on' else 'off' end)
  from analytics.switches(
    (next_switch.experiment).starts_on, (next_switch.experiment).pairs, (next_switch.experiment).block_days, (next_switch.experiment).seed
  ) as due
  where due.day >= next_switch.today
    and (
      (next_switch.experiment).status = 'running'
      -- An experiment cannot be started after its first day.
      or ((next_switch.experiment).status = 'planned' and (next_switch.experiment).starts_on >= next_switch.today)
    )
  order by due.day
  limit 1
);
comment on function analytics.next_switch(analytics.experiments, date) is
  'Returns {day, state} of the next switch of the ads of an experiment, today included. Null after the last one, and for a closed experiment or one that was not '
  'started in time.';

grant execute on function analytics.switches(date, integer, integer, bigint)
to vitrine_gate, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function analytics.next_switch(analytics.experiments, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
