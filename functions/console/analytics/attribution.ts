import { attributionComparison } from '../../../shared/operations/analytics/attribution_comparison.ts'
import { attributionPaths } from '../../../shared/operations/analytics/attribution_paths.ts'
import { view } from '../../../shared/operations/console/view.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { request, read } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { attributionPage } from '../pages/analytics/attribution.ts'
import { daysOf, viewQuery } from '../parts/view.ts'

const parameters = ['level', 'model', 'compared_model', 'click_days', 'view_days']

/** The page of orders by channel and campaign under two models, with the paths to them. */
export function showAttribution(app: AppContext): Handler {
  return async (context) => {
    const query = viewQuery(context, parameters)
    const { platform, level, model, compared_model, click_days, view_days } = query
    const windows = { click_days, view_days }
    const compare = { ...daysOf(query), platform, level, model, compared_model, ...windows, limit: 200 }
    const { pageContext, results, beside } = await read(
      app,
      context,
      [request(attributionComparison, compare)],
      [request(view, daysOf(query)), request(attributionPaths, { ...daysOf(query), ...windows, limit: 20 })],
    )
    const [compared] = results
    const [shown, paths] = beside
    for (const { error } of [compared, paths]) if (error && error.code !== 'data_not_ready') throw error
    if (!shown.body) throw shown.error
    return await sendPage(context, {
      title: 'Attribution',
      hasScript: true,
      pageContext,
      body: attributionPage({ pageContext, query, view: shown.body, compared, paths }),
    })
  }
}
