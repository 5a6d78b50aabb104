import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, servedOperations } from './matrix/ask_all.ts'
import { operations } from './matrix/operations.ts'
import type { CredentialName, Row } from './matrix/oracle.ts'
import { pages } from './matrix/pages.ts'
import { inputOf, sendable } from './matrix/requests.ts'
import { openTenants } from './scene.ts'
import type { BrandName, TenantScene } from './scene.ts'

/** Routes that take an id in the body, with its field. */
const inBody: Record<string, string> = {
  'POST /api/storefront/{brand_id}/catalog/product': 'id',
  'POST /api/mcp/get_campaign': 'campaign_id',
  'POST /api/mcp/get_product': 'product_id',
  'POST /api/mcp/recommend_products': 'product_id',
  'POST /api/mcp/get_product_reviews': 'product_id',
  'POST /api/storefront/{brand_id}/holds': 'product_id',
  'POST /api/storefront/{brand_id}/negotiations': 'product_id',
}

const asIs = ['brand_id', 'platform', 'file']
const rows = Object.entries({ ...operations, ...pages }).flatMap(([name, row]) => {
  const nouns = [...name.matchAll(/\{(\w+)\}/g)]
    .map(([, noun]) => noun as string)
    .filter((noun) => !asIs.includes(noun))
  if (name in inBody) nouns.push(inBody[name] as string)
  return nouns.length > 0 ? [[name, row, nouns] as const] : []
})

/** Returns the credentials to test: an agent, the account of the storefront, and an admin for pages. */
const callers = (row: Row): CredentialName[] =>
  row.surface === 'page' || row.surface === 'session'
    ? ['viewer']
    : row.surface === 'shop'
      ? ['none', 'secret', 'two_brands', 'test']
      : ['secret', 'two_brands', 'test']

const others = ['sibling', 'foreign', 'archived'] as const

let scene: TenantScene
let served: Map<string, string>

beforeAll(async () => {
  scene = await openTenants()
  served = await servedOperations(scene)
  // An owner, so that forms are not rejected for the role of a viewer.
  await scene.console.join(scene.credentials.viewer.person.id, scene.brands.own, 'owner')
}, 60_000)
afterAll(() => scene.stop())

/** Requests a path of its own brand with ids of another brand, and removes the ids from the response. */
async function answerTo(
  name: string,
  row: Row,
  nouns: readonly string[],
  credential: CredentialName,
  brand: BrandName,
) {
  const operation = served.get(name) ?? name
  const cell = { name, row, credential, isSpoken: false }
  const own = inputOf(scene, operation, { ...cell, brand: 'own' })
  const other = inputOf(scene, operation, { ...cell, brand })
  const ids = nouns.map((noun) => {
    const id = noun in scene.ids[brand] && noun !== 'id' ? (scene.ids[brand][noun] as string) : other[noun]
    return [noun, name.includes(`{${noun}}`) ? (other[noun] ?? id) : id] as [string, string]
  })
  const ownIds = Object.fromEntries(ids)
  if (credential === 'test')
    for (const noun of nouns)
      if (noun.startsWith('product') || inBody[name] === 'id') ownIds[noun] = scene.ids[brand].product_id as string
  const { status, text } = await send(
    scene,
    sendable(scene, cell, { ...own, ...ownIds, idempotency_key: `${name} ${credential} ${brand}`.replace(/\W/g, '') }),
  )
  const masked = Object.values(ownIds).reduce((rest, id) => rest.replaceAll(id, 'ID'), text)
  const changing = /req_[0-9a-f]{32}|"response_time_ms":\d+|name="form_(?:id|token)" value="[^"]*"/g
  return { status, masked: masked.replaceAll(changing, '') }
}

/** Whether a response has status 200 and says, in `ucp`, that there is an error. */
function isProtocolError(text: string): boolean {
  return text.startsWith('{') && (JSON.parse(text) as { ucp?: { status?: string } }).ucp?.status === 'error'
}

describe('an id of another brand in a path of the caller’s brand', () => {
  test.each(rows)('%s returns the response for an unknown id', async (name, row, nouns) => {
    for (const credential of callers(row)) {
      await scene.console.database.sql`delete from core.rate_limits`
      const missing = await answerTo(name, row, nouns, credential, 'missing')
      // The Universal Commerce Protocol answers an unknown id with 200, status error and no product.
      const isFound = missing.status === 200 && !isProtocolError(missing.masked)
      expect([credential, isFound]).toEqual([credential, false])
      // The endpoints of an account belong to all of its brands.
      const isOwn = row.surface === 'webhooks' && credential === 'two_brands'
      for (const brand of isOwn ? others.slice(1) : others) {
        const answer = await answerTo(name, row, nouns, credential, brand)
        expect({ credential, brand, ...answer }).toEqual({ credential, brand, ...missing })
      }
    }
  })
})
