import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startApi } from './support/api.ts'
import type { Api } from './support/api.ts'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { commandLine } from './support/vitrine.ts'

let database: TestDatabase
let api: Api
let accountId: string
const { vitrine, json } = commandLine(() => database)

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const brand = ['--slug', 'corner', '--name', 'Corner Shop', '--currency', 'EUR', '--timezone', 'Europe/Berlin']
  accountId = (await json<{ account_id: string }>('brands', 'create', '--new-account', 'Corner', ...brand)).account_id
})

afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function status(key: string): Promise<number> {
  return (await api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)).status
}

interface Issued {
  key: string
  key_id: string
  account_id: string
  brand_id: string | null
  scopes: string[]
}

describe('vitrine keys', () => {
  const creation = ['keys', 'create', '--prefix', 'svc_sk_live_', '--name', 'report']

  test('create issues a working key in the only account', async () => {
    const { key } = await json<Issued>(...creation)
    expect(await status(key)).toBe(200)
  })

  test('rotate keeps both keys valid during the overlap, and only the new one without it', async () => {
    const first = await json<Issued>(...creation)
    const second = await json<Issued>('keys', 'rotate', first.key_id)
    expect([await status(first.key), await status(second.key)]).toEqual([200, 200])
    const third = await json<Issued>('keys', 'rotate', second.key_id, '--overlap-hours', '0')
    // The clock of the API is behind the real one, so the expiry is compared in the database.
    const [row] =
      await database.sql`select expires_at <= now() as ended from core.api_keys where key_id = ${second.key_id}`
    expect(row?.ended).toBe(true)
    expect(await status(third.key)).toBe(200)
  })

  test('revoke ends a key immediately and fails the second time', async () => {
    const { key, key_id } = await json<Issued>(...creation)
    await json('keys', 'revoke', key_id)
    expect(await status(key)).toBe(401)
    const again = await vitrine(['keys', 'revoke', key_id])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no active key') as string })
  })

  test('unbind releases a key from its platform, and fails the second time', async () => {
    const { key_id } = await json<Issued>('keys', 'create', '--prefix', 'sk_live_', '--name', 'agent')
    await database.sql`update core.api_keys set platform_origin = 'https://platform.example' where key_id = ${key_id}`
    const platform = async () => {
      const listed = await json<{ key_id: string; platform_origin: string | null }[]>('keys', 'list')
      return listed.find((key) => key.key_id === key_id)?.platform_origin
    }
    expect(await platform()).toBe('https://platform.example')
    expect(await json('keys', 'unbind', key_id)).toEqual({ key_id, unbound: true })
    expect(await platform()).toBeNull()
    const again = await vitrine(['keys', 'unbind', key_id])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('acts for a platform') as string })
  })

  test('list shows no key and no hash', async () => {
    const { key } = await json<Issued>(...creation)
    const { stdout } = await vitrine(['keys', 'list'])
    expect(stdout).toContain(`svc_sk_live_...${key.slice(-4)}`)
    expect(stdout).not.toContain(key)
    expect((await json<object[]>('keys', 'list')).map(Object.keys).flat()).not.toContain('hash')
  })

  test('create --scope limits a key and its rotation to the given scopes', async () => {
    const asked = async (key: string) =>
      (await api.http.post('/api/mcp/list_brands').send({}).set('Authorization', `Bearer ${key}`)).status
    const narrow = [
      'keys',
      'create',
      '--prefix',
      'sk_live_',
      '--name',
      'shop',
      '--scope',
      'read:commerce',
      'write:webhooks',
    ]
    const { key, key_id } = await json<Issued>(...narrow)
    const { key: next } = await json<Issued>('keys', 'rotate', key_id)
    const { key: wide } = await json<Issued>(...narrow, 'read:marketing')
    expect([await asked(key), await asked(next), await asked(wide)]).toEqual([403, 403, 200])
    expect((await vitrine([...creation, '--scope', 'read:commerce'])).stderr).toBe(
      '`scope` must contain only scopes of this kind of key: read:marketing, write:alert_rules, write:anomalies, write:experiments, write:promotions, write:proposals.\n',
    )
  })

  test('create without a scope grants read scopes only', async () => {
    const { scopes } = await json<Issued>('keys', 'create', '--prefix', 'sk_live_', '--name', 'reads')
    expect(scopes).toEqual(['read:marketing', 'read:commerce'])
  })

  test('create rejects an unknown brand and an invalid expiry time', async () => {
    expect((await vitrine([...creation, '--brand', 'nowhere'])).stderr).toMatch(/^There is no brand .+\n$/)
    expect((await vitrine([...creation, '--expires-at', 'soon'])).stderr).toContain('2027-01-31T00:00:00Z')
  })
})

describe('vitrine keys with several accounts and brands', () => {
  let second: TestDatabase
  const several = commandLine(() => second)
  const secret = ['keys', 'create', '--prefix', 'sk_live_', '--name', 'agent']

  beforeAll(async () => {
    second = await createDatabase()
    await second.sql`select core.create_account('One', 'GROWTH', 'acc_one')`
    await second.sql`select core.create_account('Two', 'GROWTH', 'acc_two')`
    for (const [account, slug] of [
      ['acc_one', 'aurora'],
      ['acc_one', 'lumen'],
      ['acc_one', 'twice'],
      ['acc_two', 'twice'],
    ] as const)
      await second.sql`select core.create_brand(${account}, ${slug}, ${slug}, 'USD', 'UTC', ${`brd_${account}_${slug}`})`
  })
  afterAll(() => second.stop())

  test('--brand implies the account, and the output shows the access of the key', async () => {
    const { code, stdout } = await several.vitrine([...secret, '--brand', 'aurora', '--scope', 'read:commerce'])
    expect([code, stdout.split('\n')[2]]).toEqual([0, 'Access: brd_acc_one_aurora. Scopes: read:commerce.'])
  })

  test('rejects --brand of another account than --account', async () => {
    const { code, stderr } = await several.vitrine([...secret, '--brand', 'aurora', '--account', 'acc_two'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('The account acc_two has no brand aurora')])
  })

  test('rejects a slug that two accounts have and lists the ids, unless --account is given', async () => {
    const { code, stderr } = await several.vitrine([...secret, '--brand', 'twice'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('Use its id: brd_acc_one_twice, brd_acc_two_twice.')])
    const decided = await several.json<Issued>(...secret, '--brand', 'twice', '--account', 'acc_two')
    expect(decided).toMatchObject({ account_id: 'acc_two', brand_id: 'brd_acc_two_twice' })
  })

  test.each(['sk_live_', 'sk_test_', 'pk_live_', 'pk_test_', 'svc_ak_'])(
    'rejects a %s key without --brand in an account with several brands',
    async (prefix) => {
      const { code, stderr } = await several.vitrine([
        'keys',
        'create',
        '--prefix',
        prefix,
        '--name',
        'x',
        '--account',
        'acc_one',
      ])
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`A key of the kind ${prefix} is for one brand, and the account acc_one has several`),
      ])
    },
  )

  test('a storefront key without --brand uses the only brand of its account', async () => {
    const issued = await several.json<Issued>(...secret, '--account', 'acc_two')
    expect(issued.brand_id).toBe('brd_acc_two_twice')
  })

  test('--all-brands creates a key for the whole account, and a rotation keeps its access', async () => {
    const { code, stdout } = await several.vitrine([...secret, '--account', 'acc_one', '--all-brands'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        'Access: all brands of acc_one, including future ones. Scopes: read:marketing, read:commerce.',
      ),
    ])
    const wide = await several.json<Issued>(...secret, '--account', 'acc_one', '--all-brands')
    const next = await several.json<Issued>('keys', 'rotate', wide.key_id, '--account', 'acc_one')
    expect([wide.brand_id, next.brand_id]).toEqual([null, null])
  })

  test('rejects --all-brands for a publishable key and with --brand', async () => {
    const publishable = ['keys', 'create', '--prefix', 'pk_live_', '--name', 'page', '--account', 'acc_one']
    expect((await several.vitrine([...publishable, '--all-brands'])).stderr).toContain(
      'is required, because a key of the kind pk_live_ is for one brand',
    )
    const both = await several.vitrine([...secret, '--brand', 'lumen', '--all-brands'])
    expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('Send one of the two inputs.')])
  })

  test('an analytics key without --brand gets access to the account', async () => {
    const analytics = ['keys', 'create', '--prefix', 'svc_sk_live_', '--name', 'report', '--account', 'acc_one']
    expect((await several.vitrine(analytics)).stdout).toContain('Access: all brands of acc_one')
  })
})

describe('vitrine brands and plans', () => {
  test('brands list shows the currency and the time zone', async () => {
    const brands = await json<{ account_id: string }[]>('brands', 'list')
    expect(brands.filter((brand) => brand.account_id === accountId)).toMatchObject([
      { slug: 'corner', currency: 'EUR', timezone: 'Europe/Berlin' },
    ])
  })

  test('brands create says what is public and how to change it, as the storefront is', async () => {
    const brand = ['--slug', 'open', '--name', 'Open', '--currency', 'EUR', '--timezone', 'UTC', '--account', accountId]
    const { stdout } = await vitrine(['brands', 'create', ...brand])
    const [first, second, ...others] = stdout.trim().split('\n')
    const brandId = /brd_\w+/.exec(first as string)?.[0]
    expect(second).toMatch(new RegExp(`storefront is public.*/api/storefront/${brandId} .*Settings, Storefront`))
    expect(others).toEqual([])
    expect((await api.http.get(`/api/storefront/${brandId}/manifest`)).status).toBe(200)
    await database.sql`update core.brands set is_storefront_published = false where brand_id = ${brandId as string}`
    expect((await api.http.get(`/api/storefront/${brandId}/manifest`)).status).toBe(404)
  })

  test('brands create creates no account when the brand is rejected', async () => {
    const wrong = ['--slug', 'x', '--name', 'X', '--currency', 'XXY', '--timezone', 'UTC', '--new-account', 'Empty']
    expect((await vitrine(['brands', 'create', ...wrong])).stderr).toMatch(/^`currency` must be an ISO 4217 code/)
    expect(await database.sql`select from core.accounts where name = 'Empty'`).toHaveLength(0)
  })

  test.each([
    [['brands', 'create', '--slug', 'corner'], '`slug` must be unique. The account has a brand corner already'],
    [['brands', 'create', '--slug', 'Not A Slug'], '`slug` must be lower-case'],
    [['brands', 'create', '--slug', 'x', '--account', 'acc_unknown'], 'There is no account acc_unknown'],
    [['keys', 'list', '--account', 'acc_unknown'], 'There is no account acc_unknown'],
  ])('%j fails with one sentence', async (args, message) => {
    const brand = args[0] === 'brands' ? ['--name', 'X', '--currency', 'EUR', '--timezone', 'UTC'] : []
    const { code, stderr } = await vitrine([...args, ...brand])
    expect([code, stderr.split('\n').length]).toEqual([1, 2])
    expect(stderr).toContain(message)
  })

  test('plans set changes the plan and rejects an unknown one', async () => {
    await json('plans', 'set', accountId, 'scale')
    const [account] = await database.sql`select plan from core.accounts where account_id = ${accountId}`
    expect(account?.plan).toBe('SCALE')
    expect((await vitrine(['plans', 'set', accountId, 'huge'])).stderr).toContain(
      'There is no plan huge. Available plans: TRIAL,',
    )
  })
})

describe('vitrine import', () => {
  const file = join(import.meta.dirname, 'analytics', 'fixtures', 'tiktok_ads.csv')

  test('ads imports a file by the slug of the brand and prints a summary', async () => {
    const report = await json<Record<string, unknown>>('import', 'ads', file, '--brand', 'corner')
    expect(report).toMatchObject({ dialect: 'tiktok_ads', file_name: 'tiktok_ads.csv', rows_rejected: 0 })
    const { stdout } = await vitrine(['import', 'ads', file, '--brand', 'corner'])
    expect(stdout).toMatch(/^\d+ rows imported, 0 rejected into brd_\w+ \(tiktok_ads\): [\d-]+ to [\d-]+\.\n/)
  })

  test('ads reports a missing file or brand in one sentence', async () => {
    expect((await vitrine(['import', 'ads', '/nonexistent.csv', '--brand', 'corner'])).stderr).toMatch(/^.+\.\n$/)
    expect((await vitrine(['import', 'ads', file, '--brand', 'nowhere'])).stderr).toMatch(/^There is no brand .+\n$/)
  })
})

describe('vitrine import products', () => {
  test('--decimal resolves ambiguous prices', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-products-'))
    const feed = join(folder, 'feed.tsv')
    await writeFile(feed, 'id\ttitle\tprice\tavailability\na\tA\t49.999 EUR\tin stock\nb\tB\t12 EUR\tin stock\n')
    const ask = ['import', 'products', feed, '--brand', 'corner']
    const asked = await vitrine(ask)
    expect(asked.stdout + asked.stderr).toContain('--decimal point or --decimal comma')
    expect(await json(...ask, '--decimal', 'comma')).toMatchObject({ rows_accepted: 2, rows_rejected: 0 })
    const [product] = await database.sql`
      select price_micros::float / 1000000 as price from storefront.products where product_id = 'a'`
    expect(product?.price).toBe(49_999)
    expect((await vitrine([...ask, '--decimal', 'dot'])).stderr).toContain('point, comma')
    await rm(folder, { recursive: true })
  })
})

describe('vitrine import journeys and orders', () => {
  test('import both, and brands attribution selects the model', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-journeys-'))
    await writeFile(
      join(folder, 'touches.csv'),
      'customer_id,touched_at,channel\nc,2026-11-01T10:00:00Z,meta\nc,nonsense,meta\n',
    )
    await writeFile(
      join(folder, 'orders.csv'),
      'order_id,customer_id,ordered_at,revenue\no,c,2026-11-02T10:00:00Z,12.50\n',
    )
    const some = await vitrine(['import', 'journeys', join(folder, 'touches.csv'), '--brand', 'corner', '--json'])
    expect([some.code, some.stderr]).toEqual([3, ''])
    expect(JSON.parse(some.stdout)).toMatchObject({
      rows_accepted: 1,
      rows_rejected: 1,
      rejections: [{ line: 3, reason: expect.stringContaining('touched_at') as string }],
    })
    expect(await json('import', 'orders', join(folder, 'orders.csv'), '--brand', 'corner')).toMatchObject({
      rows_accepted: 1,
    })
    expect(await json('brands', 'attribution', 'corner', '--model', 'markov')).toMatchObject({
      model: 'markov',
      click_days: 30,
    })
    expect((await vitrine(['brands', 'attribution', 'corner', '--model', 'guess'])).stderr).toContain(
      'The model guess cannot divide orders among channels.',
    )
    await rm(folder, { recursive: true })
  })
})

describe('vitrine brands detectors', () => {
  test('chooses detectors, removes them, and refuses unknown ones', async () => {
    expect(await json('brands', 'detectors', 'corner', 'revenue_drop', 'ctr_drop')).toMatchObject({
      detectors: ['spend_surge', 'cpa_spike', 'roas_drop', 'ctr_drop', 'revenue_drop'],
    })
    expect((await vitrine(['brands', 'detectors', 'corner', 'guess'])).stderr).toContain('revenue_surge')
    expect(await json('brands', 'detectors', 'corner')).toMatchObject({
      detectors: ['spend_surge', 'cpa_spike', 'roas_drop'],
    })
  })
})

describe('vitrine import rates', () => {
  const rates = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-rates-'))
    await writeFile(join(folder, 'rates.csv'), text)
    const outcome = await vitrine(['import', 'rates', join(folder, 'rates.csv')])
    await rm(folder, { recursive: true })
    return outcome
  }

  test('imports rates, and a later file replaces earlier ones', async () => {
    await rates('date,from,to,rate\n2026-11-01,USD,EUR,0.5\n2026-11-02,usd,eur,0.6\n')
    expect((await rates('date,from,to,rate\n2026-11-01,USD,EUR,0.9\n')).stdout).toMatch(
      /^1 row imported, 0 rejected: 2026-11-01 to 2026-11-01\.\n/,
    )
    const rows = await database.sql`
      select on_day::text, rate::float from core.exchange_rates where from_currency = 'USD' order by on_day`
    expect(rows).toEqual([
      { on_day: '2026-11-01', rate: 0.9 },
      { on_day: '2026-11-02', rate: 0.6 },
    ])
  })

  test.each([
    ['date,from,rate\n2026-11-01,USD,1\n', 'lacks the column to'],
    ['date,from,to,rate\n2026-11-01,USD,EUR,-1\n', 'Line 2: rate: must be a number above 0.'],
    ['date,from,to,rate\n2026-02-30,USD,EUR,1\n', 'Line 2: date: must be a day'],
    ['date,from,to,rate\n2026-11-01,USD,QQQ,1\n', 'QQQ is not an ISO 4217 code'],
  ])('rejects %j with a reason', async (text, message) => {
    expect((await rates(text)).stderr).toContain(message)
  })
})

describe('vitrine worker and vitrine migrate', () => {
  test('worker --once runs a queue', async () => {
    expect(await json('worker', '--once', 'maintain_partitions')).toMatchObject({ queue: 'maintain_partitions' })
    expect((await vitrine(['worker', '--once', 'nothing'])).stderr).toContain('There is no queue nothing')
    expect(await json('worker', '--once', 'anomalies')).toMatchObject({ queue: 'anomalies' })
  })

  test('worker --once exits with 0 when every job is done and with 1 when one fails', async () => {
    expect(await vitrine(['worker', '--once', 'prune_rate_limits'])).toMatchObject({
      code: 0,
      stdout: 'Finished prune_rate_limits: 1 job.\n',
    })
    expect((await vitrine(['worker', '--once', 'nothing'])).code).toBe(1)
    await database.sql.unsafe('alter function core.prune_rate_limits() rename to prune_rate_limits_away')
    onTestFinished(
      async () =>
        void (await database.sql.unsafe('alter function core.prune_rate_limits_away() rename to prune_rate_limits')),
    )
    const { code, stdout, stderr } = await vitrine(['worker', '--once', 'prune_rate_limits'])
    expect([code, stdout]).toEqual([1, 'Finished prune_rate_limits: 1 job, 1 with failures.\n'])
    expect(stderr).toContain('function core.prune_rate_limits() does not exist')
  })

  test('migrate applies nothing to an up-to-date database', async () => {
    expect(await json('migrate')).toEqual({ applied: [] })
  })
})

describe('vitrine without a database', () => {
  test('exits with 1 and states how to configure one', async () => {
    const nowhere = await vitrine(['brands', 'list'], { DATABASE_URL: '', VITRINE_HOME: '/nonexistent' })
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No database is configured\./) as string,
    })
  })
})
