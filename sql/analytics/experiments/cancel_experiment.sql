create function analytics.cancel_experiment(brand_id text, experiment_id text)
returns json
language sql volatile
as $$
  select analytics.move_experiment(cancel_experiment.brand_id, cancel_experiment.experiment_id, 'cancel');
$$;
comment on function analytics.cancel_experiment(text, text) is
  'POST /v1/experiments/{experiment_id}/cancel: closes a planned or running experiment without a read-out. Raises as analytics.move_experiment.';
grant execute on function analytics.cancel_experiment(text, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.cancel_experiment', 'write:experiments', access => 'write', role => 'analyst', served_by => '{analytics,console}');
