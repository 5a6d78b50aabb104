import type { Operation } from '../operation.ts'
import { anomalies } from './analytics/anomalies.ts'
import { attribution } from './analytics/attribution.ts'
import { attributionComparison } from './analytics/attribution_comparison.ts'
import { attributionPaths } from './analytics/attribution_paths.ts'
import { attributionPreview } from './analytics/attribution_preview.ts'
import { attributionSettings } from './analytics/attribution_settings.ts'
import { breakdown } from './analytics/breakdown.ts'
import { brands } from './analytics/brands.ts'
import { budgetRecommendations } from './analytics/budget_recommendations.ts'
import { creatives } from './analytics/creatives.ts'
import { forecasts } from './analytics/forecasts.ts'
import { metricDefinitions } from './analytics/metric_definitions.ts'
import { metrics } from './analytics/metrics.ts'
import { query } from './analytics/query.ts'
import { sources } from './sources/sources.ts'

/** All operations of the analytics API with their routes. */
export const analyticsOperations: readonly Operation[] = [
  brands, //                GET /v1/brands
  metrics, //               GET /v1/metrics
  breakdown, //             GET /v1/breakdown
  metricDefinitions, //     GET /v1/metrics/definitions
  query, //                 POST /v1/query
  forecasts, //             GET /v1/forecasts
  anomalies, //             GET /v1/anomalies
  attribution, //           GET /v1/attribution
  attributionComparison, // GET /v1/attribution/comparison
  attributionPaths, //      GET /v1/attribution/paths
  attributionSettings, //   GET /v1/attribution-settings
  attributionPreview, //    GET /v1/attribution-preview
  creatives, //             GET /v1/creatives
  budgetRecommendations, // GET /v1/budget-recommendations
  sources, //               GET /v1/sources
]
