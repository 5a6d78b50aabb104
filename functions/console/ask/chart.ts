import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { barsHeight, drawBars } from '../charts/bars.ts'
import { figure } from '../charts/figure.ts'
import { drawTimeline } from '../charts/timeline.ts'
import type { Expected, Point } from '../charts/timeline.ts'
import { formatShort, formatValue, heading } from '../parts/format.ts'
import type { Unit } from '../parts/format.ts'
import { definitionOf, levelWord, showsMetrics, valueAt } from './asked.ts'
import type { Asked, Row } from './asked.ts'
import { attributedMetric, nameOf } from './columns.ts'

const barsMax = 15
const timelineHeight = 260

/** The chart of an answer: lines for days and forecasts, bars for things and periods. Empty if a chart would not help. */
export function chartOf(asked: Asked): Markup | string {
  const { interpretation, answer } = asked
  const { intent, group_by, time, operation, metrics } = interpretation
  if (answer.data.length < 2) return ''
  if (intent === 'forecast') return lines(asked, metrics?.[0] ?? '', [], answer.data.map(expectedOf))
  const isOverTime = intent === 'timeseries' || (intent === 'orders' && !time?.compare_from)
  if (isOverTime && group_by === null && ['day', 'week'].includes(time?.granularity ?? '')) {
    return html`${(metrics ?? []).slice(0, 3).map((metric) =>
      lines(
        asked,
        metric,
        answer.data.map((row) => ({ date: String(row.date), value: (row[metric] ?? null) as number | null })),
        [],
      ),
    )}`
  }
  const pair = pairs[intent ?? '']
  if (pair) {
    // The rows of a change can have several metrics. One chart has one.
    const rows =
      intent === 'explain_change' ? answer.data.filter((row) => row.metric === explainedMetric(asked)) : answer.data
    return bars(asked, pair.unit(asked), rows, pair.columns, pair.legend)
  }
  const [metric = ''] = metrics ?? []
  const unit = definitionOf(asked, metric)?.unit
  if (operation === 'count' || unit === undefined || !showsMetrics(intent)) return ''
  if (intent === 'timeseries' && group_by !== null) return ''
  if ((intent === 'comparison' || intent === 'orders') && time?.compare_from)
    return group_by === null ? '' : comparedBars(asked, metric, unit)
  return bars(asked, unit, answer.data, [metric])
}

interface Pair {
  unit: (asked: Asked) => Unit
  columns: readonly string[]
  legend?: readonly string[]
}

/** The metric whose changes the chart of an explanation has: that of the first row. */
const explainedMetric = ({ answer }: Asked) => String(answer.data[0]?.metric)

const pairs: Record<string, Pair> = {
  attribution: {
    unit: (asked) => definitionOf(asked, attributedMetric(asked))?.unit ?? 'count',
    columns: ['attributed_value'],
  },
  explain_change: {
    unit: (asked) => definitionOf(asked, explainedMetric(asked))?.unit ?? 'count',
    columns: ['current', 'previous'],
    legend: ['current', 'previous'],
  },
  budget_recommendations: {
    unit: () => 'money',
    columns: ['recommended_daily_spend', 'current_daily_spend'],
    legend: ['recommended', 'current'],
  },
}

/** The members that identify the thing of a row. Names are not unique. */
const identity = ['platform', 'campaign_id', 'adset_id', 'ad_id']

function isSame(row: Row, other: Row): boolean {
  return identity.every((name) => row[name] === other[name])
}

/** Bars of the current period of each thing above those of the previous one. */
function comparedBars(asked: Asked, metric: string, unit: Unit): Markup {
  const { data } = asked.answer
  const previous = data.filter(({ period }) => period === 'previous')
  const rows = data
    .filter(({ period }) => period === 'current')
    .map((row) => ({
      ...row,
      current: row[metric],
      previous: previous.find((other) => isSame(row, other))?.[metric],
    }))
  return bars(asked, unit, rows, ['current', 'previous'], ['current', 'previous'])
}

function bars(
  asked: Asked,
  unit: Unit,
  all: readonly Row[],
  columns: readonly string[],
  legend: readonly string[] = [],
): Markup {
  // The changes of one metric only: those of others have another unit.
  const rows = all.filter(({ metric }) => metric === undefined || metric === all[0]?.metric)
  const shown = rows.slice(0, barsMax).map((row) => {
    const label = nameOf(asked, row)
    return {
      label,
      bars: columns.map((column, index) => {
        const value = (valueAt(row, column) ?? null) as number | null
        const text = formatValue(value, unit, asked.answer.meta)
        const short = value === null ? text : formatShort(value, unit, asked.answer.meta)
        return {
          className: index === 0 ? 'own' : 'compared',
          value,
          label: short,
          title: legend[index] === undefined ? text : `${heading(legend[index])}: ${text}`,
        }
      }),
    }
  })
  const title = titleOf(asked)
  const keys = ['key-own', 'key-compared']
  return html`${figure({
    title,
    summary: `${title}. The table below has all values.`,
    height: barsHeight(shown),
    drawing: drawBars(shown),
    legend: legend.map((text, index) => [keys[index] as string, text] as const),
  })}
  ${rows.length > barsMax ? html`<p class="note">The chart shows ${barsMax} of ${rows.length} rows.</p>` : ''}`
}

function lines(asked: Asked, metric: string, points: readonly Point[], expected: readonly Expected[]): Markup {
  const definition = definitionOf(asked, metric)
  const unit = definition?.unit ?? 'count'
  const { meta } = asked.answer
  const title = titleOf(asked, metric)
  return figure({
    title,
    summary: `${title}. The table below has all values.`,
    height: timelineHeight,
    drawing: drawTimeline({
      points,
      expected,
      marks: [],
      granularity: asked.interpretation.time?.granularity === 'week' ? 'week' : 'day',
      height: timelineHeight,
      formatShort: (value) => formatShort(value, unit, meta),
      format: (value) => formatValue(value, unit, meta),
    }),
    legend: expected.length > 0 ? [['key-foreseen', 'forecast, with 80% and 95% bands']] : [],
  })
}

function expectedOf(row: Row): Expected {
  const number = (column: string) => (valueAt(row, column) ?? null) as number | null
  return {
    date: String(row.date),
    value: number('predicted_value'),
    low: number('confidence_interval.low'),
    high: number('confidence_interval.high'),
    lowest: number('confidence_interval_95.low'),
    highest: number('confidence_interval_95.high'),
  }
}

function titleOf(asked: Asked, metric?: string): string {
  const { intent, group_by, time, metrics } = asked.interpretation
  if (intent === 'attribution') return `${definitionOf(asked, attributedMetric(asked))?.label ?? ''} by channel`
  if (intent === 'budget_recommendations') return 'Spend a day'
  const shown = intent === 'explain_change' ? explainedMetric(asked) : (metric ?? metrics?.[0] ?? '')
  const { label = '' } = definitionOf(asked, shown) ?? {}
  const isOfNamed = intent === 'metric_value' && asked.answer.data.some((row) => 'campaign_name' in row)
  const by = group_by ?? (isOfNamed || intent === 'explain_change' ? 'campaign' : (time?.granularity ?? 'day'))
  return `${label} by ${levelWord(by)}`
}
