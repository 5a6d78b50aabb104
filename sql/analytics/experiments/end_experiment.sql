create function analytics.end_experiment(brand_id text, experiment_id text)
returns json
language sql volatile
as $$
  select analytics.move_experiment(end_experiment.brand_id, end_experiment.experiment_id, 'end');
$$;
comment on function analytics.end_experiment(text, text) is
  'POST /v1/experiments/{experiment_id}/end: closes a running experiment and reads it out. Pairs that are not over do not count. Raises as analytics.move_experiment.';
grant execute on function analytics.end_experiment(text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.end_experiment', 'write:experiments', access => 'write', role => 'analyst', served_by => '{analytics,console}');
