import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'

// Today is 2026-11-20. ROAS of the campaigns: Small .1 of 10, Large .9 of 500, Paused .2 of 100, Good 4 of 50.
let database: TestDatabase
let api: Api
let key: string
let brandId: string

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  brandId = tenant.brandId
  const ad = (number: number, name: string, spend: number, revenue: number) => ({
    platform: 'google',
    account_id: 'g',
    campaign_id: `${number}`,
    campaign_name: name,
    adset_id: `s${number}`,
    adset_name: `Set ${name}`,
    ad_id: `a${number}`,
    ad_name: `Ad ${name}`,
    date: '2026-11-10',
    spend,
    revenue,
    cogs: revenue / 4,
    conversions: 1,
  })
  await ingest(database, brandId, [
    ad(1, 'Small', 10, 1),
    ad(2, 'Large', 500, 450),
    ad(3, 'Paused', 100, 20),
    ad(4, 'Good', 50, 200),
  ])
  await database.sql`
    update analytics.entities set status = 'CAMPAIGN_STATUS_DISABLE'
    where brand_id = ${brandId} and level = 'campaign' and name = 'Paused'`
  await database.sql`
    update analytics.entities set status = 'Enabled' where brand_id = ${brandId} and level = 'campaign' and name <> 'Paused'`
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const ask = (question: string, more: Record<string, unknown> = {}) => askQuestion(api, key, question, more)

describe('what wasted money', () => {
  test('has the largest loss first, and not the worst ROAS, in several rows with the definition', async () => {
    const { data, meta } = await ask('which campaign wasted the most money in November')
    expect(data.map(({ campaign_name, loss }: Record<string, unknown>) => [campaign_name, loss])).toEqual([
      ['Paused', 80],
      ['Large', 50],
      ['Small', 9],
      ['Good', -150],
    ])
    expect(meta.warnings.join(' ')).toContain('The loss is spend minus revenue, as the platforms attribute it.')
  })
})

describe('corrections of what wasted money', () => {
  test.each([
    [{ metrics: ['cpa'] }, ['loss'], null],
    [{ sort: 'asc' }, ['loss'], null],
    [{ limit: 2 }, [], 'loss'],
  ])('%j lists as unmatched %j', async (corrections, unmatched, operation) => {
    const { interpretation, data } = await ask('which campaign wasted the most money in November', { corrections })
    expect([interpretation.unmatched, interpretation.operation]).toEqual([unmatched, operation])
    expect(data.some((row: object) => 'loss' in row)).toBe(operation === 'loss')
  })
})

describe('what to pause', () => {
  test('lists only what is active and had less revenue than spend, also under a paused campaign', async () => {
    const campaigns = await ask('which campaigns should I pause')
    expect(campaigns.data.map((row: Record<string, unknown>) => row.campaign_name)).toEqual(['Small', 'Large'])
    const ads = await ask('which ads should I pause')
    expect(ads.data.map((row: Record<string, unknown>) => row.ad_name)).toEqual(['Ad Small', 'Ad Large'])
    expect(ads.interpretation.filters).toEqual({ is_active: true })
  })
})

describe('what to pause with a CPA target', () => {
  test('lists what spent more than the target without a conversion first, and not what spent less', async () => {
    const tenant = await createTenant(database.sql)
    const ad = (number: number, spend: number, conversions: number | null) => ({
      platform: 'google',
      account_id: 'g',
      campaign_id: `${number}`,
      campaign_name: `Campaign ${number}`,
      date: '2026-11-10',
      spend,
      conversions,
    })
    // CPA: 80, none of 30, none of 90, none of 15, 10, not reported.
    await ingest(database, tenant.brandId, [
      ad(1, 80, 1),
      ad(2, 30, 0),
      ad(3, 90, 0),
      ad(4, 15, 0),
      ad(5, 50, 5),
      ad(6, 70, null),
    ])
    await database.sql`
      insert into analytics.targets (brand_id, month, cpa_micros) values (${tenant.brandId}, '2026-11-01', 20000000)`
    const asked = (question: string, more = {}) => askQuestion(api, tenant.key, question, more)
    const names = (body: { data: Record<string, unknown>[] }) => body.data.map((row) => row.campaign_name)
    const listed = await asked('which campaigns should I pause')
    expect(names(listed)).toEqual(['Campaign 3', 'Campaign 2', 'Campaign 1'])
    expect(listed.data).toMatchObject([{ spend: 90, conversions: 0, cpa: null }, { spend: 30 }, { cpa: 80 }])
    expect(listed.meta.total_rows).toBe(3)
    expect(names(await asked('which campaign should I pause'))).toEqual(['Campaign 3'])
    const bestFirst = await asked('which campaigns should I pause', { corrections: { sort: 'asc' } })
    expect(names(bestFirst)).toEqual(['Campaign 1', 'Campaign 2', 'Campaign 3'])
    expect(names(await asked('campaigns with cpa above 20 in November'))).toEqual(['Campaign 1'])
  })
})

describe('break-even', () => {
  test('of ROAS is revenue divided by revenue minus the cost of goods', async () => {
    const { data, interpretation } = await ask('break even roas in November')
    expect(interpretation).toMatchObject({ operation: 'break_even', unmatched: [] })
    expect(data[0]).toMatchObject({ revenue: 671, cogs: 167.75, break_even_roas: 1.333333 })
  })

  test.each([
    ['break even cpa', 'Break-even is available for ROAS only'],
    ['profit margin per order', 'There is no metric of margins and of gross profit.'],
    ['gross profit in November', 'There is no metric of margins and of gross profit.'],
  ])('"%s" is refused', async (question, warning) => {
    const { data, interpretation, meta } = await ask(question)
    expect([data, interpretation.intent, interpretation.reason]).toEqual([[], null, 'unknown_metric'])
    expect(meta.warnings.join(' ')).toContain(warning)
  })
})

describe('targets and budgets', () => {
  test('are refused without any, and are then answered beside the results', async () => {
    const refused = await ask('are we over budget')
    expect([refused.interpretation.reason, refused.data]).toEqual(['unsupported_target', []])
    expect(refused.meta.warnings[0]).toContain('The brand has no target and no budget')
    await database.sql`
      insert into analytics.targets (brand_id, month, roas, budget_micros) values (${brandId}, '2026-11-01', 3, 1000000000)`
    const { data, interpretation } = await ask('are we over budget')
    expect(interpretation).toMatchObject({ intent: 'targets', unmatched: [] })
    expect(data).toMatchObject([{ level: 'brand', budget: 1000, spend_to_date: 660, roas_target: 3, roas: 1.016667 }])
    const earlier = await ask('are we on target last month')
    expect([earlier.data, earlier.meta.warnings[0]]).toEqual([
      [],
      'No target or budget is set for 2026-10. An admin or owner of the brand sets them on the page Targets.',
    ])
    expect((await ask('is google over budget')).interpretation.reason).toBe('unsupported_target')
  })
})

describe('campaigns over budget', () => {
  test('are those whose projected spend is more than the budget of the month', async () => {
    const none = await ask('which campaigns are over budget')
    expect([none.data, none.meta.warnings[1]]).toEqual([[], expect.stringContaining('No campaign has a budget for')])
    await database.sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
      select brand_id, '2026-11-01', entity_id, case name when 'Large' then 100000000 else 1000000000 end
      from analytics.entities where brand_id = ${brandId} and level = 'campaign' and name in ('Large', 'Good')`
    const over = await ask('which campaigns are over budget')
    expect(over.interpretation).toMatchObject({ intent: 'targets', filters: { pace: 'over' }, unmatched: [] })
    expect(over.data).toMatchObject([{ level: 'campaign', name: 'Large', budget: 100, spend_to_date: 500 }])
    expect(over.meta.warnings[0]).toContain('projected to its end, is above the budget')
    const under = await ask('which campaigns are under their budget this month')
    expect(under.data).toMatchObject([{ name: 'Good', budget: 1000 }])
    await database.sql`
      insert into analytics.entities (brand_id, platform, level, external_id, name, account_entity_id)
      select brand_id, platform, 'campaign', 'never_ran', 'Never ran', account_entity_id
      from analytics.entities where brand_id = ${brandId} and level = 'campaign' limit 1`
    await database.sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
      select brand_id, '2026-11-01', entity_id, 1000000000 from analytics.entities where brand_id = ${brandId} and external_id = 'never_ran'`
    const unknown = await ask('which campaigns are under their budget this month')
    expect(unknown.data).toHaveLength(1)
    expect(unknown.meta.warnings.join(' ')).toContain('One campaign has a budget for 2026-11 and no projected spend')
  })
})

describe('a loss', () => {
  test.each([
    ['why are we losing money on google', false, 1.016667],
    ['is Small losing money', true, 0.1],
  ])('%s: tests the premise and has the profit', async (question, holds, roas) => {
    const { data, interpretation, meta } = await ask(`${question} in November`)
    expect(interpretation).toMatchObject({ intent: 'metric_value', unmatched: [] })
    expect(data).toMatchObject([{ roas, holds, profit: expect.any(Number) }])
    expect(meta.warnings[0]).toContain('depends on the cost of goods')
  })
})

describe('people and results', () => {
  test.each([
    ['how many people saw our ads', ['reach', 'impressions'], 'Impressions count each time an ad was shown.'],
    ['is google worth it', ['spend', 'revenue', 'roas', 'cpa', 'conversions'], 'is read as: the results of'],
  ])('"%s" has %j and says how it was read', async (question, metrics, warning) => {
    const { interpretation, meta } = await ask(question)
    expect(interpretation).toMatchObject({ intent: 'metric_value', metrics, unmatched: [] })
    expect(meta.warnings.join(' ')).toContain(warning)
  })

  test('the name of the brand asks for the whole', async () => {
    await database.sql`update core.brands set name = 'Polar Outdoor' where brand_id = ${brandId}`
    const { interpretation, data } = await ask('how is Polar doing')
    expect(interpretation).toMatchObject({ intent: 'metric_value', filters: {}, unmatched: [] })
    expect(data[0].spend).toBe(660)
  })

  test('a word of the name of the brand that names a campaign or a platform asks for that', async () => {
    await database.sql`update core.brands set name = 'Large Outdoor' where brand_id = ${brandId}`
    expect((await ask('how is Large doing')).interpretation.filters).toEqual({ campaign_name: 'Large' })
    await database.sql`update core.brands set name = 'Google Outdoor' where brand_id = ${brandId}`
    expect((await ask('how is Google doing')).interpretation.filters).toMatchObject({ platform: ['google'] })
  })
})

describe('profit', () => {
  test('says that its revenue is claimed by the platforms, in one warning, unless it is that of the store', async () => {
    const claimed = async (question: string) =>
      (await ask(question)).meta.warnings.filter((text: string) => text.includes('claimed by the platforms'))
    expect(await claimed('profit in November')).toHaveLength(1)
    expect(await claimed('profit on ad spend by campaign in November')).toHaveLength(1)
    expect(await claimed('spend in November')).toEqual([])
    await database.sql`update core.brands set revenue_source = 'store' where brand_id = ${brandId}`
    expect(await claimed('profit in November')).toEqual([])
    await database.sql`update core.brands set revenue_source = 'platform' where brand_id = ${brandId}`
  })
})
