import { listedAnomalies } from '../../../shared/operations/analytics/anomalies.ts'
import { attributionComparison } from '../../../shared/operations/analytics/attribution_comparison.ts'
import { breakdown } from '../../../shared/operations/analytics/breakdown.ts'
import { explanations } from '../../../shared/operations/analytics/explanations.ts'
import { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import { metrics } from '../../../shared/operations/analytics/metrics.ts'
import { targets } from '../../../shared/operations/analytics/targets.ts'
import { budgets } from '../../../shared/operations/connector/budgets.ts'
import { view } from '../../../shared/operations/console/view.ts'
import { markedAnomaliesMax } from '../charts/marked_anomalies.ts'
import { request, read, readResults } from '../page_context.ts'
import type { Result } from '../page_context.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../page.ts'
import { overviewPage } from '../pages/analytics/overview.ts'
import { comparisonOf, daysOf, hasDays, viewQuery } from '../parts/view.ts'
import type { Query } from '../parts/view.ts'

/** The overview of a brand. All numbers come from operations of the API, read in two database calls at the same time. */
export function showOverview(app: AppContext): Handler {
  return async (context) => {
    const query = viewQuery(context, ['campaign_ids'])
    const { platform, campaign_ids } = query
    const compare_to = comparisonOf(query)
    const days = daysOf(query)
    const scope = { platform, campaign_ids }
    const changed = { ...changedDays(query), ...scope }
    const granularity = granularityOf(query)
    const { pageContext, results, beside } = await read(
      app,
      context,
      [
        request(view, { ...days, ...scope }),
        request(metrics, { ...days, ...scope, granularity, limit: 500 }),
        request(breakdown, { ...days, ...scope, compare_to, level: 'ad_account', limit: 50 }),
        request(listedAnomalies, { ...days, ...scope, limit: markedAnomaliesMax }),
        request(targets),
        request(attributionComparison, { ...days, platform, limit: 8 }),
        request(budgets, { limit: 200 }),
      ],
      [
        request(forecasts, { type: 'revenue', horizon_days: 30 }),
        request(forecasts, { type: 'custom', metric: 'spend', horizon_days: 30 }),
        request(forecasts, { type: 'roas', horizon_days: 30 }),
        changeOf('revenue', changed),
      ],
    )
    const [shown, daily, summed, found, set, attributed, paced] = results
    const [revenue, spend, roas, ofRevenue] = beside
    for (const { error } of [daily, summed, found, ofRevenue]) if (error && error.code !== 'data_not_ready') throw error
    if (!shown.body) throw shown.error
    const others = isReported(ofRevenue)
      ? []
      : await readResults(app, context, [changeOf('conversions', changed), changeOf('spend', changed)])
    const changes = [ofRevenue, ...others].find(isReported) ?? ofRevenue
    return await sendPage(context, {
      title: 'Overview',
      hasScript: true,
      pageContext,
      body: overviewPage({
        pageContext,
        query,
        view: shown.body,
        granularity,
        daily,
        summed,
        forecasts: { revenue, spend, roas },
        anomalies: found,
        attribution: attributed,
        budgets: paced,
        changes,
        targets: set,
      }),
    })
  }
}

/** The days whose change is explained: the chosen ones, or the last 7 days if the address has none. */
function changedDays(query: Query): Query {
  if (!hasDays(query)) return { period: 'last_7_days', compare_to: 'previous_days' }
  // A change needs a comparison, also where the numbers of the page have none.
  const compare_to = query.compare_to === 'none' ? undefined : query.compare_to
  return { ...daysOf(query), compare_to: comparisonOf({ ...query, compare_to }) }
}

function changeOf(metric: 'revenue' | 'conversions' | 'spend', changed: Query) {
  return request(explanations, { metric, ...changed, limit: 3 })
}

/** Whether a change has a value. A brand whose platforms report no revenue has no value of it in any week. */
function isReported({ body }: Result<typeof explanations>): boolean {
  const explanation = body?.explanation
  return !explanation || explanation.current.value !== null || explanation.previous.value !== null
}

/** Days, or weeks if the days would not fit into one page of the operation. */
export function granularityOf({ date_from = '', date_to = '' }: Query): 'day' | 'week' {
  return Date.parse(date_to) - Date.parse(date_from) > 400 * 86_400_000 ? 'week' : 'day'
}
