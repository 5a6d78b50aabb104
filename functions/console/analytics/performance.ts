import { z } from 'zod'
import { breakdown } from '../../../shared/operations/analytics/breakdown.ts'
import { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import { view } from '../../../shared/operations/console/view.ts'
import { csvHeaders, csvStream } from '../../../shared/http/csv.ts'
import type { CsvForm } from '../../../shared/operation.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { defaultComparison } from '../../../shared/schema/console/view.ts'
import type { AppContext } from '../app_context.ts'
import { request, read } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { performancePage } from '../pages/analytics/performance.ts'
import { daysOf, viewQuery } from '../parts/view.ts'
import type { Query } from '../parts/view.ts'

const parameters = ['level', 'metrics', 'account_ids', 'campaign_ids', 'adset_ids', 'search', 'sort', 'order']
const rowsOfPage = 50
/** The maximum of the operation, for fewer calls. */
const rowsOfDownload = 500

/** The page of ad accounts, campaigns, ad sets and ads with their metrics. */
export function showPerformance(app: AppContext): Handler {
  return async (context) => {
    const query = viewQuery(context, [...parameters, 'page'], ['metrics'])
    const { pageContext, results } = await read(app, context, [
      request(breakdown, { ...inputOf(query), trend: query.sort ?? 'spend', limit: rowsOfPage }),
      request(metricDefinitions),
      request(view, { ...daysOf(query), platform: query.platform, campaign_ids: query.campaign_ids }),
    ])
    const [found, definitions, shown] = results
    if (found.error && found.error.code !== 'data_not_ready') throw found.error
    if (!definitions.body) throw definitions.error
    if (!shown.body) throw shown.error
    return await sendPage(context, {
      title: 'Performance',
      pageContext,
      body: performancePage({
        pageContext,
        query,
        found,
        definitions: definitions.body.data,
        view: shown.body,
        rowsOfPage,
      }),
    })
  }
}

/** The operation with the columns of its CSV form. */
const listed = { ...breakdown, output: breakdown.output.extend({ columns: z.array(z.string()) }) }

/** All rows of the page as a CSV file, one database call for each 500. */
export function downloadPerformance(app: AppContext): Handler {
  return async (context) => {
    const input = { ...inputOf(viewQuery(context, parameters, ['metrics'])), limit: rowsOfDownload }
    const readPage = async (page: number) => {
      const { results } = await read(app, context, [request(listed, { ...input, page })])
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

/** The input of the operation: the parameters of the page with its defaults. An empty search searches nothing. */
function inputOf(query: Query): Query {
  const { period: _, ...named } = query
  return { compare_to: defaultComparison, ...named, ...daysOf(query), search: query.search || undefined }
}
