import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConsole } from '../../functions/console/app.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createOauth } from '../../functions/oauth/app.ts'
import { oauthOptions } from '../../functions/oauth/options.ts'
import { parseEnv } from '../../shared/env.ts'
import { allCells, askAll, servedOperations } from './matrix/ask_all.ts'
import type { Asked } from './matrix/ask_all.ts'
import { brandTables } from './copy_brand.ts'
import { operations } from './matrix/operations.ts'
import { pages } from './matrix/pages.ts'
import { openTenants } from './scene.ts'
import type { TenantScene } from './scene.ts'

let scene: TenantScene
let asked: Asked
let before: Record<'foreign' | 'archived', Map<string, string>>
let after: typeof before

beforeAll(async () => {
  scene = await openTenants()
  before = { foreign: await rowsOf('foreign'), archived: await rowsOf('archived') }
  asked = await askAll(scene, allCells())
  after = { foreign: await rowsOf('foreign'), archived: await rowsOf('archived') }
  console.log(`${asked.requests} requests in ${asked.seconds} s`)
}, 300_000)
afterAll(() => scene.stop())

/** Returns every row of a brand with the name of its table. */
async function rowsOf(name: 'foreign' | 'archived'): Promise<Map<string, string>> {
  const { sql } = scene.console.database
  const held = await Promise.all(
    (await brandTables(sql)).map(async ({ table, owner }) => {
      const rows = await sql.unsafe<{ row: string }[]>(
        `select held::text as row from ${table} as held where ${owner} = '${scene.brands[name]}'`,
      )
      return rows.map(({ row }) => [`${table} ${row}`, table] as const)
    }),
  )
  return new Map(held.flat())
}

const tablesOf = (rows: Map<string, string>, but: Map<string, string>) =>
  [...new Set([...rows].filter(([row]) => !but.has(row)).map(([, table]) => table))].toSorted()

describe('the tenant matrix', () => {
  test('has a row for every operation of the OpenAPI document', async () => {
    const served = [...(await servedOperations(scene)).keys()]
    const rows = Object.keys(operations)
    const unnamed = served.filter((name) => !rows.includes(name))
    expect(unnamed, 'give it a row in test/tenants/matrix/operations.ts').toEqual([])
    expect(rows.filter((name) => !served.includes(name))).toEqual([])
  })

  test('has a row for every tool in tools/list', async () => {
    const response = await fetch(`${scene.console.api.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${scene.credentials.bearer('app', 'connector')}`,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    const listed = [...(await response.text()).matchAll(/"name":"(\w+)","title"/g)].map(([, name]) => name as string)
    const addresses = listed.map((name) => `POST /api/mcp/${name === 'list_brands' ? 'brands' : name}`)
    const rows = Object.keys(operations).filter((name) => name.startsWith('POST /api/mcp/'))
    expect(addresses.toSorted()).toEqual(rows.toSorted())
  })

  test('has a row for every page and form of the console and the authorization server', () => {
    const services = { database: scene.console.database.sql, publicBaseUrl: 'http://vitrine.test', trustedProxyHops: 0 }
    const apps = [
      createConsole(services, {
        webhooks: webhookOptions(parseEnv()),
        sources: sourceOptions(parseEnv()),
        createsBrands: false,
        mails: 'sent',
        isDevelopment: false,
        uploadBytesMax: 1000,
      }),
      createOauth(services, oauthOptions(parseEnv())),
    ]
    const routes = apps.flatMap((app) => app.routes.filter(({ method }) => method !== 'ALL'))
    const served = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    const asNamed = { ...operations, ...pages }
    const unnamed = served.filter(
      (name) => !(name in asNamed) && !/(style\.css|copy\.js)$|resource\/mcp$|(livez|readyz)$/.test(name),
    )
    expect(unnamed, 'give it a row in test/tenants/matrix/pages.ts').toEqual([])
    expect(Object.keys(pages).filter((name) => !served.includes(name))).toEqual([])
  })
})

describe('every operation, tool and page, for every credential and every brand', () => {
  test('returns the expected status, and no data of a brand out of reach', () => {
    expect(asked.wrong).toEqual([])
  })

  test('shows the data of a brand within reach', () => {
    const rows = Object.entries({ ...operations, ...pages }).filter(([, { shows }]) => shows)
    const without = rows.filter(([name, { shows }]) => !asked.shown.has(`${name} ${shows}`)).map(([name]) => name)
    expect(without).toEqual([])
  })

  test('changes a foreign account only by negotiations, transactions and checkout sessions of its storefront', () => {
    const beside = (tables: string[]) => tables.filter((table) => !table.startsWith('events.'))
    // A handoff needs its link only, and agents may negotiate and open checkout sessions with any storefront.
    // What an order takes from the stock follows its status.
    expect(beside(tablesOf(before.foreign, after.foreign))).toEqual([
      'commerce.transactions',
      'storefront.ordered_stock',
    ])
    expect(beside(tablesOf(after.foreign, before.foreign))).toEqual([
      'commerce.negotiation_offers',
      'commerce.negotiations',
      'commerce.transactions',
      'storefront.checkout_requests',
      'storefront.checkouts',
      'storefront.ordered_stock',
    ])
    expect(beside(tablesOf(before.archived, after.archived))).toEqual([])
    expect(beside(tablesOf(after.archived, before.archived))).toEqual([])
  })
})
