create function analytics.experiment(brand_id text, experiment_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(experiment.brand_id);
begin
  return analytics.experiment_answer(v_brand, experiment.brand_id, analytics.find_experiment(v_brand.brand_id, experiment.experiment_id));
end
$$;
comment on function analytics.experiment(text, text) is
  'GET /v1/experiments/{experiment_id}: an experiment with its plan, calendar, compliance and read-out. Raises NTFND for an unknown id.';
grant execute on function analytics.experiment(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.experiment', 'read:marketing', served_by => '{analytics,console}');
