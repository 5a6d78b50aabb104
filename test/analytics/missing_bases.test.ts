import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shell } from '../../shared/sentences/audience.ts'
import { importAds } from '../../shared/ingest/ads/ads.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { askQuestion } from '../support/question.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

type Row = Record<string, string | number | null>
const google = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Brand search' }
const meta = { platform: 'meta', account_id: 'm', campaign_id: '2', campaign_name: 'Retargeting' }

async function stocked(rows: Row[]) {
  const tenant = await createTenant(database.sql)
  await ingest(database, tenant.brandId, rows)
  const { key: connectorKey } = await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_' })
  return { ...tenant, connectorKey }
}

async function metrics(key: string, query: Row) {
  const range = { date_from: '2026-11-16', date_to: '2026-11-19' }
  const { body } = await api.http
    .get('/v1/metrics')
    .query({ ...range, ...query })
    .set('Authorization', `Bearer ${key}`)
  return body
}

const ask = (credential: string, question: string) => askQuestion(api, credential, question)

async function performance(key: string, input: object) {
  const { body } = await api.http
    .post('/api/mcp/get_ad_performance')
    .send({ date_from: '2026-11-16', date_to: '2026-11-19', ...input })
    .set('Authorization', `Bearer ${key}`)
  return body
}

async function importMeta(brandId: string, name: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  await writeFile(join(folder, name), text)
  await importAds(database.sql, { audience: shell, brand: brandId, file: join(folder, name) })
  await rm(folder, { recursive: true })
}

describe('an account that does not report a base of a ratio', () => {
  const rows = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].flatMap((date) => [
    { date, ...google, spend: 100, revenue: 900, conversions: 3, purchases: null },
    { date, ...meta, spend: 50, revenue: 300, conversions: 2, purchases: 2 },
  ])

  test('is excluded from totals of the ratio and has null rows', async () => {
    const { key } = await stocked(rows)
    const { totals, meta: about } = await metrics(key, { metrics: 'revenue,spend,purchases,aov,cpp,cpa' })
    expect(totals).toEqual({ revenue: 4800, spend: 600, purchases: 8, aov: 150, cpp: 25, cpa: 30 })
    expect(about.warnings).toEqual([
      'Account g on google reports no purchases. Computed without this account: aov, cpp.',
    ])
    const byCampaign = await metrics(key, { metrics: 'aov', level: 'campaign', granularity: 'week' })
    expect(byCampaign.data).toMatchObject([
      { platform: 'meta', aov: 150 },
      { platform: 'google', aov: null },
    ])
    expect(byCampaign.totals.aov).toBe(150)
    const bounded = await metrics(key, { metrics: 'aov', platform: 'google' })
    expect(bounded.totals.aov).toBeNull()
  })

  test('leaves the sums of the ratio in ratio_bases of the breakdown, and nothing for a complete ratio', async () => {
    const { key } = await stocked(rows.map((row) => (row.platform === 'google' ? { ...row, revenue: null } : row)))
    const breakdown = async (query: Row) => {
      const { body } = await api.http
        .get('/v1/breakdown')
        .query({
          date_from: '2026-11-16',
          date_to: '2026-11-19',
          metrics: 'spend,revenue,roas,cpa,conversions',
          ...query,
        })
        .set('Authorization', `Bearer ${key}`)
      return body
    }
    const { totals, ratio_bases } = await breakdown({})
    expect(totals).toMatchObject({ spend: 600, revenue: 1200, roas: 6, cpa: 30 })
    expect(ratio_bases).toEqual({ roas: { revenue: 1200, spend: 200 } })
    expect((await breakdown({ platform: 'meta' })).ratio_bases).toBeNull()
    expect((await breakdown({ metrics: 'cpa' })).ratio_bases).toBeNull()
  })

  test('is excluded from the ratio in /v1/query and get_ad_performance', async () => {
    const { key, connectorKey } = await stocked(rows)
    const answer = await ask(key, 'What was our average order value from 2026-11-16 to 2026-11-19?')
    expect(answer.data).toEqual([{ aov: 150 }])
    expect(answer.meta.warnings.join(' ')).toContain('Computed without this account: aov.')
    expect((await ask(key, 'Was our aov above 200 from 2026-11-16 to 2026-11-19?')).data).toMatchObject([
      { holds: false },
    ])
    const tool = await performance(connectorKey, {
      metrics: ['revenue'],
      sort_by: 'cpp',
      level: 'campaign',
      granularity: 'none',
      compare_to: 'previous_period',
    })
    expect(tool.data.map(({ platform }: Row) => platform)).toEqual(['meta', 'google'])
    expect((await performance(connectorKey, { metrics: ['aov', 'cpp'] })).totals).toMatchObject({ aov: 150, cpp: 25 })
  })
})

describe('reports without a base that the account reports elsewhere', () => {
  const rows = [
    { date: '2026-11-16', ...google, spend: 10, conversions: 5 },
    { date: '2026-11-17', ...google, spend: null, conversions: 7 },
    { date: '2026-11-18', ...google, spend: 20, conversions: 5 },
    // One campaign of the account lacks its spend, and another one of the same day has it.
    { date: '2026-11-19', ...google, spend: 30, conversions: 10 },
    { date: '2026-11-19', ...google, campaign_id: '9', campaign_name: 'Shopping', spend: null, conversions: 8 },
  ]
  const warning =
    'Account g on google has reports without spend on 2026-11-17, 2026-11-19. Sums do not include the missing values. ' +
    'cpa: these reports are left out of both numerator and denominator.'

  test.each(['account', 'campaign', 'adset', 'ad'])(
    'are excluded from both sides of ratios at level %s',
    async (level) => {
      const { key } = await stocked(rows)
      const { totals, meta: about } = await metrics(key, { level, metrics: 'spend,conversions,cpa' })
      expect(totals).toEqual({ spend: 60, conversions: 35, cpa: 3 })
      expect(about.warnings).toEqual([warning])
      const { data } = await metrics(key, { level, metrics: 'cpa,conversions', granularity: 'week' })
      expect(data[0]).toMatchObject({ cpa: 3 })
    },
  )

  test('are named in answers to questions, also for a sum', async () => {
    const { key } = await stocked(rows)
    const spend = await ask(key, 'spend from 2026-11-16 to 2026-11-18')
    expect(spend.data).toEqual([{ spend: 30 }])
    expect(spend.meta.warnings).toContain(
      'Account g on google has reports without spend on 2026-11-17. Sums do not include the missing values.',
    )
    const cpa = await ask(key, 'cpa by platform from 2026-11-16 to 2026-11-19')
    expect(cpa.data).toEqual([{ platform: 'google', cpa: 3 }])
    expect(cpa.meta.warnings).toContain(warning)
  })

  test('are no longer missing after a later import has the values', async () => {
    const { key, brandId } = await stocked(rows)
    await ingest(database, brandId, [
      { date: '2026-11-17', ...google, spend: 40 },
      { date: '2026-11-19', ...google, campaign_id: '9', campaign_name: 'Shopping', spend: 5 },
    ])
    const { totals, meta: about } = await metrics(key, { metrics: 'spend,cpa' })
    expect(totals).toEqual({ spend: 105, cpa: 3 })
    expect(about.warnings).toEqual([])
  })

  test('in a currency without a rate are named with their days', async () => {
    const { key } = await stocked([
      { date: '2026-11-16', ...google, currency: 'USD', spend: 10, conversions: 5 },
      { date: '2026-11-17', ...google, currency: 'GBP', spend: 99, conversions: 5 },
    ])
    const { totals, meta: about } = await metrics(key, { metrics: 'spend,cpa', date_to: '2026-11-17' })
    expect(totals).toMatchObject({ spend: 10, cpa: 2 })
    expect(about.warnings.join(' ')).toMatch(/Account g on google has reports without spend on 2026-11-17\./)
  })
})

describe('cac', () => {
  const row = { date: '2026-11-19', ...google, spend: 100, new_customers: 4 }

  test('warns that it counts platform claims when orders identify new customers', async () => {
    const { key, brandId } = await stocked([row])
    expect((await metrics(key, { date_from: '2026-11-19', metrics: 'cac' })).meta.warnings).toEqual([])
    const order = {
      order_id: '1',
      customer_id: 'c',
      ordered_at: '2026-11-18T10:00:00Z',
      revenue: 50,
      is_new_customer: true,
    }
    await ingestJourneys(database, brandId, [], [order])
    const { totals, meta: about } = await metrics(key, { date_from: '2026-11-19', metrics: 'spend,cac' })
    expect(totals).toEqual({ spend: 100, cac: 25 })
    expect(about.warnings).toEqual([
      expect.stringMatching(/^cac counts .* platforms claim.* GET \/v1\/attribution with metric=cac /),
    ])
    expect((await metrics(key, { date_from: '2026-11-19', metrics: 'spend' })).meta.warnings).toEqual([])
    expect((await ask(key, 'What was our CAC yesterday?')).meta.warnings.join(' ')).toContain(
      'GET /v1/attribution with metric=cac',
    )
  })

  test('has a definition that names platform claims', async () => {
    const { key } = await createTenant(database.sql)
    const { body } = await api.http.get('/v1/metrics/definitions').set('Authorization', `Bearer ${key}`)
    const described = Object.fromEntries(body.data.map(({ name, description }: Row) => [name, description]))
    expect(described.cac).toMatch(/platforms claim.*monthly_acquisition/)
    expect(described.spend).toBeNull()
  })
})

describe('empty cells of a Meta export', () => {
  const csv = [
    'Day,Account ID,Campaign name,Campaign ID,Impressions,Amount spent (USD),Purchases,Purchases conversion value',
    '2026-11-19,act_1,Prospecting,1,1000,50,2,300',
    '2026-11-19,act_1,Retargeting,2,500,65.29,,',
  ].join('\n')

  test('are zero in a row with impressions or spend', async () => {
    const { key, brandId } = await createTenant(database.sql)
    await importMeta(brandId, 'meta.csv', csv)
    const {
      data,
      totals,
      meta: about,
    } = await metrics(key, {
      date_from: '2026-11-19',
      level: 'campaign',
      metrics: 'spend,revenue,conversions,roas,cpa',
    })
    expect(data).toMatchObject([
      { campaign_name: 'Retargeting', revenue: 0, conversions: 0, roas: 0, cpa: null },
      { campaign_name: 'Prospecting', revenue: 300, conversions: 2, roas: 6, cpa: 25 },
    ])
    expect(totals).toMatchObject({ spend: 115.29, roas: 2.602134 })
    expect(about.warnings).toEqual([])
    const answer = await ask(key, 'Which campaigns had zero conversions yesterday?')
    expect(answer.data.map((row: Row) => row.campaign_name)).toEqual(['Retargeting'])
  })

  test('stay unreported for actions that Insights JSON does not contain', async () => {
    const { key, brandId } = await createTenant(database.sql)
    const insight = {
      date_start: '2026-11-19',
      account_id: '1',
      campaign_name: 'a',
      campaign_id: '1',
      spend: '5',
      impressions: '9',
    }
    const purchase = [{ action_type: 'purchase', value: '2' }]
    await importMeta(
      brandId,
      'meta.json',
      JSON.stringify([
        { ...insight, actions: purchase },
        { ...insight, campaign_id: '2', campaign_name: 'b' },
      ]),
    )
    const { data } = await metrics(key, {
      date_from: '2026-11-19',
      level: 'campaign',
      metrics: 'purchases,revenue,leads',
    })
    expect(data).toMatchObject([
      { campaign_id: '1', purchases: 2, revenue: null, leads: null },
      { campaign_id: '2', purchases: 0, revenue: null, leads: null },
    ])
  })
})
