create function analytics.move_experiment(brand_id text, experiment_id text, action text)
returns json
language plpgsql volatile
as $$
declare
  v_brand core.brands;
  v_today date;
  v_to text;
  v_experiment analytics.experiments;
begin
  perform analytics.require_live_experiment();
  v_brand := core.data_brand(move_experiment.brand_id);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  perform from analytics.experiments as held
  where held.brand_id = v_brand.brand_id and held.experiment_id = move_experiment.experiment_id
  for update;
  v_experiment := analytics.find_experiment(v_brand.brand_id, move_experiment.experiment_id);
  select allowed.to_status into v_to
  from analytics.experiment_transitions as allowed
  where allowed.action = move_experiment.action and allowed.from_status = v_experiment.status;
  if v_to is null then
    -- A repeated request, or that of another person at the same time, finds what it asks for.
    if exists (
      select from analytics.experiment_transitions as allowed
      where allowed.action = move_experiment.action and allowed.to_status = v_experiment.status
    ) then
      return analytics.experiment_answer(v_brand, move_experiment.brand_id, v_experiment);
    end if;
    perform platform.fail(
      'NMOVE', 'experiment_has_another_status', 'experiment_id',
      pg_catalog.json_build_object(
        'from', v_experiment.status, 'action', move_experiment.action,
        'allowed', array(
          select allowed.action
          from analytics.experiment_transitions as allowed
          where allowed.from_status = v_experiment.status
          order by allowed.action
        )
      )
    );
  elsif move_experiment.action = 'start' and v_experiment.starts_on < v_today then
    perform platform.fail(
      'NMOVE', 'experiment_should_have_started', 'experiment_id', pg_catalog.json_build_object('starts_on', v_experiment.starts_on)
    );
  elsif move_experiment.action = 'end' and v_experiment.starts_on >= v_today then
    perform platform.fail('NMOVE', 'experiment_has_no_days_yet', 'experiment_id', pg_catalog.json_build_object('starts_on', v_experiment.starts_on));
  end if;
  v_experiment.status := v_to;
  if move_experiment.action = 'start' then
    v_experiment.started_at := platform.now();
    v_experiment.started_by := core.scope_writer_id();
  else
    v_experiment.closed_at := platform.now();
    v_experiment.closed_by := core.scope_writer_id();
    v_experiment.closed_on := v_today;
    v_experiment.result_at_end := analytics.lift(v_brand, v_experiment);
  end if;
  update analytics.experiments as held
  set
    status = v_experiment.status, started_at = v_experiment.started_at, started_by = v_experiment.started_by, closed_at = v_experiment.closed_at,
    closed_by = v_experiment.closed_by, closed_on = v_experiment.closed_on, result_at_end = v_experiment.result_at_end
  where held.brand_id = v_experiment.brand_id and held.experiment_id = v_experiment.experiment_id;
  return analytics.experiment_answer(v_brand, move_experiment.brand_id, v_experiment);
end
$$;
comment on function analytics.move_experiment(text, text, text) is
  'Starts, ends or cancels an experiment, as analytics.experiment_transitions allows, and records who did it when. The read-out of an ended experiment is '
  'stored. A repeated request returns the same experiment. Raises NTFND for an unknown experiment, and NMOVE for one with another status, a start after '
  'the first day, and an end before the first day is over.';
grant execute on function analytics.move_experiment(text, text, text) to vitrine_key, vitrine_simulated, vitrine_person;
