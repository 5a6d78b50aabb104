import type { Operation } from '../metrics/operations.ts'
import type { Threshold } from '../metrics/threshold.ts'

/** A part of a question that its corrected answer does not contain. */
export type LostPart =
  | { part: 'operation'; operation: Operation }
  | ({ part: 'threshold' } & Threshold)
  | { part: 'order'; sort: 'asc' | 'desc'; limit: number }
  | { part: 'rank'; rank: number }
  | { part: 'within'; within: string }
  | { part: 'comparison'; text: string | null }
  | { part: 'compared_names'; names: string[] }
  | { part: 'planned_spend'; planned_spend: number }

/** Returns a lost part as an entry of `unmatched`. */
export function lostWords(lost: LostPart): string {
  switch (lost.part) {
    case 'operation':
      return lost.operation.replaceAll('_', ' ')
    case 'threshold':
      return `${lost.metric} ${lost.operator} ${lost.value}`
    case 'order':
      return `${lost.sort === 'asc' ? 'bottom' : 'top'} ${lost.limit}`
    case 'rank':
      return `number ${lost.rank}`
    case 'within':
      return `per ${lost.within}`
    case 'comparison':
      return lost.text ?? 'comparison'
    case 'compared_names':
      return `comparison of ${lost.names.join(' and ')}`
    case 'planned_spend':
      return `spend of ${lost.planned_spend} a day`
  }
}
