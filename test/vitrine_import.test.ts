import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { commandLine } from './support/vitrine.ts'

let database: TestDatabase
const { vitrine, json } = commandLine(() => database)

beforeAll(async () => {
  database = await createDatabase()
  const brand = ['--slug', 'corner', '--name', 'Corner Shop', '--currency', 'EUR', '--timezone', 'Europe/Berlin']
  await json('brands', 'create', '--new-account', 'Corner', ...brand)
})
afterAll(() => database.stop())

describe('vitrine import with rejected rows', () => {
  const files: Record<string, { good: string; bad: string; name?: string; before?: string[] }> = {
    ads: {
      good: 'date,platform,campaign_name,spend\n2026-11-01,meta,One,5\n',
      bad: '2026-13-01,meta,One,5\n',
    },
    journeys: { good: 'customer_id,touched_at,channel\nk,2026-11-01T10:00:00Z,meta\n', bad: 'k,nonsense,meta\n' },
    creatives: { good: 'platform,creative_id,name\nmeta,7,Lamp\n', bad: 'meta,,Lamp\n' },
    orders: {
      good: 'order_id,customer_id,ordered_at,revenue\nk1,k,2026-11-02T10:00:00Z,12.50\n',
      bad: 'k2,k,2026-11-02T10:00:00Z,-1\n',
    },
    products: {
      good: '{"id":"k1","title":"Lamp","price":"10 EUR","availability":"in_stock","link":"https://e.example/1"}\n',
      bad: '{"id":"k2"}\n',
      name: 'products.jsonl',
    },
    signals: {
      good: 'signal_id,component,value,occurred_at\ns,fulfillment,1,2026-11-01T10:00:00Z\n',
      bad: 't,fulfillment,2,2026-11-01T10:00:00Z\n',
    },
    reviews: {
      good: 'id,product_id,rating,created_at\nr1,k1,5,2026-11-01T10:00:00Z\n',
      bad: 'r2,k1,nine,2026-11-01T10:00:00Z\n',
    },
    rates: { good: 'date,from,to,rate\n2026-11-01,GBP,EUR,1.2\n', bad: '2026-11-02,GBP,EUR,-1\n' },
  }
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-rejected-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function run(kind: string, text: string, ...flags: string[]) {
    const path = join(folder, files[kind]?.name ?? `${kind}.csv`)
    await writeFile(path, text)
    return await vitrine(['import', kind, path, ...(kind === 'rates' ? [] : ['--brand', 'corner']), ...flags])
  }
  const kept = async () => {
    const [row] = await database.sql`
      select (select count(*) from analytics.imports) as imports, (select count(*) from core.exchange_rates) as rates`
    return row
  }

  test.each(Object.keys(files))(
    '%s: counts accepted and rejected rows, names the line and exits with 3',
    async (kind) => {
      const { good, bad } = files[kind] as (typeof files)[string]
      const { code, stdout } = await run(kind, good + bad)
      expect([code, stdout.split('\n')[0]]).toEqual([3, expect.stringMatching(/^1 row imported, 1 rejected/)])
      expect(stdout).toMatch(/\nLine \d+ rejected: \w+/)
      const clean = await run(kind, good)
      expect([clean.code, clean.stdout]).toEqual([0, expect.stringMatching(/^1 row imported, 0 rejected/)])
    },
  )

  test.each(Object.keys(files))('%s: --strict imports nothing, names the wrong line and exits with 1', async (kind) => {
    const { good, bad } = files[kind] as (typeof files)[string]
    const before = await kept()
    const { code, stdout, stderr } = await run(kind, good.replaceAll('2026-11-01', '2026-11-05') + bad, '--strict')
    expect([code, stdout, stderr.split('\n')[0]]).toEqual([
      1,
      '',
      'Nothing was imported, because 1 row is wrong and --strict is set.',
    ])
    expect(stderr).toMatch(/\nLine \d+: \w+/)
    expect(await kept()).toEqual(before)
  })

  test.each(Object.keys(files))(
    '%s --help explains that invalid rows are rejected, and lists the exit codes',
    async (kind) => {
      const { stdout } = await vitrine(['import', kind, '--help'])
      const help = stdout.replace(/\s+/g, ' ')
      expect(help).toContain('Invalid rows are rejected')
      expect(help).toContain('3 when some rows were rejected')
      expect(help).not.toContain('or none')
    },
  )

  const at = '2026-11-01T10:00:00Z'
  const creative = { platform: 'meta', creative_id: '7' }
  const journey = { customer_id: 'k', touched_at: at, channel: 'meta' }
  const order = { order_id: 'k', customer_id: 'k', ordered_at: at, revenue: 1 }
  const signal = { signal_id: 's', component: 'fulfillment', value: 1, occurred_at: at }
  const rate = { date: '2026-11-01', from: 'GBP', to: 'EUR', rate: 1 }
  const review = { id: 'r', product_id: 'k1', rating: 5, created_at: at }
  test.each<[string, object, [unknown, string][]]>([
    [
      'creatives',
      creative,
      [
        [{ ...creative, platform: null }, 'platform: must not be null.'],
        [{ ...creative, creative_id: undefined }, 'creative_id: is required.'],
        [{ ...creative, creative_id: ['7'] }, 'creative_id: must be text.'],
        [
          '{"platform":"meta","creative_id":120210000000000001}',
          'creative_id: is too large for a number. Write it in quotes.',
        ],
        [{ ...creative, name: null }, 'name: must not be null.'],
        [{ ...creative, format: null }, 'format: must be image, video, carousel, text or catalog.'],
        ['null', 'line: must be an object.'],
      ],
    ],
    [
      'journeys',
      journey,
      [
        [{ ...journey, touched_at: null }, 'touched_at: must not be null.'],
        [{ ...journey, channel: undefined }, 'channel: is required.'],
        [{ ...journey, customer_id: true }, 'customer_id: must be text.'],
      ],
    ],
    [
      'orders',
      order,
      [
        [{ ...order, revenue: undefined }, 'revenue: is required.'],
        [{ ...order, revenue: null }, 'revenue: must not be null.'],
        [{ ...order, currency: 7 }, 'currency: must be text.'],
        [{ ...order, is_new_customer: null }, 'is_new_customer: must be true or false.'],
      ],
    ],
    [
      'signals',
      signal,
      [
        [{ ...signal, value: null }, 'value: must not be null.'],
        [{ ...signal, value: undefined }, 'value: is required.'],
        [{ ...signal, value: true }, 'value: must be a number from 0 to 1.'],
        [{ ...signal, value: '' }, 'value: must be a number from 0 to 1.'],
        [{ ...signal, value: [] }, 'value: must be a number from 0 to 1.'],
      ],
    ],
    [
      'rates',
      rate,
      [
        [{ ...rate, rate: true }, 'rate: must be a number above 0.'],
        [{ ...rate, to: undefined }, 'to: is required.'],
      ],
    ],
    [
      'reviews',
      review,
      [
        [{ ...review, verified_purchase: [] }, 'verified_purchase: must be true or false.'],
        [{ ...review, helpful_count: true }, 'helpful_count: must be a whole number.'],
      ],
    ],
  ])('%s: names the field and the reason for each rejected row', async (kind, good, records) => {
    const lines = [good, ...records.map(([record]) => record)].map((record) =>
      typeof record === 'string' ? record : JSON.stringify(record),
    )
    const { code, stderr } = await run(kind, lines.join('\n'), '--strict')
    const reasons = records.map(([, reason], index) => `Line ${index + 2}: ${reason}`)
    expect([code, stderr.trim().split('\n').slice(1)]).toEqual([1, reasons])
  })

  test.each([
    ['creatives', 'creative_id,name\n7,Lamp\n', 'platform'],
    ['journeys', 'customer_id,channel\nk,meta\n', 'touched_at'],
    ['orders', 'customer_id,ordered_at\nk,2026-11-01\n', 'order_id, revenue'],
    ['signals', 'signal_id,component,occurred_at\ns,fulfillment,2026-11-01\n', 'value'],
    ['rates', 'date,from,to\n2026-11-01,GBP,EUR\n', 'rate'],
  ])('%s: rejects a file without a required column', async (kind, text, columns) => {
    const { code, stderr } = await run(kind, text)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`The file lacks the column ${columns}. It has: `)])
  })
})
