create function analytics.experiment_preview(
  brand_id text, pairs integer, block_days integer, washout_days integer default 1, starts_on date default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(experiment_preview.brand_id);
  -- The Monday after today.
  v_starts_on constant date := coalesce(
    experiment_preview.starts_on, pg_catalog.date_trunc('week', platform.now() at time zone v_brand.timezone)::date + 7
  );
  v_plan jsonb;
  v_ends_on date;
  v_events jsonb;
begin
  perform analytics.check_experiment_design(experiment_preview.pairs, experiment_preview.block_days, experiment_preview.washout_days);
  v_plan := analytics.experiment_power(v_brand, experiment_preview.pairs, experiment_preview.block_days, experiment_preview.washout_days);
  v_ends_on := v_starts_on + (v_plan ->> 'days')::integer - 1;
  v_events := analytics.shown_events(v_brand.brand_id, v_starts_on, v_ends_on);
  return pg_catalog.jsonb_build_object(
    'brand_id', experiment_preview.brand_id,
    'currency', v_brand.currency,
    'pairs', experiment_preview.pairs,
    'block_days', experiment_preview.block_days,
    'washout_days', experiment_preview.washout_days,
    'starts_on', v_starts_on,
    'ends_on', v_ends_on,
    'plan', v_plan,
    'events', v_events,
    'meta', pg_catalog.jsonb_build_object('warnings', analytics.event_warnings(v_events))
  );
end
$$;
comment on function analytics.experiment_preview(text, integer, integer, integer, date) is
  'GET /v1/experiment-preview: the effect that a design can detect, before an experiment is planned, and the holidays and promotions in its days. '
  'It starts on the next Monday by default. Stores nothing. Raises BADRQ for an impossible design, and NTRDY as analytics.experiment_power.';
grant execute on function analytics.experiment_preview(text, integer, integer, integer, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.experiment_preview', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
