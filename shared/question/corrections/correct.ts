import type { Corrections, Grouping } from '../../schema/analytics/corrections.ts'
import { confidenceOf } from '../answer/leftovers.ts'
import { ordersElsewhere } from '../answer/refusals.ts'
import type { Interpretation } from '../interpretation.ts'
import { unique } from '../language/spans.ts'
import { sortOf } from '../metrics/metrics.ts'
import type { QuestionContext } from '../question_context.ts'
import type { Comparison } from '../../schema/analytics/comparison.ts'
import { withOrders } from '../intent/orders.ts'
import { shifted } from '../time/compared_times.ts'
import type { Time } from '../time/time.ts'
import { weekday } from '../../calendar/days.ts'
import { isInNumbers } from './correctable.ts'
import { checkCorrections, refuseCorrection } from './check_corrections.ts'
import { groupedBy, groupingOf, isPeriod, notCompared } from './grouping.ts'
import { lostWords } from './lost_part.ts'
import { withoutLost } from './lost_parts.ts'

/**
 * Returns the interpretation with corrected parts in place of what the question says. Words of the question that the
 * corrected answer no longer uses are unmatched. A refused question has no parts, so it stays refused. Throws
 * invalid_request for a correction that answers of this kind cannot take into account.
 */
export function correct(read: Interpretation, given: Corrections, known: QuestionContext): Interpretation {
  const { intent } = read
  if (intent === null) return read
  // Orders have the metrics that ad reports lack.
  const context = intent === 'orders' ? { ...known, unreported: [] } : known
  checkCorrections({ ...read, intent }, given, context)
  const scoped = withScope(withMetrics(read, given, context), given)
  const timed = withComparison(withDays(scoped, given, context), given)
  const { parts, lost } = withoutLost(read, withGrouping(timed, given), given)
  const unmatched = unique([...parts.unmatched, ...lost.map(lostWords)])
  const isDefaulted = parts.time?.defaulted ?? false
  const unreported = (parts.metrics ?? []).filter((name) => context.unreported?.includes(name))
  const confidence = confidenceOf(unmatched.length + unreported.length, isDefaulted)
  return withOrders({ ...parts, unmatched, lost, confidence }, context)
}

/** Replaces the metrics. A metric of a threshold stays, because the threshold tests it. "Best" is ordered by the new metric. */
function withMetrics(read: Interpretation, { metrics }: Corrections, { unreported = [] }: QuestionContext) {
  if (metrics === undefined) return read
  const chosen = unique([...metrics, ...read.thresholds.map(({ metric }) => metric)])
  const [before, after] = [read.metrics ?? [], chosen].map((names) => names.filter((name) => unreported.includes(name)))
  const noted = (before ?? []).map(ordersElsewhere)
  const isDefinition = read.intent === 'definition'
  const merit = read.merit ?? null
  return {
    ...read,
    metrics: chosen,
    sort: read.sort === null || merit === null ? read.sort : sortOf(merit, chosen[0]),
    warnings: isDefinition
      ? read.warnings
      : [...read.warnings.filter((warning) => !noted.includes(warning)), ...(after ?? []).map(ordersElsewhere)],
  }
}

function withScope(read: Interpretation, { platforms, campaigns, model }: Corrections): Interpretation {
  const filters = { ...read.filters }
  const platformKey = read.intent === 'attribution' ? 'channel' : 'platform'
  const replace = (removed: readonly string[], key: string, value: unknown) => {
    for (const name of removed) delete filters[name]
    if (value !== undefined) filters[key] = value
  }
  if (platforms) replace([platformKey, `${platformKey}_not`], platformKey, platforms.length > 0 ? platforms : undefined)
  if (campaigns) {
    replace(
      ['campaign_name', 'campaign_name_not', 'adset_name', 'adset_name_not'],
      'campaign_name',
      campaigns.length > 1 ? campaigns : campaigns[0],
    )
  }
  return { ...read, filters, ...(model === undefined ? {} : { model: [model] }) }
}

/** Replaces the days. A relative comparison, such as "the week before", moves with them. Named days, such as "August", stay. */
function withDays(
  read: Interpretation,
  { date_from, date_to }: Corrections,
  { today }: QuestionContext,
): Interpretation {
  const { time } = read
  if (time === null || date_from === undefined || date_to === undefined) return read
  const comparison = relativeComparison(time, today)
  const replaced: Time = {
    ...time,
    date_from,
    date_to,
    preset: 'corrected',
    text: null,
    defaulted: false,
    ...(comparison === null ? {} : { ...notCompared, comparison }),
  }
  return { ...read, time: replaced }
}

/** Returns the comparison of a question that is relative to its days, or null for other days, such as those of a holiday. */
function relativeComparison(time: Time, today: string): Comparison | null {
  const isAt = (by: 'period' | 'year') => {
    const { date_from, date_to } = shifted(time, by, time.preset, today)
    return date_from === time.compare_from && date_to === time.compare_to
  }
  if (isAt('period')) return 'previous_period'
  if (!isAt('year')) return null
  return weekday(time.date_from) === weekday(time.compare_from as string) ? 'previous_year_weekdays' : 'previous_year'
}

function withComparison(read: Interpretation, { compare_to, group_by }: Corrections): Interpretation {
  if (compare_to === undefined || read.time === null) return read
  if (compare_to !== 'none' && isPeriod(group_by ?? groupingOf(read))) {
    const message = 'cannot be combined with rows of days, weeks or months. Send another `corrections.group_by`.'
    throw refuseCorrection('compare_to', message)
  }
  const comparison = compare_to === 'none' ? null : compare_to
  return { ...read, time: { ...read.time, ...notCompared, comparison } }
}

/** Applies a corrected grouping, and the kind of answer that follows from a corrected comparison or several campaigns. */
function withGrouping(read: Interpretation, given: Corrections): Interpretation {
  const { compare_to } = given
  if (!isInNumbers(read.intent)) return read
  // Several campaigns have one row each instead of a total.
  const isOfSeveral = (given.campaigns?.length ?? 0) > 1 && groupingOf(read) === 'total'
  const group_by = given.group_by ?? (isOfSeveral ? 'campaign' : undefined)
  if (group_by === undefined && compare_to === undefined) return read
  // Without a corrected grouping, rows of periods stay as the question says: by hour, or by platform and day.
  const isByPeriod = [groupingOf(read), groupingOf({ ...read, group_by: null })].some(isPeriod)
  if (group_by === undefined && isByPeriod) return read
  return { ...read, ...groupedBy(group_by ?? (groupingOf(read) as Grouping), read) }
}
