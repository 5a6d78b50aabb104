import { anomalies } from '../../../shared/operations/analytics/anomalies.ts'
import { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import { targets } from '../../../shared/operations/analytics/targets.ts'
import { budgets } from '../../../shared/operations/connector/budgets.ts'
import { attribution } from '../../../shared/operations/console/attribution.ts'
import { performance } from '../../../shared/operations/console/performance.ts'
import { request, read } from '../page_context.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { sendPage } from '../page.ts'
import { overviewPage } from '../pages/overview.ts'

/** The overview of a brand. All numbers come from operations of the API, read in one database call. */
export function showOverview(app: AppContext): Handler {
  return async (context) => {
    const { days = '90', compare } = pageQuery(context, ['days', 'compare'])
    const { pageContext, results } = await read(app, context, [
      request(performance, { days }),
      request(forecasts, { type: 'revenue', horizon_days: 30 }),
      request(forecasts, { type: 'custom', metric: 'spend', horizon_days: 30 }),
      request(forecasts, { type: 'roas', horizon_days: 30 }),
      request(anomalies, { days, limit: 200, metric: 'spend' }),
      request(anomalies, { days, limit: 200, metric: 'roas' }),
      request(anomalies, { days, limit: 200, metric: 'cpa' }),
      request(attribution, { days, compared_model: compare }),
      request(budgets, { limit: 200 }),
      request(targets),
    ])
    const [performed, revenue, spend, roas, ofSpend, ofRoas, ofCpa, attributed, paced, set] = results
    if (performed.error && performed.error.code !== 'data_not_ready') throw performed.error
    return await sendPage(context, {
      title: 'Overview',
      pageContext,
      body: overviewPage({
        pageContext,
        days: Number(days),
        compare: compare || null,
        performance: performed,
        forecasts: { revenue, spend, roas },
        anomalies: { spend: [ofSpend], roas: [ofRoas, ofCpa] },
        attribution: attributed,
        budgets: paced,
        targets: set,
      }),
    })
  }
}
