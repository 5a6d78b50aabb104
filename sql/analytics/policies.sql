call core.protect('analytics.entities');
call core.protect('analytics.creatives');
call core.protect('analytics.facts_daily');
call core.protect('analytics.facts_hourly');
call core.protect('analytics.rollups_daily');
call core.protect('analytics.mixed_reports');
call core.protect('analytics.imports');
call core.protect('analytics.import_rejections');
call core.protect('analytics.data_status');
call core.protect('analytics.platform_status');
call core.protect('analytics.unfinished_days');
call core.protect('analytics.attribution_settings');
call core.protect('analytics.channels');
call core.protect('analytics.touchpoints');
call core.protect('analytics.orders');
call core.protect('analytics.identity_links');
call core.protect('analytics.attribution_days');
call core.protect('analytics.attribution_credits');
call core.protect('analytics.attribution_ad_credits');
call core.protect('analytics.attribution_transitions');
call core.protect('analytics.forecasts');
call core.protect('analytics.forecast_points');
call core.protect('analytics.anomalies');
call core.protect('analytics.anomaly_thresholds');
call core.protect('analytics.detected_days');

alter table analytics.detectors enable row level security;
alter table analytics.detectors force row level security;
create policy every_role on analytics.detectors for select using (true);
alter table analytics.anomaly_transitions enable row level security;
alter table analytics.anomaly_transitions force row level security;
create policy every_role on analytics.anomaly_transitions for select using (true);
grant select on analytics.detectors, analytics.anomaly_transitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

alter table analytics.attribution_models enable row level security;
alter table analytics.attribution_models force row level security;
create policy every_role on analytics.attribution_models for select using (true);
grant select on analytics.attribution_models to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

alter table analytics.metric_definitions enable row level security;
alter table analytics.metric_definitions force row level security;
create policy every_role on analytics.metric_definitions for select using (true);
grant select on analytics.metric_definitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

alter table analytics.platform_aliases enable row level security;
alter table analytics.platform_aliases force row level security;
create policy every_role on analytics.platform_aliases for select using (true);
grant select on analytics.platform_aliases to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
