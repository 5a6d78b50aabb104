import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AlertRuleScene, lastDay, roas, terms } from '../support/alert_rules.ts'

let scene: AlertRuleScene
let brand: Awaited<ReturnType<AlertRuleScene['brandWith']>>

beforeAll(async () => {
  scene = await AlertRuleScene.start()
  brand = await scene.brandWith([1, 1, 3, 3, 1.5, 1.5, 1.6, 3, 3, 1.9, 1.9].map(roas))
})
afterAll(() => scene.stop())

describe('POST /v1/alert-rules/preview', () => {
  test('returns the alerts that the rule would have raised', async () => {
    const { status, body } = await scene.preview(brand.key, terms)
    expect(status).toBe(200)
    expect(body).toMatchObject({ rule: { ...terms, campaign_id: null }, date_to: lastDay, currency: 'USD' })
    expect(body.alerts).toEqual([
      { first_on: '2026-11-09', last_on: '2026-11-10', value: 1, base: null },
      { first_on: '2026-11-13', last_on: '2026-11-15', value: 1.5, base: null },
      { first_on: '2026-11-18', last_on: '2026-11-19', value: 1.9, base: null },
    ])
    // The first day of the brand has no day before it.
    expect([body.days_judged, body.days_not_known]).toEqual([10, 80])
  })

  test('reads the rule from a text, with the same answer', async () => {
    const fromTerms = await scene.preview(brand.key, terms)
    const { body } = await scene.preview(brand.key, { text: 'Alert me when the ROAS of Meta is under 2 for two days' })
    expect([body.rule, body.alerts]).toEqual([fromTerms.body.rule, fromTerms.body.alerts])
  })

  test.each([
    ['Spend rises by 30 % over a week', { metric: 'spend', comparison: 'rises_by', threshold: 0.3, days: 7 }],
    ['CPA above $50', { metric: 'cpa', comparison: 'above', threshold: 50, days: 1 }],
    ['ctr falls under 1.5%', { metric: 'ctr', comparison: 'below', threshold: 0.015, days: 1 }],
    ['ROAS above 200 %', { metric: 'roas', comparison: 'above', threshold: 2 }],
    ['daily spend above $1,200', { metric: 'spend', comparison: 'above', threshold: 1200, days: 1 }],
    ['spend of Campaign c1 more than 1,000 a day', { metric: 'spend', threshold: 1000, campaign_id: 'c1' }],
    ['ROAS of the campaign Campaign c1 under 3 for two days', { metric: 'roas', campaign_id: 'c1', days: 2 }],
  ])('reads "%s"', async (text, rule) => {
    expect((await scene.preview(brand.key, { text })).body.rule).toMatchObject(rule)
  })

  test('names only words of the text as not understood', async () => {
    const { status, body } = await scene.preview(brand.key, { text: 'alert me when sales drop' })
    expect([status, body.error.message]).toEqual([400, expect.not.stringMatching(/not understood.*days/)])
  })

  test.each([
    ['ROAS of bananas under 2', 'These words were not understood: bananas.'],
    ['ROAS and CPA under 2', 'must name one metric'],
    ['ROAS under 2 last month', 'must not name a period'],
    ['spend above 5000 over 7 days', 'must name days as "for 2 days"'],
    ['ROAS at least 2', 'must be a rule such as'],
    ['ROAS falls by 20 % for 3 days in a row', 'must name days as "over 7 days"'],
    ['CPA over 50 euros', 'euros'],
    ['spend above 100 on weekends', 'weekends'],
    ['weekly spend above 1000', 'must name a bound of one day, not of a week'],
    ['spend each week above 1000', 'not of a week'],
    ['monthly ROAS under 2', 'not of a month'],
    ['ROAS per week under 2', 'not of a week'],
    ['hourly spend above 100', 'must name a bound of one day, not of an hour'],
    ['spend every hour above 50', 'not of an hour'],
    ['spend increase above 20%', 'increase'],
    ['spend rises above 20 %', 'must name an amount of money for Spend'],
    ['spend of Meta above 50 %', 'A change is written as "Spend rises by 20 %"'],
    ['conversions above 10 percent', 'must name a number for Conversions'],
    ['ROAS increases above 20%', 'must name a multiple for ROAS'],
    ['CTR increase above 20%', 'increase'],
    ['spend above 2x', 'must name an amount of money for Spend'],
    ['conversions above $50', 'must name a number for Conversions'],
    ['spend above 1.200', 'which can mean thousands or decimals. Write 1200 or 1.2.'],
    ['delete all rules', 'must be a rule such as'],
  ])('returns 400 for "%s"', async (text, message) => {
    const { status, body } = await scene.preview(brand.key, { text })
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
  })

  test('returns 400 for a text beside terms, and for missing terms', async () => {
    const both = await scene.preview(brand.key, { text: 'ROAS under 2', metric: 'roas' })
    expect([both.status, both.body.error.message]).toEqual([400, '`metric` must not be sent together with `text`.'])
    const days = await scene.preview(brand.key, { text: 'ROAS under 2', days: 5 })
    expect([days.status, days.body.error.message]).toEqual([400, '`days` must not be sent together with `text`.'])
    const none = await scene.preview(brand.key, { metric: 'roas', comparison: 'below' })
    expect([none.status, none.body.error.message]).toEqual([400, '`threshold` is required without `text`.'])
  })

  test('serves a key that only reads, and no brand of others', async () => {
    expect((await scene.preview(brand.reader, terms)).status).toBe(200)
    const other = await scene.brandWith([roas(3)])
    expect((await scene.preview(other.reader, { ...terms, brand_id: brand.brandId })).status).toBe(403)
  })

  test('returns 409 before the first report', async () => {
    const { reader } = await scene.brandWith([])
    expect((await scene.preview(reader, { ...terms, platform: undefined })).status).toBe(409)
  })
})
