import { z } from 'zod'
import { anomalies } from '../../../shared/operations/analytics/anomalies.ts'
import { changeAnomaly } from '../../../shared/operations/analytics/change_anomaly.ts'
import { anomalyDays } from '../../../shared/operations/console/anomaly_days.ts'
import { anomalyMoves } from '../../../shared/operations/console/anomaly_moves.ts'
import { request, read, readResults, write } from '../page_context.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { listAddress, pageQuery } from '../parts/page_query.ts'
import { sendPage } from '../page.ts'
import { anomaliesPage, moveNotices } from '../pages/analytics/anomalies.ts'

const anomaliesAPage = 25
/** The operation as its route runs it. */
const withNeighbors = {
  ...anomalies,
  input: anomalies.input.extend({ has_neighbors: z.literal(true).default(true) }),
}

export function showAnomalies(app: AppContext): Handler {
  return async (context) => {
    const {
      status,
      page = '1',
      done,
      ...given
    } = pageQuery(context, ['days', 'date_from', 'date_to', 'status', 'page'], moveNotices)
    const { date_from, date_to } = given
    const isRange = date_from !== undefined || date_to !== undefined
    const days = isRange ? given.days : (given.days ?? '90')
    const { pageContext, results } = await read(app, context, [
      request(withNeighbors, { days, date_from, date_to, page, limit: anomaliesAPage, ...(status ? { status } : {}) }),
      request(anomalyMoves),
    ])
    const [found, { body: allowed, error }] = results
    if (found.error && found.error.code !== 'data_not_ready') throw found.error
    if (error) throw error
    const anomaly_ids = found.body?.data.map(({ id }) => id) ?? []
    const [charts] =
      anomaly_ids.length === 0 ? [] : await readResults(app, context, [request(anomalyDays, { anomaly_ids })])
    const shown = { days: { days, date_from, date_to }, status: status || null, page: Number(page), anomaliesAPage }
    const body = anomaliesPage({ pageContext, ...shown, moves: allowed.moves, done, found, charts })
    return await sendPage(context, { title: 'Anomalies', pageContext, body })
  }
}

export function moveAnomaly(app: AppContext): Handler {
  return async (context) => {
    const anomaly_id = context.req.param('anomaly_id')
    const { anomaly } = await write(app, context, changeAnomaly, (form) => ({
      anomaly_id,
      status: form.get('status') ?? '',
    }))
    const list = `/console/brands/${context.req.param('brand_id')}/anomalies`
    return context.redirect(await listAddress(context, list, anomaly.status, anomaly_id), 303)
  }
}
