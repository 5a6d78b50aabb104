import type { Grouping } from '../../schema/analytics/corrections.ts'
import type { Interpretation } from '../interpretation.ts'
import { isCompared } from '../time/time.ts'
import type { Time } from '../time/time.ts'

/** The members of a time without a comparison. */
export const notCompared = { compare_from: null, compare_to: null, compare_text: null, comparison: null }

const periods: readonly string[] = ['hour', 'day', 'week', 'month', 'quarter', 'weekday']

/** Whether the rows are periods of time. Then no second time is compared with them. */
export function isPeriod(grouping: string): boolean {
  return periods.includes(grouping)
}

/** Returns what the rows of an answer in numbers are: a level, a unit of time, or `total`. */
export function groupingOf({ intent, group_by, time }: Pick<Interpretation, 'intent' | 'group_by' | 'time'>): string {
  if (group_by !== null) return group_by
  return (intent === 'timeseries' ? time?.granularity : null) ?? 'total'
}

/** Whether the rows have an order by a metric. Weekdays are in the order of the week, unless the best one is asked for. */
export function isRanked({
  intent,
  group_by,
  operation,
}: Pick<Interpretation, 'intent' | 'group_by' | 'operation'>): boolean {
  if (intent !== 'ranking' && intent !== 'breakdown') return false
  return group_by !== 'weekday' || operation === 'best_period'
}

type Grouped = Pick<Interpretation, 'intent' | 'level' | 'group_by' | 'time'>

/** Returns the kind of the answer and its rows for a grouping. */
export function groupedBy(grouping: Grouping, { intent, operation, time }: Interpretation): Grouped {
  const rowTime = { ...(time as Time), granularity: null }
  if (isPeriod(grouping)) {
    const byPeriod = { ...rowTime, granularity: grouping, ...notCompared }
    if (operation === 'best_period') return { intent: 'ranking', level: 'account', group_by: grouping, time: byPeriod }
    if (grouping === 'weekday') return { intent: 'breakdown', level: 'account', group_by: grouping, time: byPeriod }
    return { intent: 'timeseries', level: 'account', group_by: null, time: byPeriod }
  }
  const comparesTimes = isCompared(rowTime)
  if (grouping === 'total') {
    return { intent: comparesTimes ? 'comparison' : 'metric_value', level: 'account', group_by: null, time: rowTime }
  }
  return {
    intent: comparesTimes ? 'comparison' : intent === 'ranking' ? 'ranking' : 'breakdown',
    level: grouping === 'platform' ? 'account' : grouping,
    group_by: grouping,
    time: rowTime,
  }
}
