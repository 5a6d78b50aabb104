create function analytics.start_experiment(brand_id text, experiment_id text)
returns json
language sql volatile
as $$
  select analytics.move_experiment(start_experiment.brand_id, start_experiment.experiment_id, 'start');
$$;
comment on function analytics.start_experiment(text, text) is
  'POST /v1/experiments/{experiment_id}/start: records that people execute the calendar from its first day on. Raises as analytics.move_experiment.';
grant execute on function analytics.start_experiment(text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.start_experiment', 'write:experiments', access => 'write', role => 'analyst', served_by => '{analytics,console}');
