call core.protect('analytics.entities');
call core.protect('analytics.creatives');
call core.protect('analytics.facts_daily');
call core.protect('analytics.facts_hourly');
call core.protect('analytics.facts_daily_versions');
call core.protect('analytics.facts_hourly_versions');
call core.protect('analytics.rollups_daily');
call core.protect('analytics.restatement_factors');
call core.protect('analytics.mixed_reports');
call core.protect('analytics.imports');
call core.protect('analytics.import_rejections');
call core.protect('analytics.data_status');
call core.protect('analytics.platform_status');
call core.protect('analytics.unfinished_days');
call core.protect('analytics.attribution_settings');
call core.protect('analytics.attribution_changes');
call core.protect('analytics.channels');
call core.protect('analytics.touchpoints');
call core.protect('analytics.orders');
call core.protect('analytics.identity_links');
call core.protect('analytics.erased_visitors');
call core.protect('analytics.attribution_days');
call core.protect('analytics.attribution_credits');
call core.protect('analytics.attribution_ad_credits');
call core.protect('analytics.attribution_transitions');
call core.protect('analytics.forecasts');
call core.protect('analytics.forecast_points');
call core.protect('analytics.anomalies');
call core.protect('analytics.anomaly_thresholds');
call core.protect('analytics.detected_days');

call core.protect_reference('analytics.detectors');
call core.protect_reference('analytics.anomaly_transitions');
grant select on analytics.detectors, analytics.anomaly_transitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

call core.protect_reference('analytics.attribution_models');
grant select on analytics.attribution_models to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

call core.protect_reference('analytics.metric_definitions');
grant select on analytics.metric_definitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

call core.protect_reference('analytics.platform_aliases');
grant select on analytics.platform_aliases to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

-- analytics.due_attribution_changes lists brands as vitrine_gate.
create policy gate on analytics.attribution_changes for select to vitrine_gate using (true);
grant select (brand_id, is_refused, requested_at) on analytics.attribution_changes to vitrine_gate;
