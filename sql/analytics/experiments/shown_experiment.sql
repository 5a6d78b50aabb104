create function analytics.find_experiment(brand_id text, experiment_id text)
returns analytics.experiments
language plpgsql stable
as $$
declare
  v_experiment analytics.experiments;
begin
  select held.* into v_experiment
  from analytics.experiments as held
  where held.brand_id = find_experiment.brand_id and held.experiment_id = find_experiment.experiment_id;
  if not found then
    perform platform.fail(
      'NTFND', 'names_no_experiment_of_this_brand', 'experiment_id', pg_catalog.json_build_object('experiment_id', find_experiment.experiment_id)
    );
  end if;
  return v_experiment;
end
$$;
comment on function analytics.find_experiment(text, text) is 'Returns an experiment of a brand. Raises NTFND for an unknown id.';

create function analytics.shown_experiment(experiment analytics.experiments, today date)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'experiment_id', (shown_experiment.experiment).experiment_id,
  'name', (shown_experiment.experiment).name,
  'status', (shown_experiment.experiment).status,
  'platform', (shown_experiment.experiment).platform,
  'campaign_ids', (shown_experiment.experiment).campaign_ids,
  'metric', (shown_experiment.experiment).metric,
  'starts_on', (shown_experiment.experiment).starts_on,
  'ends_on', (shown_experiment.experiment).ends_on,
  'pairs', (shown_experiment.experiment).pairs,
  'block_days', (shown_experiment.experiment).block_days,
  'washout_days', (shown_experiment.experiment).washout_days,
  'seed', (shown_experiment.experiment).seed,
  'next_switch', analytics.next_switch(shown_experiment.experiment, shown_experiment.today),
  'plan', (shown_experiment.experiment).power,
  'created_at', platform.utc((shown_experiment.experiment).created_at),
  'created_by', (shown_experiment.experiment).created_by,
  'started_at', platform.utc((shown_experiment.experiment).started_at),
  'started_by', (shown_experiment.experiment).started_by,
  'closed_at', platform.utc((shown_experiment.experiment).closed_at),
  'closed_by', (shown_experiment.experiment).closed_by,
  'closed_on', (shown_experiment.experiment).closed_on,
  -- Read-outs that were stored before they had a conclusion get one too.
  'result_at_end', ((shown_experiment.experiment).result_at_end - 'warnings') || pg_catalog.jsonb_build_object(
    'conclusion', analytics.lift_conclusion((shown_experiment.experiment).result_at_end, (shown_experiment.experiment).metric)
  )
);
comment on function analytics.shown_experiment(analytics.experiments, date) is
  'An experiment as in responses: its plan, its next switch on or after today, who moved it when, and its read-out of the time when it was ended.';

create function analytics.experiment_campaigns(experiment analytics.experiments)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_agg(
    pg_catalog.jsonb_build_object(
      'id', listed.id,
      'name', connector.target_name(
        (experiment_campaigns.experiment).brand_id,
        pg_catalog.jsonb_build_object('level', 'campaign', 'platform', (experiment_campaigns.experiment).platform, 'id', listed.id)
      )
    )
    order by listed.position
  )
  from pg_catalog.unnest((experiment_campaigns.experiment).campaign_ids) with ordinality as listed (id, position);
$$;
comment on function analytics.experiment_campaigns(analytics.experiments) is
  'Returns {id, name} of the campaigns whose ads an experiment switches. Null for all ads of the platform. The name is null if nothing has the id, or '
  'campaigns of several accounts have it.';
grant execute on function analytics.experiment_campaigns(analytics.experiments)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.experiment_answer(brand core.brands, brand_id text, experiment analytics.experiments)
returns json
language plpgsql stable
as $$
declare
  v_today constant date := (platform.now() at time zone (experiment_answer.brand).timezone)::date;
  v_result constant jsonb := analytics.lift(experiment_answer.brand, experiment_answer.experiment);
  v_last_on constant date := least((experiment_answer.experiment).ends_on, (experiment_answer.experiment).closed_on - 1);
  v_events constant jsonb := case
    when (experiment_answer.experiment).starts_on <= v_last_on then analytics.shown_events(
      (experiment_answer.experiment).brand_id, (experiment_answer.experiment).starts_on, v_last_on
    )
    else '[]'
  end;
begin
  return pg_catalog.jsonb_build_object(
    'brand_id', experiment_answer.brand_id,
    'currency', (experiment_answer.brand).currency,
    'today', v_today,
    'experiment', analytics.shown_experiment(experiment_answer.experiment, v_today),
    'campaigns', analytics.experiment_campaigns(experiment_answer.experiment),
    'blocks', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'pair', blocks.pair,
          'state', case when blocks.is_on then 'on' else 'off' end,
          'is_switch', blocks.first_on in (
            select switches.day
            from analytics.switches(
              (experiment_answer.experiment).starts_on, (experiment_answer.experiment).pairs, (experiment_answer.experiment).block_days,
              (experiment_answer.experiment).seed
            ) as switches
          ),
          'first_on', blocks.first_on,
          'counted_from', blocks.counted_from,
          'last_on', blocks.last_on,
          'spend_per_day', analytics.shown(blocks.spend_per_day_micros / 1000000),
          'as_planned', blocks.as_planned
        )
        order by blocks.pair, blocks.block
      )
      from analytics.experiment_blocks(experiment_answer.experiment) as blocks
    ),
    'events', v_events,
    'result', v_result - 'warnings',
    'data_through', (analytics.orders_known(experiment_answer.brand)).last_on,
    'meta', pg_catalog.jsonb_build_object(
      'warnings', coalesce(
        v_result -> 'warnings',
        case when (experiment_answer.experiment).status in ('planned', 'running') then pg_catalog.jsonb_build_array(
          platform.warning(
            'experiment_is_not_finished',
            pg_catalog.jsonb_build_object('status', (experiment_answer.experiment).status, 'ends_on', (experiment_answer.experiment).ends_on)
          )
        ) end,
        '[]'
      ) || analytics.event_warnings(v_events)
    )
  );
end
$$;
comment on function analytics.experiment_answer(core.brands, text, analytics.experiments) is
  'An experiment with its calendar, the actual spend of each block, and after the end its read-out from the present data. Before, the result is null '
  'and a warning says so.';
grant execute on function
  analytics.find_experiment(text, text),
  analytics.shown_experiment(analytics.experiments, date),
  analytics.experiment_answer(core.brands, text, analytics.experiments)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
