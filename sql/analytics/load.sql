-- The topic analytics in reading order; sql/load.sql includes it.
\ir tables.sql
\ir partitions.sql

\ir metrics/metric_definitions.sql

\ir restatements/keep_versions.sql
\ir restatements/facts_as_of.sql

\ir platforms.sql
\ir brands.sql

\ir metrics/missing_bases_as_of.sql
\ir metrics/missing_bases.sql
\ir metrics/missing_warnings.sql
\ir metrics/metric_expression.sql
\ir metrics/sum_columns.sql
\ir metrics/fact_source.sql
\ir metrics/metrics_query.sql
\ir metrics/metric_rows.sql
\ir metrics/unconverted_days.sql
\ir metrics/measure_warnings.sql
\ir metrics/metrics.sql

\ir views.sql
\ir restatements/restatements.sql
\ir restatements/development.sql
\ir restatements/expected_restatement.sql

\ir days/reported_through.sql
\ir days/unreported_days.sql
\ir days/complete_days.sql
\ir metrics/moving_totals.sql
\ir days/completeness_as_of.sql
\ir days/comparable_days.sql

\ir breakdown/compare_metrics.sql
\ir breakdown/ratio_bases.sql
\ir breakdown/breakdown.sql

\ir attribution/tables.sql
\ir erasure/tables.sql
\ir erasure/erased_visitors.sql
\ir attribution/conversion_touches.sql
\ir attribution/markov/markov.sql
\ir attribution/attribute.sql
\ir attribution/days_to_attribute.sql
\ir attribution/markov/count_transitions.sql
\ir attribution/lost_journeys.sql
\ir days/ratio_days.sql
\ir days/acquisition_cost.sql
\ir attribution/comparison/customer_kinds.sql
\ir days/store_ratios.sql
\ir attribution/attribution_totals.sql
\ir attribution/channel_credits.sql
\ir attribution/platform_of_channel.sql
\ir attribution/round_to_total.sql
\ir attribution/channel_results.sql
\ir attribution/markov/credit_markov.sql
\ir attribution/views.sql
\ir attribution/customer_views.sql
\ir attribution/check_channels.sql
\ir attribution/attribution_warnings.sql
\ir attribution/attribution.sql
\ir attribution/comparison/credits.sql
\ir attribution/comparison/read_channel_windows.sql
\ir attribution/comparison/model_choices.sql
\ir attribution/comparison/model_figures.sql
\ir attribution/comparison/spend_of_credits.sql
\ir attribution/comparison/attribution_comparison.sql
\ir attribution/comparison/attribution_paths.sql

\ir settings/tables.sql
\ir settings/configure_attribution.sql
\ir settings/attribution_settings.sql
\ir settings/attribution_preview.sql
\ir settings/targets.sql

\ir forecasts/tables.sql
\ir forecasts/promotions/tables.sql
\ir forecasts/event_days.sql
\ir forecasts/make_forecasts.sql
\ir forecasts/refuse_forecast.sql
\ir forecasts/spend_plan.sql
\ir forecasts/forecasts.sql
\ir forecasts/forecast_total.sql
\ir forecasts/promotions/promotions.sql
\ir forecasts/promotions/create_promotion.sql
\ir forecasts/promotions/delete_promotion.sql
\ir forecasts/later_ratio_total.sql

\ir ga4/tables.sql

\ir anomalies/tables.sql
\ir anomalies/score_last.sql
\ir anomalies/choose_detectors.sql
\ir anomalies/false_alarm_rate.sql
\ir anomalies/tested_entities.sql
\ir anomalies/score_entities.sql
\ir anomalies/find_deviations.sql
\ir anomalies/contributors.sql
\ir anomalies/episodes.sql
\ir anomalies/detect_anomalies.sql
\ir anomalies/detect_due_days.sql
\ir anomalies/move_anomaly.sql
\ir anomalies/alert.sql
\ir anomalies/shown/shown_contributors.sql
\ir anomalies/shown/anomaly_neighbors.sql
\ir anomalies/shown/shown_anomaly.sql
\ir anomalies/shown/anomaly.sql
\ir anomalies/change_anomaly.sql
\ir anomalies/anomalies.sql

\ir creatives/creative_fatigue.sql
\ir creatives/creatives_query.sql
\ir creatives/creatives.sql

\ir budgets/response_curves.sql
\ir budgets/plan_budgets.sql
\ir budgets/budget_warnings.sql
\ir budgets/budget_recommendations.sql
\ir budgets/planned_spends.sql
\ir budgets/scenario_lines.sql
\ir budgets/scenario.sql

\ir explanations/left_out_days.sql
\ir explanations/explained_bases.sql
\ir explanations/campaign_amounts.sql
\ir explanations/divide_change.sql
\ir explanations/explain_change.sql
\ir explanations/coinciding_facts.sql
\ir explanations/explanation.sql
\ir explanations/explanations.sql
\ir digest/digest_parts.sql
\ir digest/digest.sql
\ir experiments/tables.sql
\ir experiments/statistics/switchback_blocks.sql
\ir experiments/switches.sql
\ir experiments/statistics/pair_differences.sql
\ir experiments/statistics/randomization_test.sql
\ir experiments/statistics/detectable_effect.sql
\ir experiments/lift/lift_conclusion.sql
\ir experiments/lift/daily_outcomes.sql
\ir experiments/planning/experiment_power.sql
\ir experiments/planning/event_warnings.sql
\ir experiments/experiment_blocks.sql
\ir experiments/lift/lift_effects.sql
\ir experiments/lift/calibration.sql
\ir experiments/planning/overlapping_experiments.sql
\ir experiments/planning/experiment_stakes.sql
\ir experiments/planning/experiment_preview.sql
\ir experiments/lift/lift.sql
\ir experiments/shown_experiment.sql
\ir experiments/experiment.sql
\ir experiments/experiments.sql
\ir experiments/create_experiment.sql
\ir experiments/move_experiment.sql
\ir experiments/start_experiment.sql
\ir experiments/end_experiment.sql
\ir experiments/cancel_experiment.sql

\ir alert_rules/tables.sql
\ir alert_rules/alert_rules.sql
\ir alert_rules/judge_alert_rule.sql
\ir alert_rules/check_alert_rules.sql
\ir alert_rules/draft_alert_rule.sql
\ir alert_rules/create_alert_rule.sql
\ir alert_rules/change_alert_rule.sql
\ir alert_rules/delete_alert_rule.sql
\ir alert_rules/alert_rule_preview.sql

\ir questions/question_filters.sql
\ir questions/ask.sql
\ir questions/paced_through.sql
\ir questions/answer_operations.sql
\ir questions/answer_with_periods.sql
\ir questions/with_losses.sql
\ir questions/answer_in_numbers.sql
\ir questions/answer_with_explanations.sql
\ir questions/answer_with_experiments.sql
\ir questions/answer_with.sql
\ir questions/answer_with_scenario.sql
\ir questions/answer_with_orders.sql
\ir questions/answer_with_targets.sql
\ir questions/answer_by_operation.sql
\ir questions/query.sql

\ir uploads/tables.sql
\ir uploads/import_uploads.sql
\ir uploads/undo_import.sql

\ir imports/record_import.sql
\ir imports/name_channels.sql
\ir imports/ensure_journey_statistics.sql
\ir imports/stage_journeys.sql
\ir imports/keep_file_orders.sql
\ir imports/import_journeys.sql
\ir shops/stage_shop_orders.sql
\ir shops/commit_shop_orders.sql
\ir erasure/erase_person.sql
\ir erasure/person_data.sql
\ir erasure/prune_touches.sql
\ir erasure/delete_brand_data.sql
\ir imports/import_creatives.sql
\ir imports/resolve_ad_accounts.sql
\ir imports/import_ads.sql
\ir imports/check_ad_facts.sql
\ir imports/supersede_ad_facts.sql
\ir imports/supersede_hours.sql
\ir imports/note_mixed_reports.sql
\ir days/note_coverage.sql
\ir imports/write_ad_facts.sql
\ir imports/commit_ad_import.sql

\ir policies.sql
\ir uploads/policies.sql
