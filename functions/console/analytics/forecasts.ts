import { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import { metrics } from '../../../shared/operations/analytics/metrics.ts'
import { knownMetricNames } from '../../../shared/schema/analytics/metric_names.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { request, read } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { forecastsPage } from '../pages/analytics/forecasts.ts'
import { pageQuery } from '../parts/page_query.ts'

/** The page of one metric: its last 90 days, its forecast, and how good earlier forecasts were. */
export function showForecasts(app: AppContext): Handler {
  return async (context) => {
    const query = pageQuery(context, ['metric', 'horizon_days'])
    const { metric = 'revenue', horizon_days = '30' } = query
    const { pageContext, results } = await read(app, context, [
      request(forecasts, { type: 'custom', metric, horizon_days, total: 'true' }),
      request(metrics, { period: 'last_90_days', metrics: metric, limit: 500 }),
      request(metricDefinitions),
      request(metrics, { period: 'last_90_days', metrics: knownMetricNames.join(), granularity: 'month', limit: 1 }),
    ])
    const [forecast, daily, definitions, all] = results
    const totals = all.body?.totals
    for (const { error } of [forecast, daily]) if (error && error.code !== 'data_not_ready') throw error
    if (!definitions.body) throw definitions.error
    return await sendPage(context, {
      title: 'Forecasts',
      hasScript: true,
      pageContext,
      body: forecastsPage({
        pageContext,
        metric,
        horizonDays: Number(horizon_days),
        forecast,
        daily,
        // The menu offers metrics that these days have.
        definitions: definitions.body.data.filter(
          ({ name }) => !totals || name === metric || (totals[name] ?? null) !== null,
        ),
      }),
    })
  }
}
