create function analytics.experiment_preview(brand_id text, pairs integer, block_days integer, washout_days integer default 1)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(experiment_preview.brand_id);
begin
  perform analytics.check_experiment_design(experiment_preview.pairs, experiment_preview.block_days, experiment_preview.washout_days);
  return pg_catalog.jsonb_build_object(
    'brand_id', experiment_preview.brand_id,
    'currency', v_brand.currency,
    'pairs', experiment_preview.pairs,
    'block_days', experiment_preview.block_days,
    'washout_days', experiment_preview.washout_days,
    'plan', analytics.experiment_power(v_brand, experiment_preview.pairs, experiment_preview.block_days, experiment_preview.washout_days)
  );
end
$$;
comment on function analytics.experiment_preview(text, integer, integer, integer) is
  'GET /v1/experiment-preview: the effect that a design can detect, before an experiment is planned. Stores nothing. Raises BADRQ for an impossible design, and '
  'NTRDY as analytics.experiment_power.';
grant execute on function analytics.experiment_preview(text, integer, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.experiment_preview', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
