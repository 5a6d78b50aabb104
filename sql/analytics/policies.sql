call core.protect('analytics.entities');
call core.protect('analytics.creatives');
call core.protect('analytics.facts_daily');
call core.protect('analytics.facts_hourly');
call core.protect('analytics.facts_daily_versions');
call core.protect('analytics.facts_hourly_versions');
call core.protect('analytics.rollups_daily');
call core.protect('analytics.restatement_factors');
call core.protect('analytics.mixed_reports');
call core.protect('analytics.coverage');
call core.protect('analytics.imports');
call core.protect('analytics.import_rejections');
call core.protect('analytics.data_status');
call core.protect('analytics.platform_status');
call core.protect('analytics.unfinished_days');
call core.protect('analytics.attribution_settings');
call core.protect('analytics.attribution_changes');
call core.protect('analytics.targets');
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
call core.protect('analytics.chosen_detectors');

-- A key, or a person with the role analyst, sets the status of the anomalies of the brands in scope. A false positive raises a threshold.
create policy move on analytics.anomalies for update to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy move_as_person on analytics.anomalies for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
grant update (status, changed_at) on analytics.anomalies to vitrine_key, vitrine_person;
create policy raise on analytics.anomaly_thresholds for insert to vitrine_key
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy raise_as_person on analytics.anomaly_thresholds for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')));
create policy raise_again on analytics.anomaly_thresholds for update to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy raise_again_as_person on analytics.anomaly_thresholds for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
grant insert, update (z_min) on analytics.anomaly_thresholds to vitrine_key, vitrine_person;

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

-- A key, or a person with the role analyst, creates experiments in its own name, and moves those of the brands in scope.
call core.protect('analytics.experiments');
revoke insert, update, delete on analytics.experiments from vitrine_worker;
create policy plan on analytics.experiments for insert to vitrine_key
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and created_by = core.scope_credential_id());
create policy plan_as_person on analytics.experiments for insert to vitrine_person
with check (
  brand_id = any ((select core.scope_brand_ids())::text[]) and created_by = core.scope_person_id()::text and (select core.scope_role_is('analyst'))
);
create policy move on analytics.experiments for update to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy move_as_person on analytics.experiments for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
grant insert (brand_id, name, platform, campaign_ids, metric, starts_on, pairs, block_days, washout_days, seed, power, created_by)
on analytics.experiments to vitrine_key, vitrine_person;
grant update (status, started_at, started_by, closed_at, closed_by, closed_on, result_at_end)
on analytics.experiments to vitrine_key, vitrine_person;

-- analytics.due_switches and analytics.claim_switches handle the experiments of all brands as vitrine_gate.
create policy gate on analytics.experiments for select to vitrine_gate using (true);
create policy gate_reminds on analytics.experiments for update to vitrine_gate using (true);
grant select (brand_id, experiment_id, status, starts_on, ends_on, pairs, block_days, seed, reminded_through), update (reminded_through)
on analytics.experiments to vitrine_gate;

-- A key adds promotions in its own name, and removes those of the brands in scope.
call core.protect('analytics.promotions');
revoke insert, update, delete on analytics.promotions from vitrine_worker;
create policy add on analytics.promotions for insert to vitrine_key
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and created_by = core.scope_credential_id());
create policy remove on analytics.promotions for delete to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]));
grant insert (brand_id, name, starts_on, ends_on, created_by), delete on analytics.promotions to vitrine_key;

call core.protect_reference('analytics.experiment_transitions');
grant select on analytics.experiment_transitions to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

-- A key, or a person with the role analyst, writes the alert rules of the brands in scope.
call core.protect('analytics.alert_rules');
create policy add on analytics.alert_rules for insert to vitrine_key
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and created_by = core.scope_credential_id());
create policy add_as_person on analytics.alert_rules for insert to vitrine_person
with check (
  brand_id = any ((select core.scope_brand_ids())::text[]) and created_by = core.scope_person_id()::text and (select core.scope_role_is('analyst'))
);
create policy change on analytics.alert_rules for update to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy change_as_person on analytics.alert_rules for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy remove on analytics.alert_rules for delete to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy remove_as_person on analytics.alert_rules for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')));
grant insert (brand_id, name, metric, platform, campaign_id, comparison, threshold, days, created_by, changed_by), delete
on analytics.alert_rules to vitrine_key, vitrine_person;
grant update (
  name, metric, platform, campaign_id, comparison, threshold, days, is_on, version, changed_at, changed_by, judged_through, unknown_since
) on analytics.alert_rules to vitrine_key, vitrine_person;

-- A changed rule ends its open alert.
call core.protect('analytics.rule_alerts');
create policy end_alert on analytics.rule_alerts for update to vitrine_key
using (brand_id = any ((select core.scope_brand_ids())::text[]))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy end_alert_as_person on analytics.rule_alerts for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('analyst')))
with check (brand_id = any ((select core.scope_brand_ids())::text[]));
grant update (ended_at, end_reason) on analytics.rule_alerts to vitrine_key, vitrine_person;
