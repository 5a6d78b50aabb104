import { describe, expect, test } from 'vitest'
import { page } from '../../shared/sentences/page_audience.ts'
import { api } from '../../shared/sentences/audience.ts'
import { explanationStatements } from '../../shared/sentences/statements/explanations.ts'
import { productStatements } from '../../shared/sentences/statements/product_facts.ts'

const given = {
  currency: 'USD',
  change_of_days: null,
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
    ['roas', 'multiple', 4, 3.5, [0.5], 'from 3.50× (', ' to 4.00× ('],
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

describe('statements of an explanation', () => {
  test('have the decimals of the tables of a page, and the unit of a multiple', () => {
    const changed = {
      ...given,
      metric: 'roas',
      unit: 'multiple' as const,
      current: 1.5,
      previous: 2.3083,
      change: -0.8083,
    }
    const factors = [factor('cvr', -0.7785), factor('cpc', -0.0298)]
    const said = (audience: typeof page) => explanationStatements.change_is_explained({ ...changed, factors }, audience)
    expect(said(page)).toContain('from 2.31×')
    expect(said(page)).toContain('(-0.78×)')
    expect(said(page)).toContain('(-0.03×)')
    expect(said(api)).toContain('cvr (-0.7785)')
  })

  test('do not name spend as the factor of its own change', () => {
    const changed = { ...given, metric: 'spend', unit: 'money' as const, current: 120, previous: 100, change: 20 }
    const text = explanationStatements.change_is_explained({ ...changed, factors: [factor('spend', 20)] }, page)
    expect(text).toContain('Spend went up by 20%')
    expect(text).not.toContain('factor')
  })

  test('name the change of a ratio within campaigns before a smaller mix', () => {
    const changed = { ...given, metric: 'cpc', unit: 'money' as const, current: 1.5, previous: 1, change: 0.5 }
    const text = explanationStatements.change_is_explained(
      { ...changed, factors: [factor('cpc', 0.6), factor('mix', -0.1)] },
      api,
    )
    expect(text).toContain(
      'The largest factors are cpc within campaigns (+0.60 USD) and the mix of campaigns (-0.10 USD).',
    )
  })

  test('name the campaign of an anomaly with its value and the expected value', () => {
    const anomaly = { on: '2026-11-10', detector: 'spend_surge', level: 'campaign', platform: 'meta', status: 'active' }
    const values = { unit: 'money' as const, currency: 'USD', value: 300, expected: 120 }
    const stated = (name: string | null) =>
      explanationStatements.anomaly_was_detected({ ...anomaly, ...values, id: '12', name }, page)
    expect(stated('Winter')).toBe(
      'The campaign "Winter" (Meta) had an anomaly on 10 Nov 2026: spend surge, $300.00 where $120.00 was expected (active).',
    )
    expect(stated(null)).toContain('The campaign 12 (Meta) had')
  })

  test('name a promotion and the days on which an experiment switched ads off', () => {
    const given = { period: 'current', name: 'Winter', days: 1, period_days: 7 }
    expect(explanationStatements.promotion_ran({ ...given, starts_on: '2026-11-09', ends_on: '2026-11-09' }, api)).toBe(
      'The promotion "Winter" ran from 2026-11-09 to 2026-11-09, on 1 of 7 days of the period.',
    )
    const off = { ...given, platform: 'meta', on: '2026-11-09' }
    expect(explanationStatements.experiment_switched_ads_off({ ...off, campaigns: null }, page)).toBe(
      'The experiment "Winter" planned the ads on Meta to be off on 1 of 7 days of the period, the first on 9 Nov 2026.',
    )
    expect(explanationStatements.experiment_switched_ads_off({ ...off, campaigns: 2 }, api)).toContain(
      'planned 2 campaigns on meta to be off',
    )
  })

  test('call a discount price no sale', () => {
    expect(productStatements.products_on_sale_differ({ current: 32, previous: 0 })).toBe(
      '32 products have a discount price in the period, and no product has a discount price in the compared period, by the catalog of today. ' +
        'A discount price does not mean that the product was sold.',
    )
  })
})
