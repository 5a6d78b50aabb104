import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector_api.ts'
import { ingest } from '../support/ingest.ts'

const connector = useConnector()
const day = { date: '2026-11-10', spend: 1 }
const list = (key: string, input: object = {}) => connector.use(key, 'list_campaigns', input)

/** Three campaigns on two platforms, one of them with ad sets and ads. */
async function stocked() {
  const tenant = await connector.open()
  const summer = { platform: 'meta', account_id: 'm', campaign_id: '9', campaign_name: 'Summer', status: 'PAUSED' }
  await ingest(connector.database(), tenant.brandId, [
    {
      ...day,
      platform: 'google',
      account_id: 'g',
      campaign_id: '2',
      campaign_name: 'Brand',
      status: 'Enabled',
      objective: 'search',
      daily_budget: '12.50',
    },
    { ...day, platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'Tents 100%', status: 'paused' },
    { ...day, ...summer, adset_id: '91', adset_name: 'Wide', ad_id: '911', ad_name: 'Film' },
    { ...day, ...summer, adset_id: '92', adset_name: 'Narrow', ad_id: '921', ad_name: 'Film' },
  ])
  return tenant
}
const ids = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

describe('list_campaigns', () => {
  test('returns settings sorted by platform and name, null where not set', async () => {
    const { key, brandId } = await stocked()
    const { status, body } = await list(key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ brand_id: brandId, level: 'campaign', total: 3, truncated: false, next_cursor: null })
    expect(body.data).toEqual([
      {
        id: '2',
        name: 'Brand',
        level: 'campaign',
        platform: 'google',
        account_id: 'g',
        parent_id: 'g',
        status: 'Enabled',
        objective: 'search',
        daily_budget: 12.5,
      },
      {
        id: '1',
        name: 'Tents 100%',
        level: 'campaign',
        platform: 'google',
        account_id: 'g',
        parent_id: 'g',
        status: 'paused',
        objective: null,
        daily_budget: null,
      },
      {
        id: '9',
        name: 'Summer',
        level: 'campaign',
        platform: 'meta',
        account_id: 'm',
        parent_id: 'm',
        status: 'PAUSED',
        objective: null,
        daily_budget: null,
      },
    ])
    expect(body.meta).toMatchObject({ data_as_of: '2026-11-20T12:00:00Z', currency: 'USD', simulated: false })
  })

  test('returns ad sets and ads with their parents', async () => {
    const { key } = await stocked()
    expect((await list(key, { level: 'adset' })).body.data).toMatchObject([
      { id: '92', name: 'Narrow', parent_id: '9', account_id: 'm' },
      { id: '91', name: 'Wide', parent_id: '9' },
    ])
    expect((await list(key, { level: 'ad', parent_id: '92' })).body.data).toMatchObject([
      { id: '921', parent_id: '92' },
    ])
  })

  test.each([
    [{ platform: 'GOOGLE' }, ['2', '1']],
    [{ platform: 'google ads' }, ['2', '1']],
    [{ status: 'Paused' }, ['1', '9']],
    [{ status: 'active' }, ['2']],
    [{ search: 'SUMM' }, ['9']],
    [{ search: '%' }, ['1']],
    [{ search: '_' }, []],
    [{ search: '9' }, ['9']],
    [{ parent_id: 'g', search: 'brand' }, ['2']],
    [{ search: "'; drop table core.brands; --" }, []],
  ])('filters by %o', async (input, expected) => {
    const { key } = await stocked()
    expect(ids(await list(key, input))).toEqual(expected)
  })

  test('returns pages that join to the whole for every limit', async () => {
    const { testKey } = await connector.open()
    const whole = ids(await list(testKey, { level: 'ad', limit: 200 }))
    expect(whole).toHaveLength(139)
    for (const limit of [7, 41, 138, 139]) {
      const joined: string[] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const { body } = await list(testKey, { level: 'ad', limit, ...(cursor ? { cursor } : {}) })
        joined.push(...ids({ body }))
        expect(body).toMatchObject({ total: 139, truncated: body.next_cursor !== null })
        cursor = body.next_cursor as string | null
      }
      expect(joined).toEqual(whole)
    }
  })

  test('neither skips nor repeats rows when a campaign is added between pages', async () => {
    const { key, brandId } = await stocked()
    const first = await list(key, { limit: 2 })
    const added = { ...day, platform: 'google', account_id: 'g', campaign_id: '0', campaign_name: 'Aaa' }
    await ingest(connector.database(), brandId, [added])
    expect(ids(await list(key, { limit: 2, cursor: first.body.next_cursor }))).toEqual(['9'])
  })

  test('returns 400 for a cursor of another request, brand or tool and for an invalid one', async () => {
    const [one, two] = [await stocked(), await stocked()]
    const { next_cursor: cursor } = (await list(one.key, { limit: 1 })).body
    for (const [key, input] of [
      [one.key, { cursor, level: 'adset' }],
      [one.key, { cursor, search: 'e' }],
      [two.key, { cursor }],
      [one.testKey, { cursor }],
      [one.key, { cursor: `${cursor.slice(0, 12)}${'0'.repeat(32)}` }],
      [one.key, { cursor: "' or true --" }],
      [one.key, { cursor: '' }],
      [one.key, { cursor: 'f'.repeat(300) }],
    ] as const) {
      const { status, body } = await list(key, input)
      expect([status, body.error.code]).toEqual([400, 'invalid_request'])
      expect(body.error.message).toMatch(/^(cursor: |`cursor` )/)
    }
    expect((await connector.use(one.key, 'get_budgets', { cursor })).status).toBe(400)
  })

  test.each([
    [{ limit: 0 }],
    [{ limit: 201 }],
    [{ limit: 1e12 }],
    [{ limit: 'many' }],
    [{ level: 'account' }],
    [{ platform: '' }],
    [{ platform: 'nowhere' }],
    [{ search: 'x'.repeat(201) }],
    [{ search: 'a\u0000b' }],
    [{ parent_id: 7 }],
  ])('returns 400 with the invalid argument of %o', async (input) => {
    const { testKey } = await connector.open()
    const { status, body } = await list(testKey, input)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toMatch(new RegExp(`^\`?${Object.keys(input)[0]}\`?:? `))
  })

  test('returns data_not_ready without data and 403 for a brand of another account', async () => {
    const [own, foreign] = [await connector.open(), await stocked()]
    expect((await list(own.key)).body.error.code).toBe('data_not_ready')
    expect((await list(own.key, { brand_id: foreign.brandId })).status).toBe(403)
  })
})
