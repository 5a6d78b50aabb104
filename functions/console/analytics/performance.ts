import { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import { breakdown } from '../../../shared/operations/console/breakdown.ts'
import { csvHeaders, csvStream } from '../../../shared/http/csv.ts'
import type { CsvForm } from '../../../shared/operation.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { request, read } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { performancePage } from '../pages/performance.ts'
import { pageQuery } from '../parts/page_query.ts'
import { requireOnePeriod, viewParameters } from '../parts/view.ts'

const parameters = [
  ...viewParameters,
  'level',
  'metrics',
  'account_ids',
  'campaign_ids',
  'adset_ids',
  'search',
  'sort',
  'order',
] as const
const rowsOfPage = 50
/** The maximum of the operation, for fewer calls. */
const rowsOfDownload = 500

/** The page of ad accounts, campaigns, ad sets and ads with their metrics. */
export function showPerformance(app: AppContext): Handler {
  return async (context) => {
    const query = pageQuery(context, [...parameters, 'page'], [], ['metrics'])
    requireOnePeriod(query)
    const { pageContext, results } = await read(app, context, [
      request(breakdown, {
        ...query,
        search: query.search || undefined,
        trend: query.sort ?? 'spend',
        limit: rowsOfPage,
      }),
      request(metricDefinitions),
    ])
    const [found, definitions] = results
    if (found.error && found.error.code !== 'data_not_ready') throw found.error
    if (!definitions.body) throw definitions.error
    return await sendPage(context, {
      title: 'Performance',
      pageContext,
      body: performancePage({ pageContext, query, found, definitions: definitions.body.data, rowsOfPage }),
    })
  }
}

/** All rows of the page as a CSV file, one database call for each 500. */
export function downloadPerformance(app: AppContext): Handler {
  return async (context) => {
    const query = pageQuery(context, parameters, [], ['metrics'])
    requireOnePeriod(query)
    const input = { ...query, search: query.search || undefined, limit: rowsOfDownload }
    const readPage = async (page: number) => {
      const { results } = await read(app, context, [request(breakdown, { ...input, page })])
      const [{ body, error }] = results
      if (error) throw error
      return body
    }
    const first = await readPage(1)
    const name = `${first.level}_performance_${first.date_from}_${first.date_to}.csv`
    const pages = { input, first, pageRows: rowsOfDownload, readPage }
    return context.body(csvStream(breakdown.csv as CsvForm, pages), 200, csvHeaders(first, false, name))
  }
}
