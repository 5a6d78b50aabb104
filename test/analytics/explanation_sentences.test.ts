import { describe, expect, test } from 'vitest'
import { page } from '../../shared/sentences/page_audience.ts'
import { api } from '../../shared/sentences/audience.ts'
import { explanationStatements } from '../../shared/sentences/statements/explanations.ts'

const given = {
  currency: 'USD',
  expected_direction: null,
  date_from: '2026-11-09',
  date_to: '2026-11-15',
  compared_from: '2026-11-02',
  compared_to: '2026-11-08',
  campaigns: [],
  facts: 0,
}
const factor = (name: string, contribution: number) => ({ factor: name, contribution })

describe('numbers of an explanation', () => {
  test.each([
    ['conversions', 'count', 934.5, 900, [34.5], 'from 900.0 (', ' to 934.5 ('],
    ['conversions', 'count', 1234.5, 999.5, [235], 'from 1,000 (', ' to 1,235 ('],
    ['roas', 'multiple', 4, 3.5, [0.5], 'from 3.5 (', ' to 4.0 ('],
    ['clicks', 'count', 120, 100, [20], 'from 100 (', ' to 120 ('],
    ['spend', 'money', 1234.5, 1234, [0.5], 'from $1,234.00 (', ' to $1,234.50 ('],
    ['ctr', 'fraction', 0.0125, 0.01, [0.0025], 'from 1.00% (', ' to 1.25% ('],
  ] as const)('of %s (%s) have the same decimals', (metric, unit, current, previous, parts, from, to) => {
    const text = explanationStatements.change_is_explained(
      {
        ...given,
        metric,
        unit,
        current,
        previous,
        change: current - previous,
        factors: parts.map((part) => factor('cpc', part)),
      },
      page,
    )
    expect(text).toContain(from)
    expect(text).toContain(to)
  })

  test('of a list of factors have the same decimals', () => {
    const factors = [factor('cpc', 12), factor('cvr', -3.25), factor('mix', 0.5)]
    const text = explanationStatements.change_is_explained(
      { ...given, metric: 'conversions', unit: 'count', current: 110, previous: 100, change: 10, factors },
      api,
    )
    expect(text).toMatch(/cpc \(\+12\.00\), cvr \(-3\.25\) and the mix of campaigns \(\+0\.50\)/)
  })
})
