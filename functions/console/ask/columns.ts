import { attributedMetrics } from '../../../shared/schema/analytics/metric_names.ts'
import { statusOfCampaign } from '../../../shared/sentences/statements/platform_statuses.ts'
import { accountTitle } from '../../../shared/pages/account_title.ts'
import type { NamedAccount } from '../../../shared/pages/account_title.ts'
import { formatMonth } from '../../../shared/pages/day.ts'
import { channelName, count, day, formatValue, heading, platformName, words } from '../parts/format.ts'
import type { Unit } from '../parts/format.ts'
import { definitionOf, inSentence, valueAt } from './asked.ts'
import type { Asked, Row } from './asked.ts'

/** The columns of answers whose rows have nested members or more members than a table can show. */
const ownColumns: Record<string, readonly string[]> = {
  anomalies: [
    'date',
    'entity.name',
    'entity.platform',
    'detector',
    'metric',
    'value',
    'expected',
    'impact',
    'total_impact',
    'status',
  ],
  attribution: [
    'channel',
    'model',
    'attributed_value',
    'share',
    'attributed_conversions',
    'first_touches',
    'last_touches',
    'spend',
    'roas',
    'cac',
  ],
  explain_change: [
    'campaign_name',
    'platform',
    'metric',
    'status',
    'current',
    'previous',
    'contribution',
    'share_of_change',
  ],
  forecast: [
    'date',
    'predicted_value',
    'confidence_interval.low',
    'confidence_interval.high',
    'confidence_interval_95.low',
    'confidence_interval_95.high',
  ],
  budget_recommendations: [
    'entity.name',
    'platform',
    'current_daily_spend',
    'recommended_daily_spend',
    'expected_change.revenue',
    'expected_change.low',
    'expected_change.high',
    'confidence',
  ],
  scenario: [
    'campaign.name',
    'platform',
    'current_daily_spend',
    'daily_spend',
    'revenue.change',
    'revenue.low',
    'revenue.high',
    'conversions.change',
    'conversions.low',
    'conversions.high',
    'reason',
  ],
  experiments: [
    'name',
    'platform',
    'status',
    'starts_on',
    'ends_on',
    'result.orders.per_day',
    'result.orders.lower',
    'result.orders.upper',
    'result.cost_per_incremental_order.value',
    'result.incremental_roas.value',
  ],
  targets: [
    'name',
    'budget',
    'spend_to_date',
    'projected_end_of_period',
    'status',
    'roas_target',
    'roas',
    'cpa_target',
    'cpa',
  ],
  definition: ['label', 'formula', 'unit', 'description'],
}

const labels: Record<string, string> = {
  'entity.name': 'Name',
  'entity.platform': 'Platform',
  campaign_name: 'Campaign',
  adset_name: 'Ad set',
  ad_name: 'Ad',
  impact: 'Cost or loss of its worst day',
  total_impact: 'Cost or loss of all its days',
  contribution: 'Part of the change',
  share_of_change: 'Share of the change',
  predicted_value: 'Forecast',
  'confidence_interval.low': '80% from',
  'confidence_interval.high': '80% to',
  'confidence_interval_95.low': '95% from',
  'confidence_interval_95.high': '95% to',
  current_daily_spend: 'Spend a day',
  recommended_daily_spend: 'Recommended a day',
  'expected_change.revenue': 'Revenue a day',
  'expected_change.low': 'Revenue from',
  'expected_change.high': 'Revenue to',
  'campaign.name': 'Campaign',
  daily_spend: 'Planned spend a day',
  'revenue.change': 'Change of revenue',
  'revenue.low': 'Revenue from',
  'revenue.high': 'Revenue to',
  'conversions.change': 'Change of conversions',
  'conversions.low': 'Conversions from',
  'conversions.high': 'Conversions to',
  reason: 'Why not known',
  starts_on: 'First day',
  ends_on: 'Last day',
  'result.orders.per_day': 'Orders a day',
  'result.orders.lower': 'Orders from',
  'result.orders.upper': 'Orders to',
  'result.cost_per_incremental_order.value': 'Cost per incremental order',
  'result.incremental_roas.value': 'Incremental ROAS',
  'fatigue.state': 'Fatigue',
  break_even_roas: 'Break-even ROAS',
  spend_to_date: 'Spend so far',
  projected_end_of_period: 'Projected spend',
  roas_target: 'Target ROAS',
  cpa_target: 'Target CPA',
  of: 'Of',
}

const parts: Record<string, string> = { change_rate: 'change in %', difference_rate: 'difference in %' }

const money =
  /^(?:result\.cost_per_incremental_order\.value|current_daily_spend|daily_spend|recommended_daily_spend|expected_change\.(?:revenue|low|high)|impact|total_impact|loss|budget|spend_to_date|projected_(?:end_of_period|low|high)|cpa_target)$/
const computed = /^(.+?)_(change_rate|difference_rate|share|change|difference|total|per_day|per_week|per_month)$/
const texts = ['name', 'date', 'channel', 'weekday', 'ad_name', 'adset_name', 'campaign_name', 'platform', 'period']
/** Columns whose texts are short, so that they are not broken. */
const shortTexts = ['date', 'weekday', 'platform', 'entity.platform', 'period', 'status', 'detector', 'metric', 'model']

/** Returns the columns of the table: names before numbers, without ids. */
export function columnsOf({ interpretation: { intent, metrics }, answer: { data } }: Asked): string[] {
  if (intent === 'creatives') return ['name', 'platform', 'format', 'fatigue.state', ...(metrics ?? [])]
  const own = ownColumns[intent ?? '']
  if (own) return [...own]
  const given = [...new Set(data.flatMap((row) => Object.keys(row)))]
  const isDay = (name: string) => /^date_(?:from|to)$/.test(name)
  const kept = given.filter((name) => (intent === 'list' || !/(?:^|_)id$/.test(name)) && !isDay(name))
  const ofMetrics = (metrics ?? []).flatMap((metric) =>
    kept.filter((name) => name === metric || computed.exec(name)?.[1] === metric),
  )
  return [...new Set([...texts.filter((name) => kept.includes(name)), ...ofMetrics, ...kept])]
}

/** Whether the texts of a column stay on one line. */
export function isShort(column: string): boolean {
  return shortTexts.includes(column)
}

/** Returns the heading of a column. */
export function labelOf(asked: Asked, column: string): string {
  const [, metric = '', part = ''] = computed.exec(column) ?? []
  const of = definitionOf(asked, metric)
  if (of && asked.interpretation.intent !== 'explain_change') return `${of.label}, ${parts[part] ?? words(part)}`
  if (column === 'attributed_value') {
    return `Attributed ${inSentence(definitionOf(asked, attributedMetric(asked))?.label ?? '')}`
  }
  return definitionOf(asked, column)?.label ?? labels[column] ?? heading(column)
}

/** Returns the unit of the numbers of a column, or null for a column of texts. */
export function unitOf(asked: Asked, column: string, row: Row): Unit | null {
  const { intent, metrics } = asked.interpretation
  const ofMetric = (name: unknown) => definitionOf(asked, String(name))?.unit ?? 'count'
  if (column === 'attributed_value') return ofMetric(attributedMetric(asked))
  if (money.test(column)) return 'money'
  if (column.startsWith('revenue.')) return 'money'
  if (column.startsWith('result.orders.') || column.startsWith('conversions.')) return 'count'
  if (['share', 'share_of_change'].includes(column)) return 'fraction'
  if (intent === 'forecast' && column !== 'date') return ofMetric(metrics?.[0])
  if (['value', 'expected', 'current', 'previous', 'contribution'].includes(column)) return ofMetric(row.metric)
  if (['ratio', 'result.incremental_roas.value', 'break_even_roas', 'roas_target'].includes(column)) return 'multiple'
  if (column === 'difference') return ofMetric(metrics?.[0])
  if (column.startsWith('projected_')) return ofMetric(column.slice('projected_'.length).replace(/_(?:low|high)$/, ''))
  const [, metric = '', part = ''] = computed.exec(column) ?? []
  if (definitionOf(asked, metric)) return part === 'share' || part.endsWith('_rate') ? 'fraction' : ofMetric(metric)
  const definition = definitionOf(asked, column)
  if (definition) return definition.unit
  return typeof valueAt(row, column) === 'number' ? 'count' : null
}

/** Formats the value of a cell. */
export function textOf(asked: Asked, row: Row, column: string): string {
  const value = valueAt(row, column)
  const unit = unitOf(asked, column, row)
  if (unit !== null && (value === null || value === undefined || typeof value === 'number')) {
    return unit === 'count' && Number.isInteger(value)
      ? count(value as number)
      : formatValue(value as number | null, unit, asked.answer.meta)
  }
  if (column === 'name' && row.level === 'brand') return 'The brand'
  if (row.level === 'total' && column === 'campaign.name') return 'All campaigns'
  if (row.level === 'total' && column === 'platform') return 'All'
  if (column === 'entity.name' && row.level === 'account') return accountTitle(accountOf(row.entity as Row))
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (column === 'date') return capitalized(periodText(asked, String(value)))
  if (column === 'status' && asked.interpretation.intent === 'list') return statusOfCampaign(String(value))
  if (column === 'channel') return channelName(String(value))
  if (column === 'platform' || column === 'entity.platform') return platformName(String(value))
  if (['period', 'status', 'detector', 'fatigue.state', 'model', 'metric', 'unit', 'counted'].includes(column)) {
    return definitionOf(asked, String(value))?.label ?? heading(String(value))
  }
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** Returns the metric of `attributed_value` in the rows of attribution, as SQL chooses it (analytics.answer_with_attribution). */
export function attributedMetric({ interpretation }: Asked): string {
  const [metric = 'revenue'] = interpretation.metrics ?? []
  if (metric === 'conversions') return 'purchases'
  return attributedMetrics.some((name) => name === metric) ? metric : 'revenue'
}

/**
 * Formats the date of a row in the middle of a sentence: a day, the week, month or quarter that begins then, or the
 * beginning of an hour, which the API writes as an instant.
 */
export function periodText({ interpretation: { time } }: Asked, value: string): string {
  if (value.length > 10) return `${day(value.slice(0, 10))}, ${value.slice(11, 16)}`
  if (time?.granularity === 'week') return `the week from ${day(value)}`
  if (time?.granularity === 'month') return formatMonth(value)
  if (time?.granularity === 'quarter') return `Q${Math.ceil(Number(value.slice(5, 7)) / 3)} ${value.slice(0, 4)}`
  return day(value)
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The ad account of an anomaly. */
function accountOf({ platform, id, name }: Row): NamedAccount {
  return { platform: String(platform), account_id: String(id), account_name: name as string | null }
}

/** Returns the name of what a row is about: a campaign, a platform, a day. */
export function nameOf(asked: Asked, row: Row): string {
  const { intent, group_by } = asked.interpretation
  const own: Record<string, string> = {
    attribution: 'channel',
    anomalies: 'entity.name',
    budget_recommendations: 'entity.name',
    scenario: 'campaign.name',
    explain_change: 'campaign_name',
    experiments: 'name',
    creatives: 'name',
  }
  const group = group_by ?? ''
  const column =
    own[intent ?? ''] ??
    (group === 'platform' || group === 'weekday' || group === 'channel'
      ? group
      : ['campaign', 'adset', 'ad'].includes(group)
        ? `${group}_name`
        : 'date')
  const text = textOf(asked, row, column)
  if (text !== '–') return text
  return String(row[`${group}_id`] ?? row.creative_id ?? row.campaign_name ?? 'Not reported at this level')
}
