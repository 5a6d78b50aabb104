import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'

let database: TestDatabase
let api: Api
let key: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  const rows = Array.from({ length: 60 }, (_, daysAgo) =>
    [
      ['meta', 'Winter boots'],
      ['meta', 'Summer hats'],
      ['google', 'Tents'],
    ].map(([platform, name], index) => {
      const spend = 80 + ((daysAgo * 7 + index) % 41)
      const date = new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10)
      return {
        date,
        platform: platform as string,
        account_id: platform as string,
        campaign_id: String(index),
        campaign_name: name as string,
        spend,
        revenue: (40 * Math.sqrt(spend)).toFixed(2),
        conversions: 4,
      }
    }),
  ).flat()
  await ingest(database, tenant.brandId, rows)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function scenario(changes: object[], horizon_days = 30) {
  const { body } = await api.http
    .post('/v1/scenarios')
    .set('Authorization', `Bearer ${key}`)
    .send({ changes, horizon_days })
  return body
}

describe('a question that is not a scenario', () => {
  test.each([
    'what if we spend $50 more a day on Meta and Google',
    'what if we move $10 from Meta to Google',
    'what if we pause the weakest campaign',
    'what if we spend 20 % more on Meta and 10 % less on Meta',
    'what if we spend 20 % more on Meta on weekends',
    'what if we spend 20 % more on Instagram stories',
    'what if we spend 20 % more on bananas',
    'what if we spend 20 % more on Meta for the next 2 days',
    'what would our ROAS be if we spend 20 % more on Meta',
    'what if we move 20 % from Meta to Google',
  ])('refuses "%s"', async (question) => {
    const { interpretation, data } = await askQuestion(api, key, question)
    expect([interpretation.intent, interpretation.reason, data]).toEqual([
      null,
      expect.stringMatching(/unsupported_/),
      [],
    ])
    // The question is named whole.
    const [unmatched = ''] = interpretation.unmatched
    expect(question.toLowerCase()).toContain(unmatched)
    expect(unmatched).not.toMatch(/\d$/)
  })
})

describe('a scenario in words', () => {
  test.each([
    ['What if we spend 20 % more on Meta?', [{ platform: 'meta', change_pct: 20 }]],
    ['what happens if we spend 20% more on meta ads', [{ platform: 'meta', change_pct: 20 }]],
    ['what if we spend 10 percent less on facebook', [{ platform: 'meta', change_pct: -10 }]],
    ['what if we increase the Meta budget by 15 %', [{ platform: 'meta', change_pct: 15 }]],
    ['what if we cut the spend of Google by 10%', [{ platform: 'google', change_pct: -10 }]],
    ['what if we spend 20 % more', [{ change_pct: 20 }]],
    ['what if we pause Google', [{ platform: 'google', change_pct: -100 }]],
    ['what happens if tents is paused', [{ platform: 'google', campaign_id: '2', change_pct: -100 }]],
    ['what if we cut campaign Hats by 50 %', [{ platform: 'meta', campaign_id: '1', change_pct: -50 }]],
    [
      'what if we spend 20 % more on Meta and 10 % less on Google',
      [
        { platform: 'meta', change_pct: 20 },
        { platform: 'google', change_pct: -10 },
      ],
    ],
    [
      'what if we increase Winter boots and Tents by 10 %',
      [
        { platform: 'meta', campaign_id: '0', change_pct: 10 },
        { platform: 'google', campaign_id: '2', change_pct: 10 },
      ],
    ],
    ['what if we spend 110 a day on Google', [{ platform: 'google', daily_spend: 110 }]],
    ['what if we spend 20 % more on winter boots', [{ platform: 'meta', campaign_id: '0', change_pct: 20 }]],
  ])('answers "%s" as POST /v1/scenarios does', async (question, changes) => {
    const { interpretation, data, meta } = await askQuestion(api, key, question)
    const { totals } = await scenario(changes)
    expect([interpretation.intent, interpretation.unmatched]).toEqual(['scenario', []])
    expect(data[0]).toMatchObject({ level: 'total', ...totals })
    expect(data).toHaveLength(1 + totals.campaigns_changed)
    expect(meta.warnings.join().includes('only an experiment measures this')).toBe(totals.campaigns_known > 0)
  })

  test.each([
    ['what if we spend $15 more a day on Google', { google: 15 }],
    ['what if we add $20 a day to Winter boots', { meta: 20 }],
    ['what if we reduce the Meta budget by $8 a day', { meta: -8 }],
    ['what if we move $10 a day from Meta to Google', { meta: -10, google: 10 }],
    ['what if we spend $30 more a day', { all: 30 }],
  ])('adds the amount of "%s" to the present spend', async (question, added: Record<string, number>) => {
    const { platforms, totals } = await scenario([])
    const { interpretation, data } = await askQuestion(api, key, question)
    expect([interpretation.intent, interpretation.unmatched]).toEqual(['scenario', []])
    const sum = Object.values(added).reduce((all, each) => all + each, 0)
    expect(data[0].daily_spend).toBeCloseTo(totals.current_daily_spend + sum, 1)
    for (const { platform, current_daily_spend: present } of platforms) {
      const change = added[platform]
      if (change === undefined) continue
      const same = await scenario(
        question.includes('boots')
          ? [{ platform, campaign_id: '0', daily_spend: data[1].current_daily_spend + change }]
          : Object.entries(added).map(([name, amount]) => ({
              platform: name,
              daily_spend:
                platforms.find((one: { platform: string }) => one.platform === name).current_daily_spend + amount,
            })),
      )
      expect(present).toBeGreaterThan(0)
      // The spends of campaigns are rounded before they are added.
      expect(data[0].daily_spend).toBeCloseTo(same.totals.daily_spend, 1)
      expect(data[0].revenue.change).toBeCloseTo(same.totals.revenue.change, -1)
    }
  })

  test.each(['What if I put 20% more on Meta next month?', 'what if we spend 20 % more on Meta in December'])(
    'has the days of the next month, and states which are computed: "%s"',
    async (question) => {
      const { interpretation, data, meta } = await askQuestion(api, key, question)
      expect(interpretation).toMatchObject({ intent: 'scenario', horizon_days: 31 })
      const { totals } = await scenario([{ platform: 'meta', change_pct: 20 }], 31)
      expect(data[0].revenue.change).toBe(totals.revenue.change)
      expect(meta.warnings[0]).toMatch(
        / 31 days\. A scenario begins tomorrow: the days are 2026-11-21 to 2026-12-21\.$/,
      )
    },
  )

  test('of a later month, or one that is over, is refused', async () => {
    for (const month of ['March', 'October', 'December 2025']) {
      const { interpretation } = await askQuestion(api, key, `what if we spend 20 % more on Meta in ${month}`)
      expect([month, interpretation.reason]).toEqual([month, 'unsupported_scenario'])
    }
  })

  test('of a cut of more than is spent has no number, and says so', async () => {
    const { data, meta } = await askQuestion(api, key, 'what if we cut the Google budget by $5000 a day')
    expect(data).toEqual([])
    expect(meta.warnings.join()).toMatch(/The cut of 5,?000\.00 USD a day is more than the present spend of/)
  })

  test('is suggested for a question that asks to make the change', async () => {
    const { interpretation } = await askQuestion(api, key, 'Pause Google')
    expect(interpretation).toMatchObject({ reason: 'write_not_supported', suggestions: ['what if we Pause Google'] })
  })

  test('that is not read names where it is computed', async () => {
    const { meta } = await askQuestion(api, key, 'what if we pause the weakest campaign')
    expect(meta.warnings.join()).toContain('Plan of the console and POST /v1/scenarios')
  })

  test('takes the days of the question', async () => {
    const { data } = await askQuestion(api, key, 'what if we spend 20 % more on Meta over the next 14 days')
    const { totals } = await scenario([{ platform: 'meta', change_pct: 20 }], 14)
    expect(data[0]).toMatchObject({ horizon_days: 14, revenue: totals.revenue })
  })

  test('has no number for a spend outside of the known', async () => {
    const { data } = await askQuestion(api, key, 'what if we double the spend of Meta')
    expect(data[0]).toMatchObject({ campaigns_changed: 2, campaigns_known: 0, revenue: null })
    expect(data[1].reason).toContain('The effect of this spend is not known.')
  })
})
