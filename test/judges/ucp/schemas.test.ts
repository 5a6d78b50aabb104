import { beforeAll, expect, test } from 'vitest'
import { QuoteSigner } from '../../../shared/commerce/quotes.ts'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { openCatalogs } from '../catalogs.ts'
import type { Judged } from '../catalogs.ts'
import { agent, fakePlatforms, profileOf } from './platforms.ts'
import { exampleRequests, published, versions } from './published.ts'
import type { Published, Response } from './published.ts'

// The profile has the public keys of the signer.
const quotes = await QuoteSigner.open(Buffer.alloc(32, 7).toString('base64url'), 'http://vitrine.test')
const shops = useShops({ isSimulated: true, ucp: fakePlatforms(), quotes })
let catalogs: Judged[] = []
beforeAll(async () => {
  if (versions.some(({ missing }) => missing === null)) catalogs = await openCatalogs(shops)
}, 240_000)

interface Product {
  id: string
  variants: { id: string }[]
}

for (const { version, label, missing } of versions) {
  const rows: [Response, string, (each: Judged, ask: Ask) => Promise<unknown[]>][] = [
    ['profile', 'profile', readProfile],
    ['search', 'catalog search', readSearch],
    ['lookup', 'catalog lookup', readLookup],
    ['product', 'catalog product', readProducts],
    ['error', 'catalog product, unknown id', readUnknown],
  ]
  for (const [response, checks, read] of rows) {
    judge({ judge: 'UCP schemas', version: label, checks, missing }, () => {
      let schemas: Published
      beforeAll(() => {
        schemas = published(version)
      })

      test(`every ${checks} of every catalog is valid and has no null`, { timeout: 240_000 }, async () => {
        for (const each of catalogs) {
          const ask: Ask = async (path, body) => {
            const headers = { ...each.headers, ...agent(profileOf(version)) }
            const answer = await (body
              ? shops.ask(each.brandId, path, body, headers)
              : shops.look(each.brandId, path, headers))
            expect([each.name, path, answer.status, answer.text]).toEqual([each.name, path, 200, expect.anything()])
            expect(answer.body.ucp.version).toBe(version)
            return answer.body
          }
          const bodies = await read(each, ask)
          expect(bodies.length).toBeGreaterThan(0)
          for (const body of bodies) {
            expect([each.name, schemas.faults(response, body), body]).toEqual([each.name, [], body])
            expect(JSON.stringify(body)).not.toMatch(/[:[,]null\b/)
          }
        }
      })
    })
  }

  judge({ judge: 'UCP examples', version: label, checks: 'example requests of the REST binding', missing }, () => {
    test('have valid responses', async () => {
      const { faults } = published(version)
      const requests = exampleRequests(version)
      expect(requests.length).toBeGreaterThanOrEqual(4)
      const { brandId } = await shops.open([{ id: 'prod_abc123', title: 'Blue running shoes', category: 'Footwear' }])
      for (const request of requests) {
        const kind = 'ids' in request ? 'lookup' : 'id' in request ? 'product' : 'search'
        const { status, body } = await shops.ask(brandId, `/catalog/${kind}`, request, agent(profileOf(version)))
        expect([request, status, faults(kind, body)]).toEqual([request, 200, []])
      }
    })
  })

  async function readProfile(_: Judged, ask: Ask) {
    const profile = await ask(`/.well-known/ucp?version=${version}`)
    const keys = version === '2026-04-08' ? profile.signing_keys : profile.keys
    expect(keys).toMatchObject([{ kty: 'EC', alg: 'ES256' }])
    return [profile]
  }
}

// oxlint-disable-next-line no-explicit-any
type Ask = (path: string, body?: unknown) => Promise<any>

/** Reads all pages of the whole catalog, and one search by words. */
async function readSearch({ currency }: Judged, ask: Ask): Promise<{ products: Product[] }[]> {
  const pages: { products: Product[] }[] = [await ask('/catalog/search', { query: 'red tea, shirt or lamp' })]
  let cursor: string | undefined
  do {
    const filters = { price: { min: 0 } }
    const page = await ask('/catalog/search', {
      context: { currency },
      filters,
      pagination: { limit: 7, ...(cursor ? { cursor } : {}) },
    })
    pages.push(page)
    cursor = page.pagination.cursor
  } while (cursor && pages.length < 8)
  return pages
}

async function productsOf(each: Judged, ask: Ask): Promise<Product[]> {
  const products = (await readSearch(each, ask)).flatMap((page) => page.products)
  expect([each.name, products.length > 0]).toEqual([each.name, true])
  return products
}

async function readLookup(each: Judged, ask: Ask): Promise<unknown[]> {
  const products = await productsOf(each, ask)
  const ids = products.flatMap(({ id, variants }) => [id, ...variants.map((variant) => variant.id)])
  return [await ask('/catalog/lookup', { ids: [...new Set(ids)].slice(0, 49).concat('no-such-id') })]
}

async function readProducts(each: Judged, ask: Ask): Promise<unknown[]> {
  const products = (await productsOf(each, ask)).slice(0, 6)
  const ids = new Set(products.flatMap(({ id, variants }) => [id, (variants.at(-1) as { id: string }).id]))
  return await Promise.all([...ids].map((id) => ask('/catalog/product', { id })))
}

async function readUnknown(_: Judged, ask: Ask): Promise<unknown[]> {
  return [await ask('/catalog/product', { id: 'no-such-id' })]
}
