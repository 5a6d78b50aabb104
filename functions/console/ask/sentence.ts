import { isPeriod, groupingOf } from '../../../shared/question/corrections/grouping.ts'
import { change, count, day, percent, words } from '../parts/format.ts'
import { definitionOf, inSentence, levelWord } from './asked.ts'
import type { Asked, Row } from './asked.ts'
import { attributedMetric, nameOf, periodText } from './columns.ts'
import { budgetsText } from './budgets.ts'
import { breakEven, conditionsOf, losses, meeting, targetsText, tired, unconverted } from './lists.ts'
import { scenarioSentence } from './scenario.ts'
import { besideMax, counted, dayRange, daysOf, inDays, metricsOf, ofPeople, text, wasOf } from './wording.ts'

/** The answer in a sentence, with its numbers and days. */
export function sentenceOf(asked: Asked): string {
  const { interpretation, answer } = asked
  const [first] = answer.data
  if (interpretation.intent === 'anomalies') return anomalies(asked)
  if (answer.explanations) return answer.explanations.map(({ summary }) => summary).join(' ')
  if (!first) return empty(asked)
  const special = specialSentences[interpretation.intent ?? '']
  if (special) return special(asked, first)
  if (interpretation.time?.compare_from) return compared(asked, first)
  if (interpretation.operation === 'count') {
    return `${count(first.count as number)} of ${count(first.of as number)} ${levelWord(String(first.counted))}s${daysOf(asked)}.`
  }
  if (interpretation.operation !== 'best_period' && (interpretation.intent === 'timeseries' || 'date' in first))
    return series(asked)
  if (interpretation.operation === 'loss') return losses(asked)
  if (interpretation.operation === 'break_even') return breakEven(asked, first)
  if (groupingOf(interpretation) === 'total' && answer.data.length === 1) return total(asked, first)
  // SQL returns the rows of a comparison in the order of the question, and not by value.
  const isOfNamed =
    interpretation.intent === 'comparison' ||
    interpretation.filters.channel !== undefined ||
    // Several named campaigns have one row each.
    (interpretation.intent === 'metric_value' && interpretation.group_by === null)
  return isOfNamed ? beside(asked) : ranked(asked, first)
}

/** The number of anomalies. Those of accounts contain those of their campaigns, so nothing is summed. */
function anomalies(asked: Asked): string {
  const { data, meta } = asked.answer
  const accountOf = ({ platform, account_id }: Row) => `${platform}/${account_id}`
  const accounts = data.filter(({ level }) => level === 'account').map(accountOf)
  const isNested = data.some((row) => row.level !== 'account' && accounts.includes(accountOf(row)))
  const nested = isNested ? ' Do not add their amounts: an anomaly of an account includes those of its campaigns.' : ''
  const statuses = [asked.interpretation.filters.status ?? []].flat().map((status) => words(String(status)))
  const kind = statuses.length === 0 ? '' : `${statuses.join(' or ')} `
  const [only] = data.length === 1 ? data : []
  const cost =
    typeof only?.total_impact === 'number'
      ? ` Its estimated cost or loss is ${text(asked, 'spend', only.total_impact)}, of ${counted(Number(only.deviating_days), 'unusual day', 'unusual days')}.`
      : ''
  return `${counted(meta.total_rows, `${kind}anomaly`, `${kind}anomalies`)}${daysOf(asked)}.${cost}${nested}`
}

/** The sentence of an answer without rows. Rows can be missing although data was reported. */
function empty(asked: Asked): string {
  const { intent, thresholds, filters, group_by, level, time } = asked.interpretation
  if (intent === 'budget_recommendations') return 'There are no recommendations.'
  if (intent === 'experiments') return 'There are no experiments.'
  if (intent === 'scenario')
    return 'No effect is computed: the change concerns no campaign that has spent in the last 14 days, or more than is spent.'
  if (intent === 'forecast') return `The forecast has no values${daysOf(asked)}.`
  if (intent === 'explain_change') return `No change can be explained${daysOf(asked)}.`
  const noun = intent === 'creatives' ? 'creative' : levelWord(group_by ?? time?.granularity ?? level ?? 'row')
  const states = [filters.fatigue ?? []].flat().map(String)
  if (intent === 'creatives' && thresholds.length === 0 && states.length > 0) {
    return `No creative is ${states.map(words).join(' or ')}${daysOf(asked)}.`
  }
  if (thresholds.length > 0) {
    const active = filters.is_active === true ? 'active ' : ''
    return `No ${active}${noun} has ${conditionsOf(asked)}${daysOf(asked)}.`
  }
  return `No rows match the question${daysOf(asked)}.`
}

/** Sentences of answers that are not metrics of days. */
const specialSentences: Record<string, (asked: Asked, first: Row) => string> = {
  forecast,
  attribution: (asked, first) => {
    const { label = '', name } = definitionOf(asked, attributedMetric(asked)) ?? {}
    const model = words(String(first.model))
    if (typeof first.attributed_value !== 'number') {
      return `No channel has attributed ${inSentence(label)} under the model ${model}${daysOf(asked)}.`
    }
    const valueOf = (row: Row) =>
      text(asked, name, row.attributed_value) +
      (typeof row.share === 'number' ? `, ${percent(row.share, 1)} of the total` : '')
    // The channels that the question names are compared with each other, and not with all.
    if (asked.interpretation.filters.channel !== undefined) {
      const values = asked.answer.data.map((row) => `${nameOf(asked, row)} ${valueOf(row)}`)
      return `Attributed ${inSentence(label)} under the model ${model}${daysOf(asked)}: ${values.join('; ')}.`
    }
    return (
      `${nameOf(asked, first)} has the highest attributed ${inSentence(label)} under the model ${model}: ` +
      `${valueOf(first)}${daysOf(asked)}.`
    )
  },
  creatives: (asked, first) =>
    asked.interpretation.filters.fatigue === undefined ? ranked(asked, first) : tired(asked),
  targets: targetsText,
  budget_recommendations: budgetsText,
  pacing: (asked, first) => {
    const [metric = 'spend'] = asked.interpretation.metrics ?? []
    const { label = '' } = definitionOf(asked, metric) ?? {}
    const projected = first[`projected_${metric}`]
    return (
      `${label} is ${text(asked, metric, first[metric])} after ${count(first.days_elapsed as number)} of ` +
      `${count(first.days_in_month as number)} days.` +
      (typeof projected === 'number'
        ? ` At this pace it is ${text(asked, metric, projected)} at the end of the month.`
        : '')
    )
  },
  scenario: scenarioSentence,
  experiments: (asked) => `${counted(asked.answer.meta.total_rows, 'experiment', 'experiments')}.`,
  list: (asked) => {
    const noun = levelWord(asked.interpretation.level ?? 'campaign')
    return `${counted(asked.answer.meta.total_rows, noun, `${noun}s`)}.`
  },
  definition: (asked) =>
    asked.answer.data.map(({ label, formula }) => `${String(label)} is ${String(formula)}.`).join(' '),
}

/** A sum of the days that have a value, or the range of the values of a metric that cannot be added up. */
function forecast(asked: Asked): string {
  const definition = definitionOf(asked, asked.interpretation.metrics?.[0] ?? '')
  const label = inSentence(definition?.label ?? '')
  const known = asked.answer.data.filter(({ predicted_value: value }) => typeof value === 'number')
  const values = known.map(({ predicted_value: value }) => value as number)
  if (values.length === 0) return `The forecast of ${label} has no values${daysOf(asked)}.`
  const days = { date_from: known[0]?.date, date_to: known.at(-1)?.date }
  const shown = (value: number) => text(asked, definition?.name, value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)].map(shown)
  const value = definition?.additive
    ? shown(values.reduce((sum, each) => sum + each, 0))
    : lowest === highest
      ? lowest
      : `between ${lowest} and ${highest} a day`
  const missing = asked.answer.data.length - known.length
  const without = missing === 0 ? '' : `. ${counted(missing, 'day has', 'days have')} no value`
  return `The forecast of ${label} is ${value}${inDays(days)}${definition?.additive ? sureness(asked, shown) : ''}${without}.${hitRate(asked)}`
}

/** The intervals of the total of a forecast. */
function sureness({ answer }: Asked, shown: (value: number) => string): string {
  const { confidence_interval: likely, confidence_interval_95: wide } = answer.forecast_total ?? {}
  const parts = [['80%', likely] as const, ['95%', wide] as const].flatMap(([level, interval]) =>
    typeof interval?.low === 'number' && typeof interval.high === 'number'
      ? [`with ${level} certainty between ${shown(interval.low)} and ${shown(interval.high)}`]
      : [],
  )
  return parts.map((part) => `, ${part}`).join('')
}

/** How often earlier forecasts were within the intervals of their days. */
function hitRate({ answer: { forecast_accuracy: accuracy } }: Asked): string {
  if (typeof accuracy?.coverage_80 !== 'number' || typeof accuracy.coverage_95 !== 'number') return ''
  return ` In earlier forecasts, ${percent(accuracy.coverage_80)} of the days were within their 80% interval and ${percent(accuracy.coverage_95)} within their 95% interval.`
}

/** The level of the rows of named campaigns or ad sets. */
function namedLevel(row: Row): string | undefined {
  return ['ad', 'adset', 'campaign', 'platform'].find((level) => `${level}_name` in row || level in row)
}

/** The values of platforms or campaigns that the question compares, in its order. */
function beside(asked: Asked): string {
  const { data, meta } = asked.answer
  const [metric] = metricsOf(asked)
  const noun = levelWord(asked.interpretation.group_by ?? namedLevel(data[0] ?? {}) ?? 'row')
  if (!metric || data.length > besideMax) return `${counted(meta.total_rows, noun, `${noun}s`)}${daysOf(asked)}.`
  if (metricsOf(asked).length > 1) {
    const figures = (row: Row) =>
      metricsOf(asked).map(({ name, label }) => `${inSentence(label)} ${text(asked, name, row[name])}`)
    return `${data.map((row) => `${nameOf(asked, row)}: ${figures(row).join(', ')}`).join('; ')}${daysOf(asked)}.`
  }
  const values = data.map((row) => `${text(asked, metric.name, row[metric.name])} for ${nameOf(asked, row)}`)
  const listed = [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' and ')
  return `${metric.label} ${wasOf(metric.label)} ${listed}${daysOf(asked)}.`
}

function total(asked: Asked, row: Row): string {
  const { operation, thresholds } = asked.interpretation
  const parts = metricsOf(asked).map(({ name, label }, index) => {
    const per = operation?.startsWith('average_') ? `${name}_${operation.slice('average_'.length)}` : null
    const share = row[`${name}_share`]
    const value = text(asked, name, row[per ?? name])
    const unit = per === null ? '' : ` ${words((operation as string).slice('average_'.length))} on average`
    const part = typeof share === 'number' ? `, ${percent(share, 1)} of ${text(asked, name, row[`${name}_total`])}` : ''
    return `${index === 0 ? label : inSentence(label)} ${wasOf(label)} ${value}${unit}${part}`
  })
  const holds = thresholds.length > 0 && typeof row.holds === 'boolean' ? (row.holds ? 'Yes. ' : 'No. ') : ''
  const isOfPeople = metricsOf(asked).some(({ name }) => ofPeople.includes(name) && typeof row[name] !== 'number')
  const people = isOfPeople ? ' Reach and frequency count people once, so they do not add up over days and ads.' : ''
  const ratio = typeof row.ratio === 'number' ? `. Their ratio is ${count(row.ratio)}` : ''
  return `${holds}${parts.join(', ')}${daysOf(asked)}${ratio}.${people}`
}

function compared(asked: Asked, first: Row): string {
  const { group_by, time } = asked.interpretation
  const before = asked.answer.data.find(({ period }) => period === 'previous')
  const days = inDays(first).trim()
  const baseDays = before ? dayRange(before) : `${day(time?.compare_from)} to ${day(time?.compare_to)}`
  if (group_by !== null) {
    const rows = asked.answer.data.filter(({ period }) => period === 'current')
    const [metric] = metricsOf(asked)
    const rate = first[`${metric?.name}_change_rate`]
    if (asked.interpretation.sort !== null && metric && typeof rate === 'number') {
      const isRise = asked.interpretation.sort === 'desc'
      const isOpposite = isRise ? rate <= 0 : rate >= 0
      // If every row moved the other way, the first one moved least.
      const order = `has the ${isOpposite ? 'smallest' : 'largest'} ${isRise !== isOpposite ? 'rise' : 'fall'}`
      const values = `${text(asked, metric.name, first[metric.name])}, ${change(rate)} from ${text(asked, metric.name, before?.[metric.name])}`
      return `${nameOf(asked, first)} ${order} of ${inSentence(metric.label)}: ${values}, ${days}, compared with ${baseDays}.`
    }
    return `${counted(rows.length, levelWord(group_by), `${levelWord(group_by)}s`)} ${days}, compared with ${baseDays}.`
  }
  const parts = metricsOf(asked).map(({ name, label }, index) => {
    const rate = first[`${name}_change_rate`]
    const base = before?.[name]
    const moved =
      typeof rate === 'number'
        ? ` (${change(rate)} from ${text(asked, name, base)})`
        : base === 0
          ? ` (from ${text(asked, name, base)})`
          : ', without a value to compare with'
    return `${index === 0 ? label : inSentence(label)} ${wasOf(label)} ${text(asked, name, first[name])}${moved}`
  })
  return `${parts.join(', ')} ${days}, compared with ${baseDays}.`
}

function series(asked: Asked): string {
  const { group_by, time } = asked.interpretation
  const [metric] = metricsOf(asked)
  const by = [time?.granularity ?? 'day', ...(group_by === null ? [] : [levelWord(group_by)])].join(' and ')
  const title = `${metric?.label ?? ''} by ${by}${daysOf(asked)}`
  const known = asked.answer.data.filter((row) => typeof row[metric?.name ?? ''] === 'number')
  if (group_by !== null || !metric || known.length < 2) return `${title}.`
  const sorted = known.toSorted((a, b) => (a[metric.name] as number) - (b[metric.name] as number))
  const [lowest, highest] = [sorted[0] as Row, sorted.at(-1) as Row]
  const preposition = ['week', 'month', 'quarter'].includes(time?.granularity ?? '') ? 'in' : 'on'
  const extreme = (row: Row) =>
    `${text(asked, metric.name, row[metric.name])} ${preposition} ${periodText(asked, String(row.date))}`
  return `${title}: highest ${extreme(highest)}, lowest ${extreme(lowest)}.`
}

function ranked(asked: Asked, first: Row): string {
  const { sort, rank, within, group_by, level } = asked.interpretation
  const [metric] = metricsOf(asked)
  if (!metric) return `${counted(asked.answer.meta.total_rows, 'row', 'rows')}${daysOf(asked)}.`
  const value = text(asked, metric.name, first[metric.name])
  const label = inSentence(metric.label)
  const spent = metric.name === 'cpa' ? unconverted(asked, first) : null
  if (typeof first[metric.name] !== 'number' && spent === null)
    return `${metric.label} ${wasOf(metric.label)} not reported${daysOf(asked)}.`
  if (rank !== null) return `${nameOf(asked, first)} is number ${rank} by ${label}: ${spent ?? value}${daysOf(asked)}.`
  const noun = levelWord(group_by ?? level ?? 'row')
  const of =
    asked.answer.meta.total_rows > 1 && within === null ? ` of ${count(asked.answer.meta.total_rows)} ${noun}s` : ''
  // Weekdays and other periods of a breakdown are in the order of time.
  if (isPeriod(group_by ?? '') && asked.interpretation.operation !== 'best_period') return byPeriod(asked, noun)
  const bounded = asked.interpretation.limit === null && within === null ? conditionsOf(asked) : ''
  if (bounded !== '') return meeting(asked, noun, bounded)
  if (spent !== null) return `${nameOf(asked, first)} spent ${spent}${daysOf(asked)}.`
  const [most, least] = wasOf(metric.label) === 'were' ? ['most', 'fewest'] : ['highest', 'lowest']
  return `${nameOf(asked, first)} has the ${sort === 'asc' ? least : most} ${label}${of}: ${value}${daysOf(asked)}.`
}

/** The highest and the lowest of the periods of a breakdown. */
function byPeriod(asked: Asked, noun: string): string {
  const [metric] = metricsOf(asked)
  const known = asked.answer.data.filter((row) => typeof row[metric?.name ?? ''] === 'number')
  const title = `${metric?.label ?? ''} by ${noun}${daysOf(asked)}`
  if (!metric || known.length < 2) return `${title}.`
  const sorted = known.toSorted((a, b) => (a[metric.name] as number) - (b[metric.name] as number))
  const extreme = (row: Row) => `${text(asked, metric.name, row[metric.name])} on ${nameOf(asked, row)}`
  return `${title}: highest ${extreme(sorted.at(-1) as Row)}, lowest ${extreme(sorted[0] as Row)}.`
}
