import type { Operation } from '../operation.ts'
import { alertRulePreview } from './analytics/alert_rule_preview.ts'
import { alertRules } from './analytics/alert_rules.ts'
import { anomalies } from './analytics/anomalies.ts'
import { anomaly } from './analytics/anomaly.ts'
import { attribution } from './analytics/attribution.ts'
import { attributionComparison } from './analytics/attribution_comparison.ts'
import { attributionPaths } from './analytics/attribution_paths.ts'
import { attributionPreview } from './analytics/attribution_preview.ts'
import { attributionSettings } from './analytics/attribution_settings.ts'
import { breakdown } from './analytics/breakdown.ts'
import { brands } from './analytics/brands.ts'
import { budgetRecommendations } from './analytics/budget_recommendations.ts'
import { cancelExperiment } from './analytics/cancel_experiment.ts'
import { changeAlertRule } from './analytics/change_alert_rule.ts'
import { changeAnomaly } from './analytics/change_anomaly.ts'
import { createAlertRule } from './analytics/create_alert_rule.ts'
import { createExperiment } from './analytics/create_experiment.ts'
import { creatives } from './analytics/creatives.ts'
import { digest } from './analytics/digest.ts'
import { endExperiment } from './analytics/end_experiment.ts'
import { experiment } from './analytics/experiment.ts'
import { experimentPreview } from './analytics/experiment_preview.ts'
import { experiments } from './analytics/experiments.ts'
import { explanations } from './analytics/explanations.ts'
import { forecasts } from './analytics/forecasts.ts'
import { metricDefinitions } from './analytics/metric_definitions.ts'
import { metrics } from './analytics/metrics.ts'
import { createPromotion } from './analytics/create_promotion.ts'
import { deleteAlertRule } from './analytics/delete_alert_rule.ts'
import { deletePromotion } from './analytics/delete_promotion.ts'
import { promotions } from './analytics/promotions.ts'
import { query } from './analytics/query.ts'
import { scenario } from './analytics/scenario.ts'
import { startExperiment } from './analytics/start_experiment.ts'
import { targets } from './analytics/targets.ts'
import { proposeChanges } from './connector/propose_changes.ts'
import { sources } from './sources/sources.ts'

/** All operations of the analytics API with their routes. */
export const analyticsOperations: readonly Operation[] = [
  brands, //                GET /v1/brands
  metrics, //               GET /v1/metrics
  breakdown, //             GET /v1/breakdown
  metricDefinitions, //     GET /v1/metrics/definitions
  query, //                 POST /v1/query
  explanations, //          GET /v1/explanations
  digest, //                GET /v1/digest
  forecasts, //             GET /v1/forecasts
  anomalies, //             GET /v1/anomalies
  anomaly, //               GET /v1/anomalies/{anomaly_id}
  changeAnomaly, //       PATCH /v1/anomalies/{anomaly_id}
  attribution, //           GET /v1/attribution
  attributionComparison, // GET /v1/attribution/comparison
  attributionPaths, //      GET /v1/attribution/paths
  attributionSettings, //   GET /v1/attribution-settings
  attributionPreview, //    GET /v1/attribution-preview
  creatives, //             GET /v1/creatives
  budgetRecommendations, // GET /v1/budget-recommendations
  scenario, //             POST /v1/scenarios
  targets, //               GET /v1/targets
  experimentPreview, //     GET /v1/experiment-preview
  experiments, //           GET /v1/experiments
  createExperiment, //     POST /v1/experiments
  experiment, //            GET /v1/experiments/{experiment_id}
  startExperiment, //      POST /v1/experiments/{experiment_id}/start
  endExperiment, //        POST /v1/experiments/{experiment_id}/end
  cancelExperiment, //     POST /v1/experiments/{experiment_id}/cancel
  promotions, //            GET /v1/promotions
  createPromotion, //      POST /v1/promotions
  deletePromotion, //    DELETE /v1/promotions/{promotion_id}
  alertRulePreview, //     POST /v1/alert-rules/preview
  alertRules, //            GET /v1/alert-rules
  createAlertRule, //      POST /v1/alert-rules
  changeAlertRule, //       PUT /v1/alert-rules/{rule_id}
  deleteAlertRule, //    DELETE /v1/alert-rules/{rule_id}
  proposeChanges, //       POST /v1/proposals
  sources, //               GET /v1/sources
]
