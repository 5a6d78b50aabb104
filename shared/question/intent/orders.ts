import { addDays, startOf } from '../../calendar/days.ts'
import { confidenceOf } from '../answer/leftovers.ts'
import { ordersElsewhere } from '../answer/refusals.ts'
import { orderMetrics } from '../../schema/analytics/metric_names.ts'
import type { Interpretation } from '../interpretation.ts'
import type { QuestionContext } from '../question_context.ts'
import { isCompared } from '../time/time.ts'
import type { Intent } from './intent.ts'

/** What an average order value is computed from. */
const valueOf = ['orders', 'store_revenue']
const convertible: readonly (Intent | null)[] = ['metric_value', 'breakdown', 'ranking', 'timeseries', 'comparison']
const granularities: readonly (string | null)[] = [null, 'day', 'week', 'month']

const ofPlatforms = 'New customers are those that the ad platforms report.'
const otherCount = `${ofPlatforms} Attribution counts those of the orders, which can differ.`
const cut = (unit: string) => `The first or last ${unit} is incomplete: the answer has only its days in the range.`
const ofImportedOrders =
  'The average order value is that of the imported orders: store revenue divided by orders. Platforms claim another one, for campaigns and platforms.'
const ownWarnings = [ofPlatforms, otherCount, ofImportedOrders, cut('week'), cut('month')]

/**
 * Returns a question about orders, store revenue, their average value, new customers or MER as one that the imported orders answer, as attribution
 * counts them. An answer that orders do not have, such as new customers by campaign, says whose count it is. A corrected
 * interpretation gets the warnings of its corrected parts.
 */
export function withOrders(given: Interpretation, { has_orders, unreported = [] }: QuestionContext): Interpretation {
  const read = { ...given, warnings: given.warnings.filter((warning) => !ownWarnings.includes(warning)) }
  const metrics = read.metrics ?? []
  if (read.intent === 'orders')
    return { ...read, warnings: [...read.warnings, ...valueWarning(metrics), ...cutWarning(read)] }
  if (!convertible.includes(read.intent) || metrics.length === 0) return read
  if (has_orders === true && metrics.every((name) => isOfOrders(name, unreported)) && areRowsOfOrders(read)) {
    const { platform, ...filters } = read.filters
    const unmatched = read.unmatched.filter((word) => !metrics.includes(word) && word !== 'store')
    return {
      ...read,
      intent: 'orders',
      level: 'account',
      group_by: read.group_by === 'platform' || platform !== undefined ? 'channel' : null,
      filters: platform === undefined ? filters : { ...filters, channel: platform },
      operation: null,
      unmatched,
      confidence: confidenceOf(unmatched.length, read.time?.defaulted ?? false),
      warnings: [
        ...read.warnings.filter((warning) => !metrics.some((name) => warning === ordersElsewhere(name))),
        ...valueWarning(metrics),
        ...cutWarning(read),
      ],
    }
  }
  if (!metrics.includes('new_customers')) return read
  return { ...read, warnings: [...read.warnings, has_orders === true ? otherCount : ofPlatforms] }
}

/** Says whose average order value an answer has, because ad reports have one too. */
function valueWarning(metrics: readonly string[]): string[] {
  return metrics.includes('aov') ? [ofImportedOrders] : []
}

/** Weeks begin on Monday, so the first and the last one can have only some of their days. */
function cutWarning({ intent, time }: Interpretation): string[] {
  const unit = time?.granularity
  if ((intent !== 'timeseries' && intent !== 'orders') || !time || (unit !== 'week' && unit !== 'month')) return []
  const isWhole =
    startOf(unit, time.date_from) === time.date_from &&
    startOf(unit, addDays(time.date_to, 1)) === addDays(time.date_to, 1)
  return isWhole ? [] : [cut(unit)]
}

/** Ad reports can have orders and store revenue too, but their new customers are only those that a platform claims. */
function isOfOrders(metric: string, unreported: readonly string[]): boolean {
  const isKnown = metric === 'aov' ? valueOf.every((name) => unreported.includes(name)) : unreported.includes(metric)
  return orderMetrics.some((name) => name === metric) && (metric === 'new_customers' || isKnown)
}

function areRowsOfOrders(read: Interpretation): boolean {
  const { time, group_by, filters, operation, intent, metrics } = read
  const granularity = intent === 'timeseries' ? (time?.granularity ?? 'day') : null
  const isByChannel = group_by === 'platform' || filters.platform !== undefined
  return (
    (group_by === null || group_by === 'platform') &&
    Object.keys(filters).every((name) => name === 'platform') &&
    read.thresholds.length === 0 &&
    read.within === null &&
    read.rank === null &&
    granularities.includes(granularity) &&
    (operation === null || (operation === 'growth' && isCompared(time))) &&
    !(
      isByChannel &&
      (isCompared(time) || granularity !== null || (metrics ?? []).some((name) => name === 'mer' || name === 'aov'))
    )
  )
}
