import { html } from 'hono/html'
import type { z } from 'zod'
import type { listedAnomalies } from '../../../shared/operations/analytics/anomalies.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Result } from '../page_context.ts'

type Anomaly = z.output<(typeof listedAnomalies)['output']>['data'][number]

/** The most anomalies that one request of a chart reads. */
export const markedAnomaliesMax = 200

/** The anomalies that the chart of a metric marks: its own, and for the return also those of the cost per conversion. No false positives. */
export function markedAnomalies(results: readonly Result<typeof listedAnomalies>[], shown: string): Anomaly[] {
  return results
    .flatMap(({ body }) => body?.data ?? [])
    .filter(
      ({ metric, status }) =>
        status !== 'false_positive' && (metric === shown || (shown === 'roas' && metric === 'cpa')),
    )
}

interface Read {
  body: { data: readonly unknown[]; meta: { truncated: boolean; total_rows: number } } | null
}

/** The note below charts whose days have more anomalies than a request reads. */
export function unmarkedNote(results: readonly Read[]): Markup | string {
  const bodies = results.flatMap(({ body }) => body ?? [])
  if (!bodies.some(({ meta }) => meta.truncated)) return ''
  const read = bodies.reduce((sum, { data }) => sum + data.length, 0)
  const total = bodies.reduce((sum, { meta }) => sum + meta.total_rows, 0)
  return html`<p class="note">
    These days have ${total} anomalies of all metrics. The charts mark those of their metric among the latest ${read}.
  </p>`
}
