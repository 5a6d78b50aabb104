import type { Field, Measure } from '../../ingest/ads/ad_fields.ts'
import { add, formatDecimal, parseDecimal, subtract, zero } from '../decimal.ts'
import type { Decimal } from '../decimal.ts'
import { SourceError } from '../source_error.ts'

type Row = (string | undefined)[]

interface Reports {
  /** The fields of all rows, in order. `date`, `hour` if there is one, and the id of the parent identify a row of a parent. */
  fields: readonly Field[]
  /** The field of the id of the parent. Absent if the parent is the account, which all rows have in common. */
  parent?: 'campaign_id'
  children: readonly Row[]
  parents: readonly Row[]
  /** The measures that add up. `reach` is none of them, because it counts people. */
  measures: readonly Measure[]
  /** The unit to which the platform rounds a measure, such as 0.01. The children may exceed their parent by one unit each. */
  rounding?: Partial<Record<Measure, string>>
  /** The measures whose difference makes a row. Default: all. The others follow, because a platform estimates them for each level. */
  deciding?: readonly Measure[]
  /** The measures of which children must not exceed their parent. Default: those that make a row. */
  checked?: readonly Measure[]
}

/**
 * Returns what campaigns report beyond their ads, as rows of the campaigns: the whole row of a campaign without ads, and for
 * other campaigns the exact difference of each measure. Performance Max has no ads, and platforms leave deleted ads out. Throws
 * SourceError `reply_is_inconsistent` if ads exceed their campaign, because one of the reports is older than the other.
 */
export function campaignRemainders({
  ads,
  campaigns,
  ...reports
}: Omit<Reports, 'parent' | 'children' | 'parents'> & { ads: readonly Row[]; campaigns: readonly Row[] }): Row[] {
  return remainders({ ...reports, parent: 'campaign_id', children: ads, parents: campaigns })
}

/** Returns what parents report beyond their children, as rows of the parents: campaigns beyond ads, or the account beyond all. */
export function remainders(reports: Reports): Row[] {
  const { fields, parent, children, parents, measures, rounding = {} } = reports
  const { deciding = measures, checked = deciding } = reports
  const keyOf = keysOf(fields, parent)
  const columns = measures.map((measure) => ({
    index: fields.indexOf(measure),
    unit: parseDecimal(rounding[measure] ?? '0'),
    isDeciding: deciding.includes(measure),
    isChecked: checked.includes(measure),
  }))
  const sums = new Map<string, { count: bigint; totals: Decimal[] }>()
  for (const row of children) {
    const key = keyOf(row)
    const sum = sums.get(key) ?? { count: 0n, totals: columns.map(() => zero) }
    sum.count += 1n
    for (const [position, { index }] of columns.entries()) {
      const text = row[index]
      if (text !== undefined && text !== '0') {
        sum.totals[position] = add(sum.totals[position] as Decimal, parseDecimal(text))
      }
    }
    sums.set(key, sum)
  }

  const found: Row[] = []
  for (const whole of parents) {
    const key = keyOf(whole)
    const sum = sums.get(key)
    sums.delete(key)
    const row = [...whole]
    let hasRemainder = false
    for (const [position, { index, unit, isDeciding, isChecked }] of columns.entries()) {
      const text = whole[index]
      if (text === undefined) continue
      const { count, totals } = sum ?? { count: 0n, totals: [] }
      const remainder = subtract(parseDecimal(text), totals[position] ?? zero)
      if (remainder.units > 0n) {
        row[index] = formatDecimal(remainder)
        hasRemainder ||= isDeciding
      } else {
        const tolerated = { units: unit.units * count, places: unit.places }
        if (isChecked && add(remainder, tolerated).units < 0n) throw inconsistent(fields[index])
        row[index] = '0'
      }
    }
    if (hasRemainder) found.push(row)
  }
  for (const { totals } of sums.values()) {
    const position = totals.findIndex(({ units }, index) => units !== 0n && columns[index]?.isChecked)
    if (position !== -1) throw inconsistent(measures[position])
  }
  return found
}

function keysOf(fields: readonly Field[], parent: Field | undefined): (row: Row) => string {
  const parts = (['date', 'hour', parent] as const).flatMap((field) =>
    field && fields.includes(field) ? [fields.indexOf(field)] : [],
  )
  return (row) => parts.map((index) => row[index]).join(' ')
}

function inconsistent(measure: Field | undefined): SourceError {
  return new SourceError('reply_is_inconsistent', 'retry', { problem: 'children_exceed_parent', measure })
}
