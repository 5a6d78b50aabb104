import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anomalies } from '../../functions/worker/queues/anomalies.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api
let key: string
let brandId: string

const campaigns = { google: ['g1', 'g2'], meta: ['m1'], tiktok: ['t1'] } as const
const days = Array.from({ length: 10 }, (_, index) => `2026-11-${String(index + 10)}`)

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  brandId = tenant.brandId
  const rows = days.flatMap((date, day) =>
    Object.entries(campaigns).flatMap(([platform, ids]) =>
      ids.map((id, index) => ({
        date,
        platform,
        account_id: `${platform}-1`,
        campaign_id: id,
        campaign_name: `Campaign ${id}`,
        spend: 10 * (index + 1) + day,
        revenue: 30,
      })),
    ),
  )
  await ingest(database, brandId, rows)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function read(path: string, query: Record<string, string | number>, credential = key) {
  const { status, body } = await api.http.get(path).query(query).set('Authorization', `Bearer ${credential}`)
  return { status, body, message: body.error?.message as string | undefined }
}

/** A brand with two campaigns, each with a creative of the id of the campaign and a surge of spend on the last day. */
async function campaignsWithSurges() {
  const tenant = await createTenant(database.sql)
  const ids = ['1', '2'].map((number) => `${tenant.brandId}_${number}`)
  const dates = Array.from({ length: 60 }, (_, ago) =>
    new Date(Date.parse('2026-11-19T00:00:00Z') - ago * 86_400_000).toISOString().slice(0, 10),
  )
  const rows = dates.flatMap((date, ago) =>
    ids.map((id) => ({
      date,
      platform: 'meta',
      account_id: id,
      campaign_id: id,
      adset_id: id,
      ad_id: id,
      creative_id: id,
      spend: ago === 0 ? 900 : 100 + (ago % 5),
      revenue: 400,
    })),
  )
  await ingest(database, tenant.brandId, rows)
  const worker = postgres(database.workerUrl, { max: 1, onnotice: () => undefined })
  await anomalies.run(worker, { brand_id: tenant.brandId })
  await worker.end()
  return { ...tenant, ids }
}

const range = { date_from: '2026-11-10', date_to: '2026-11-19' }
const metrics = (query: Record<string, string | number>) =>
  read('/v1/metrics', { ...range, metrics: 'spend', ...query })

describe('ids that are repeated', () => {
  test.each(['/v1/metrics', '/v1/breakdown', '/v1/explanations', '/v1/creatives'])('count once in %s', async (path) => {
    const query = {
      ...range,
      ...(path === '/v1/explanations' ? { metric: 'spend' } : { metrics: 'spend,revenue' }),
      ...(path === '/v1/breakdown' ? { level: 'campaign' } : {}),
    }
    const once = await read(path, { ...query, campaign_ids: 'g2,m1' })
    const repeated = await read(path, { ...query, campaign_ids: 'g2,m1,g2,g2,m1' })
    expect(once.status).toBe(200)
    expect({ ...repeated.body, meta: null }).toEqual({ ...once.body, meta: null })
  })
})

describe('platform parameter', () => {
  test.each([
    ['google', ['google']],
    ['GOOGLE_ads', ['google']],
    ['AdWords', ['google']],
    ['facebook', ['meta']],
    ['FB Ads', ['meta']],
    ['tik tok', ['tiktok']],
    [' meta , Google-Ads,,', ['google', 'meta']],
    ['meta,facebook', ['meta']],
  ])('accepts the platform name %j', async (platform, expected) => {
    const { status, body } = await metrics({ platform, level: 'campaign', limit: 500 })
    expect(status).toBe(200)
    expect([...new Set(body.data.map((row: { platform: string }) => row.platform))].toSorted()).toEqual(expected)
    expect(body.meta.warnings).toEqual([])
  })

  test('returns the whole platform for one of its surfaces, with a warning', async () => {
    const { body } = await metrics({ platform: 'Instagram', level: 'campaign' })
    expect(body.data[0].platform).toBe('meta')
    expect(body.meta.warnings).toEqual(['Instagram is reported as part of meta. The answer covers all of meta.'])
  })

  test.each([
    ['bing', '`platform` must be a connected platform, not bing. Connected platforms: google, meta, tiktok.'],
    [
      'google,nowhere',
      '`platform` must be a connected platform, not nowhere. Connected platforms: google, meta, tiktok.',
    ],
    [',', '`platform` must not be empty. Omit it, or send at least one name.'],
    ["'; drop table x; --", "`platform` must be a connected platform, not '; drop table x; --."],
  ])('returns 400 with the reason for platform %j', async (platform, message) => {
    for (const path of ['/v1/metrics', '/v1/creatives']) {
      const { status, message: said } = await read(path, { ...range, platform })
      expect([status, said]).toEqual([400, expect.stringContaining(message)])
    }
    const { status, message: said } = await read('/v1/anomalies', { platform })
    expect([status, said]).toEqual([400, expect.stringContaining(message)])
  })

  test('sums the named platforms at level=account', async () => {
    const { body } = await metrics({ platform: 'meta,tiktok' })
    expect(body.totals).toEqual({ spend: 290 })
    expect(body.data[0]).toEqual({ date: '2026-11-10', spend: 20 })
  })

  test('normalizes platform names on import', async () => {
    const { brandId: other, key: otherKey } = await createTenant(database.sql)
    const row = (platform: string, spend: number) => ({ date: '2026-11-19', platform, campaign_id: platform, spend })
    await ingest(database, other, [
      row('Facebook', 1),
      row('google_ads', 2),
      row('Bing', 4),
      row('TikTok Ads', 8),
      row('MyNetwork', 16),
    ])
    await ingest(database, other, [{ ...row('META', 32), date: '2026-11-18' }])
    const { body } = await api.http.get('/v1/brands').set('Authorization', `Bearer ${otherKey}`)
    expect(body.data[0].platforms).toEqual(['google', 'meta', 'microsoft', 'mynetwork', 'tiktok'])
    const found = await read('/v1/metrics', { ...range, platform: 'facebook,mynetwork', metrics: 'spend' }, otherKey)
    expect(found.body.totals.spend).toBe(49)
  })
})

describe('campaign_ids parameter', () => {
  test('filters rows and totals', async () => {
    const { body } = await metrics({ campaign_ids: 'g2, m1', level: 'campaign', limit: 500 })
    expect([...new Set(body.data.map((row: { campaign_id: string }) => row.campaign_id))]).toEqual(['g2', 'm1'])
    expect(body.totals).toEqual({ spend: 390 })
  })

  test.each([
    ['nope', '`campaign_ids` must be ids of campaigns. No campaign of google, meta, tiktok has the id nope.'],
    ['g1,nope,m1', 'has the id nope.'],
    [Array.from({ length: 100 }, (_, index) => `x${index}`).join(), 'has the id x0, x1, x2, x3, x4.'],
    [Array.from({ length: 500 }, (_, index) => `x${index}`).join(), '`campaign_ids` must have at most 100 names'],
    ['', '`campaign_ids` must not be empty.'],
  ])('returns 400 with the reason for campaign_ids %.20s', async (ids, message) => {
    const { status, message: said } = await metrics({ campaign_ids: ids })
    expect([status, said]).toEqual([400, expect.stringContaining(message)])
  })

  test('returns 400 for a campaign of another platform or brand', async () => {
    const { message } = await metrics({ campaign_ids: 'g1', platform: 'fb' })
    expect(message).toContain('No campaign of meta has the id g1.')
    const foreign = await createTenant(database.sql)
    await ingest(database, foreign.brandId, [{ date: '2026-11-19', platform: 'meta', campaign_id: 'theirs', spend: 1 }])
    expect((await metrics({ campaign_ids: 'theirs' })).status).toBe(400)
  })

  test.each(['/v1/creatives', '/v1/anomalies'])(
    '%s filters by own campaigns and returns 400 for other ids',
    async (path) => {
      const own = await campaignsWithSurges()
      const foreign = await campaignsWithSurges()
      const query: Record<string, string | number> = path === '/v1/creatives' ? range : { days: 30 }
      const idsOf = (rows: { entity?: { id: string }; creative_id?: string }[]) =>
        rows.map(({ entity, creative_id }) => entity?.id ?? creative_id).toSorted()
      const [first, second] = own.ids as [string, string]
      expect(idsOf((await read(path, query, own.key)).body.data)).toEqual(own.ids)
      const narrowed = (await read(path, { ...query, campaign_ids: first }, own.key)).body
      expect([idsOf(narrowed.data), narrowed.meta.total_rows]).toEqual([[first], 1])
      expect(idsOf((await read(path, { ...query, campaign_ids: `${second},${first}` }, own.key)).body.data)).toEqual(
        own.ids,
      )
      for (const other of [foreign.ids[0], 'nope']) {
        const { status, body, message } = await read(path, { ...query, campaign_ids: `${first},${other}` }, own.key)
        expect([status, body.error.code, message]).toEqual([
          400,
          'invalid_request',
          expect.stringContaining(`No campaign of meta has the id ${other}.`),
        ])
      }
    },
  )

  test.each(['campaign_ids', 'page', 'limit'])('returns 400 for the parameter %s of /v1/attribution', async (name) => {
    const { status, body, message } = await read('/v1/attribution', { ...range, [name]: '1' })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(message).toContain(`Unknown parameter \`${name}\`. Valid parameters: \`date_from\`, `)
  })
})

describe('page parameter', () => {
  test('returns every row once across pages, with the same totals', async () => {
    const whole = (await metrics({ level: 'campaign', limit: 500 })).body
    expect([whole.meta.total_rows, whole.meta.truncated]).toEqual([40, false])
    for (const limit of [1, 7, 39, 40]) {
      const rows: unknown[] = []
      for (let page = 1; ; page += 1) {
        const { body } = await metrics({ level: 'campaign', limit, page })
        rows.push(...body.data)
        expect(body.totals).toEqual(whole.totals)
        if (!body.meta.truncated) break
      }
      expect(rows).toEqual(whole.data)
    }
  })

  test('returns no rows but the totals for a page after the last', async () => {
    const { body } = await metrics({ level: 'campaign', limit: 50, page: 1_000_000 })
    expect([body.data, body.meta.truncated, body.meta.total_rows, body.totals]).toEqual([[], false, 40, { spend: 680 }])
  })
})

describe('platform names in questions', () => {
  const ask = async (question: string, credential = key) => {
    const response = await api.http.post('/v1/query').send({ question }).set('Authorization', `Bearer ${credential}`)
    expect([question, response.status]).toEqual([question, 200])
    return response.body
  }

  test('resolves every alias to the same platform as the API', async () => {
    const aliases = await database.sql<{ name: string; platform: string; is_part: boolean }[]>`
      select name, platform, is_part from analytics.platform_aliases where length(name) > 1`
    expect(aliases.length).toBeGreaterThan(60)
    for (const { name, platform, is_part } of aliases) {
      const { interpretation } = await ask(`spend on ${name} last week`)
      const { status } = await metrics({ platform: name })
      if (!(platform in campaigns)) {
        expect([name, interpretation.reason, status]).toEqual([name, 'unknown_platform', 400])
        continue
      }
      expect([name, interpretation.filters, status]).toEqual([name, { platform: [platform] }, 200])
      expect([name, interpretation.unmatched]).toEqual([name, is_part ? [name] : []])
    }
  })

  test('accepts platform names with and without spaces', async () => {
    for (const name of ['TikTok Ads', 'tik tok', 'tiktokads', 'Google Ads', 'googleads'])
      expect((await ask(`spend on ${name} last week`)).interpretation).toMatchObject({
        filters: { platform: [expect.stringMatching(/^(tiktok|google)$/)] },
        unmatched: [],
      })
  })

  test('prefers a platform of the brand over an alias of another platform', async () => {
    const own = await createTenant(database.sql)
    await ingest(
      database,
      own.brandId,
      ['taboola', 'instagram', 'meta'].map((platform, index) => ({
        date: '2026-11-15',
        platform,
        account_id: platform,
        spend: index + 1,
      })),
    )
    for (const [index, name] of ['taboola', 'instagram', 'facebook'].entries()) {
      const { data, interpretation, meta } = await ask(`spend on ${name} ads this month`, own.key)
      expect([name, data, interpretation.unmatched]).toEqual([name, [{ spend: index + 1 }], []])
      expect(meta.warnings.join()).not.toContain('all of')
    }
    expect((await ask('spend without taboola this month', own.key)).data).toEqual([{ spend: 5 }])
  })
})
