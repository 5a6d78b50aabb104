import type { z } from 'zod'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { anomalyAnswer } from '../../../shared/operations/analytics/anomaly.ts'
import type { budgetRecommendations } from '../../../shared/operations/analytics/budget_recommendations.ts'
import type { experiments } from '../../../shared/operations/analytics/experiments.ts'
import type { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import type { scenario } from '../../../shared/operations/analytics/scenario.ts'
import type { proposals } from '../../../shared/operations/console/proposals.ts'
import type { PageContext, Refused, Result } from '../page_context.ts'
import type { EnteredChange } from './entered_changes.ts'

export type PlannedAnomaly = z.output<typeof anomalyAnswer>
export type Scenario = z.output<(typeof scenario)['output']>
export type Line = Scenario['data'][number]
export type Outcome = Scenario['totals']['revenue']
export type Recommendations = z.output<(typeof budgetRecommendations)['output']>

export type Proposed = z.output<(typeof proposals)['output']>['data'][number]

export type Experiment = z.output<(typeof experiments)['output']>['data'][number]

export interface PlanPage {
  pageContext: PageContext
  horizon: string
  entered: readonly EnteredChange[]
  /** The anomaly that the plan is for. */
  planned: PlannedAnomaly | undefined
  /** The sentences of fields that are not understood. */
  errors: ReadonlyMap<string, string>
  computed: Result<typeof scenario>
  forecast: Result<typeof forecasts>
  recommended: Result<typeof budgetRecommendations>
  /** The latest proposals that wait. */
  proposed: readonly Proposed[]
  experiments: readonly Experiment[]
  error: ApiError | undefined
  /** The form of proposals that was refused. */
  refused?: Refused | undefined
}
