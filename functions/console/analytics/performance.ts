import { z } from 'zod'
import { listedAnomalies } from '../../../shared/operations/analytics/anomalies.ts'
import { breakdown } from '../../../shared/operations/analytics/breakdown.ts'
import { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import { metrics } from '../../../shared/operations/analytics/metrics.ts'
import { view } from '../../../shared/operations/console/view.ts'
import { csvHeaders, csvStream } from '../../../shared/http/csv.ts'
import type { CsvForm } from '../../../shared/operation.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { markedAnomaliesMax } from '../charts/marked_anomalies.ts'
import { request, read, readResults } from '../page_context.ts'
import type { Result } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { measuresOf } from '../pages/analytics/entity_charts.ts'
import type { EntitySeries } from '../pages/analytics/entity_charts.ts'
import { openedEntity } from '../pages/analytics/levels.ts'
import type { Entity } from '../pages/analytics/levels.ts'
import { performancePage } from '../pages/analytics/performance.ts'
import { comparisonOf, daysOf, viewQuery } from '../parts/view.ts'
import type { Query } from '../parts/view.ts'
import { granularityOf } from './overview.ts'

const parameters = ['level', 'metrics', 'account_ids', 'campaign_ids', 'adset_ids', 'ad_ids', 'search', 'sort', 'order']
const rowsOfPage = 50
/** The maximum of the operation, for fewer calls. */
const rowsOfDownload = 500

/** The page of ad accounts, campaigns, ad sets and ads with their metrics. It charts the one that the address opens. */
export function showPerformance(app: AppContext): Handler {
  return async (context) => {
    const query = viewQuery(context, [...parameters, 'page'], ['metrics'])
    const entity = openedEntity(query)
    const { pageContext, results } = await read(app, context, [
      request(breakdown, { ...inputOf(query), trend: query.sort ?? 'spend', limit: rowsOfPage }),
      request(metricDefinitions),
      request(view, { ...daysOf(query), platform: query.platform, campaign_ids: query.campaign_ids }),
      ...(entity === null ? [] : [request(metrics, { ...seriesInput(query), ...daysOf(query) })]),
    ])
    const [found, definitions, shown, ...charted] = results
    if (found.error && found.error.code !== 'data_not_ready') throw found.error
    if (!definitions.body) throw definitions.error
    if (!shown.body) throw shown.error
    const series =
      entity && found.body ? await seriesOf(app, context, { query, entity, charted, found: found.body }) : null
    return await sendPage(context, {
      title: 'Performance',
      hasScript: series !== null,
      pageContext,
      body: performancePage({
        pageContext,
        query,
        found,
        definitions: definitions.body.data,
        view: shown.body,
        series,
        rowsOfPage,
      }),
    })
  }
}

/** What selects the facts of the opened entity: all ids of the address, because an id can be that of several platforms. */
function scopeOf({ platform, account_ids, campaign_ids, adset_ids, ad_ids }: Query): Query {
  return { platform, account_ids, campaign_ids, adset_ids, ad_ids }
}

function seriesInput(query: Query) {
  return { ...scopeOf(query), metrics: measuresOf(query).join(','), granularity: granularityOf(query), limit: 500 }
}

/** The requests of the anomalies of the entity in the days of the page, and of those of the account of a campaign. */
function anomalyRequests(query: Query, { level }: Entity, { date_from, date_to, data }: Charted['found']) {
  const days = { date_from, date_to, limit: markedAnomaliesMax }
  const { platform, account_ids, campaign_ids } = query
  if (level.key === 'account') return [request(listedAnomalies, { ...days, level: 'account', platform, account_ids })]
  if (level.key !== 'campaign') return []
  const [row] = data
  const accounts = new Set(data.map((each) => `${String(each.platform)}/${String(each.account_id)}`))
  return [
    request(listedAnomalies, { ...days, level: 'campaign', platform, account_ids, campaign_ids }),
    ...(row && accounts.size === 1
      ? [
          request(listedAnomalies, {
            ...days,
            level: 'account',
            platform: String(row.platform),
            account_ids: String(row.account_id),
          }),
        ]
      : []),
  ]
}

interface Charted {
  query: Query
  entity: Entity
  charted: readonly unknown[]
  found: NonNullable<Result<typeof breakdown>['body']>
}

/** The days of the entity, and those that the page compares them with, which the comparison has to state first. */
async function seriesOf(
  app: AppContext,
  context: Parameters<Handler>[0],
  { query, entity, charted, found }: Charted,
): Promise<EntitySeries> {
  const [reported] = charted as [Result<typeof metrics>]
  if (reported.error && reported.error.code !== 'data_not_ready') throw reported.error
  const { compared } = found
  const days = compared && { date_from: compared.date_from, date_to: compared.date_to }
  const asked = anomalyRequests(query, entity, found)
  const before = days ? [request(metrics, { ...seriesInput(query), ...days })] : []
  const further = [...asked, ...before]
  const results = further.length === 0 ? [] : await readResults(app, context, further)
  const failed = results.find(({ error }) => error && error.code !== 'data_not_ready')
  if (failed?.error) throw failed.error
  return {
    entity,
    granularity: granularityOf(query),
    reported,
    earlier: (results[asked.length] as Result<typeof metrics> | undefined) ?? null,
    anomalies: results.slice(0, asked.length) as Result<typeof listedAnomalies>[],
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
  return { ...named, compare_to: comparisonOf(query), ...daysOf(query), search: query.search || undefined }
}
