import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { anomalyFigure, anomalyLegend } from '../charts/anomaly_figure.ts'
import { attributionFigure } from '../charts/attribution_figure.ts'
import { deltaMark } from '../charts/delta.ts'
import { drawnNote, figure } from '../charts/figure.ts'
import { unmarkedNote } from '../charts/marked_anomalies.ts'
import { pacingFigure } from '../charts/pacing_figure.ts'
import { sparkline } from '../charts/sparkline.ts'
import { drawTimeline } from '../charts/timeline.ts'
import { timelineFigure } from '../charts/timeline_figure.ts'
import { formatShort, money } from '../parts/format.ts'
import * as sample from './sample.ts'

const height = 220

/** Charts with data, without data, and the small marks of tables. */
export function charts(): Markup {
  const { numbers, pageContext, points, expected, marks } = sample
  const unset = { body: null, error: sample.missing }
  const timeline = drawTimeline({
    points,
    expected,
    marks,
    granularity: 'day',
    height,
    formatShort: (value) => formatShort(value, 'money', numbers),
    format: (value) => money(value, numbers),
  })
  return html`
    <h2>Charts</h2>
    <div class="charts">
      <div class="across">
        ${figure({
          title: 'Spend by day',
          summary: 'Spend by day, with days without a report, a forecast and an anomaly.',
          height,
          drawing: timeline,
          legend: [
            ['key-line', 'reported'],
            ['key-foreseen', 'forecast, with 80% and 95% bands'],
            ['key-mark', '1 anomaly'],
          ],
        })}
        ${drawnNote(8, 20, 'campaigns, by spend')}
        ${unmarkedNote([{ body: { data: sample.marks, meta: { truncated: true, total_rows: 205 } } }])}
      </div>
      <div>
        ${anomalyFigure({
          title: 'Spend around an anomaly',
          days: points.map(({ date, value }) => ({ date, value })),
          date: points[3]?.date ?? '',
          date_from: points[3]?.date ?? '',
          date_to: points[4]?.date ?? '',
          expected: 100,
          expected_low: 80,
          expected_high: 120,
          format: (value) => money(value, numbers),
        })}
        ${anomalyLegend()}
      </div>
      <div>${attributionFigure({ body: sample.attributed, error: null }, pageContext)}</div>
      <div>
        ${pacingFigure({ body: sample.paced, error: null }, pageContext, true, { body: sample.targets, error: null })}
      </div>
      <div>
        ${timelineFigure({
          title: 'Revenue by day',
          metric: 'revenue',
          unit: 'money',
          rows: [],
          granularity: 'day',
          height,
          forecast: null,
          numbers,
        })}
      </div>
      <div>${attributionFigure(unset, pageContext)}</div>
    </div>
    <div class="buttons">
      ${sparkline(points, [sample.days.date_from, sample.days.date_to], 'Spend by day, small')}
      ${deltaMark(0.12, { name: 'revenue', better: 'up' })} ${deltaMark(0.12, { name: 'cpa', better: 'down' })}
      ${deltaMark(0.12, { name: 'spend', better: 'up' })} ${deltaMark(null, { name: 'roas', better: 'up' })}
    </div>
  `
}
