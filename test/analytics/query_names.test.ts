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

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** Returns the key of a brand with this number of ads. */
async function withAds(number: number): Promise<string> {
  const { key, brandId } = await createTenant(database.sql)
  const ad = { platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Orchard', adset_id: '2' }
  await ingest(
    database,
    brandId,
    Array.from({ length: number }, (_, index) => ({
      ...ad,
      ad_id: `${index}`,
      ad_name: index === number - 1 ? 'Zz quagga' : `Ad ${String(index).padStart(5, '0')}`,
      date: '2026-11-10',
      spend: 1,
    })),
  )
  return key
}

const leftOut = expect.stringMatching(
  /^The words of the question were compared with 5000 names .* The brand has 3 more/,
)

describe('a question of a brand with more names than words are compared with', () => {
  test('says so where a name could be missing, and only there', async () => {
    const key = await withAds(5003)
    const warnings = async (question: string) => (await askQuestion(api, key, question)).meta.warnings
    expect(await warnings('spend of xylophone in November')).toContainEqual(leftOut)
    expect(await warnings('spend of Orchard in November')).toContainEqual(leftOut)
    expect(await warnings('spend in November')).not.toContainEqual(leftOut)
  })
})

describe('a name of an ad after the first 2000', () => {
  test('is recognized as that of an ad', async () => {
    const { interpretation, meta } = await askQuestion(api, await withAds(2101), 'how is quagga doing in November')
    expect([interpretation.intent, interpretation.reason]).toEqual([null, 'unsupported_entity'])
    expect(meta.warnings[0]).toContain('"quagga" is in the name of the ad "Zz quagga".')
  })
})

describe('names that have words of a question', () => {
  test('are no kind of customers, no status and no other brand', async () => {
    const { key, brandId } = await createTenant(database.sql)
    const ad = { platform: 'google', account_id: 'g', date: '2026-11-10', spend: 10, revenue: 30, impressions: 5 }
    await ingest(database, brandId, [
      { ...ad, campaign_id: '1', campaign_name: 'Running shoes', adset_id: '1', adset_name: 'Existing customers' },
      { ...ad, campaign_id: '2', campaign_name: 'Brand | Tents', adset_id: '2', adset_name: 'Broad' },
    ])
    await database.sql`update analytics.entities set status = 'paused' where brand_id = ${brandId}`
    const answer = async (question: string) => await askQuestion(api, key, question)
    expect((await answer('roas of existing customers in November')).data).toMatchObject([{ roas: 3 }])
    expect((await answer('list ad sets of Running shoes')).data).toMatchObject([{ name: 'Existing customers' }])
    for (const question of ['spend on tents brand in November', 'roas for each brand in November'])
      expect([question, (await answer(question)).interpretation.reason]).not.toEqual([question, 'unknown_brand'])
    expect((await answer('spend in Lumen brand in November')).interpretation.reason).toBe('unknown_brand')
  })
})

describe('words with two meanings', () => {
  test('are read as the metric before a day, and as no rank of what was lost before a period', async () => {
    const { key, brandId } = await createTenant(database.sql)
    const ad = { platform: 'meta', account_id: 'm', campaign_id: '1', campaign_name: 'One', spend: 10, revenue: 30 }
    await ingest(database, brandId, [
      { ...ad, date: '2026-11-09', reach: 7 },
      { ...ad, date: '2026-11-10', reach: 5, revenue: 90 },
    ])
    const reach = await askQuestion(api, key, 'meta reach 2026-11-10')
    expect([reach.interpretation.metrics, reach.data[0]?.reach]).toEqual([['reach'], 5])
    const lost = await askQuestion(api, key, 'which day lost the most revenue in November')
    expect(lost.interpretation.confidence).toBeLessThan(0.5)
  })
})
