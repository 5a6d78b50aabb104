import { html } from 'hono/html'
import type { z } from 'zod'
import type { listedAnomalies } from '../../../../shared/operations/analytics/anomalies.ts'
import type { breakdown } from '../../../../shared/operations/analytics/breakdown.ts'
import type { metricDefinitions } from '../../../../shared/operations/analytics/metric_definitions.ts'
import type { metrics } from '../../../../shared/operations/analytics/metrics.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { markedAnomalies, unmarkedNote } from '../../charts/marked_anomalies.ts'
import { timelineFigure } from '../../charts/timeline_figure.ts'
import type { Earlier } from '../../charts/timeline.ts'
import type { Result } from '../../page_context.ts'
import { heading } from '../../parts/format.ts'
import type { Query } from '../../parts/view.ts'
import type { Entity } from './levels.ts'

type Compared = z.output<(typeof breakdown)['output']>['compared']
type Definition = z.output<(typeof metricDefinitions)['output']>['data'][number]

/** The opened entity of the page, with its reported days and those of the compared period. */
export interface EntitySeries {
  entity: Entity
  granularity: 'day' | 'week'
  reported: Result<typeof metrics>
  /** Null if nothing is compared. */
  earlier: Result<typeof metrics> | null
  /** Those of the entity, and for a campaign those of its account. Empty at the levels that detection does not check. */
  anomalies: readonly Result<typeof listedAnomalies>[]
}

export interface EntityCharts {
  series: EntitySeries
  name: string
  /** The platform and account of the entity. */
  place: string
  compared: Compared
  measures: readonly Definition[]
}

const millisecondsOfDay = 86_400_000

/** The metrics of the charts: spend, and the one that the table is sorted by, or return on ad spend. */
export function measuresOf({ sort = 'spend' }: Query): string[] {
  return ['spend', sort === 'spend' ? 'roas' : sort]
}

/** The charts of one account, campaign, ad set or ad over the days of the page. */
export function entityCharts({ series, name, place, compared, measures }: EntityCharts): Markup | string {
  const { entity, granularity, reported, earlier } = series
  if (!reported.body) return ''
  const { data, meta } = reported.body
  return html`
    <section class="entity" aria-label="${heading(entity.level.one)} ${name}">
      <h2><bdi>${name}</bdi></h2>
      <p class="quiet">${heading(entity.level.one)}${place === '' ? '' : html`, <bdi>${place}</bdi>`}</p>
      <div class="charts">
        ${measures.map(
          (measure) =>
            html`<div>
              ${timelineFigure({
                title: `${measure.label} by ${granularity}`,
                metric: measure.name,
                unit: measure.unit,
                rows: data,
                granularity,
                height: 200,
                forecast: null,
                anomalies: markedAnomalies(series.anomalies, measure.name),
                isOfCampaign: entity.level.key === 'campaign',
                compared:
                  earlier?.body && compared ? aligned(earlier.body.data, measure.name, compared, granularity) : [],
                numbers: meta,
              })}
            </div>`,
        )}
      </div>
      ${unmarkedNote(series.anomalies)}
    </section>
  `
}

/** Moves the rows of an earlier period to the days that they are compared with. Weeks stay whole weeks. */
function aligned(
  rows: readonly Record<string, unknown>[],
  metric: string,
  compared: NonNullable<Compared>,
  granularity: EntitySeries['granularity'],
): Earlier[] {
  const step = granularity === 'week' ? 7 * millisecondsOfDay : millisecondsOfDay
  const distance = Math.round((Date.parse(compared.of.date_from) - Date.parse(compared.date_from)) / step) * step
  return rows.map((row) => ({
    on: String(row.date),
    date: new Date(Date.parse(String(row.date)) + distance).toISOString().slice(0, 10),
    value: (row[metric] ?? null) as number | null,
  }))
}
