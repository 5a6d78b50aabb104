import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStorefront } from '../../functions/storefront/app.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { App } from '../../shared/http/app.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { directoryOf, signedForBots, signingKey, startDirectories } from '../support/signing_agents.ts'

const directories = await startDirectories()
const key = signingKey()
let database: TestDatabase
let pool: Database
let app: App
let path: string
let statements: string[] = []

beforeAll(async () => {
  database = await createDatabase()
  pool = createPool({ url: database.functionsUrl, connectionsMax: 2 })
  const counted = new Proxy(pool, {
    apply: (target, self, given: [TemplateStringsArray, ...unknown[]]) => {
      const text = given[0].join('')
      if (text.includes('select')) statements.push(/core\.\w+/.exec(text)?.[0] ?? text)
      return Reflect.apply(target, self, given) as unknown
    },
  })
  const services = {
    database: counted,
    publicBaseUrl: 'http://vitrine.test',
    trustedProxyHops: 0,
    log: () => undefined,
  }
  app = createStorefront(services, null, { agents: directories.options })
  path = `/api/storefront/${(await createTenant(database.sql)).brandId}/products`
  // The rights of the login are checked with the first request only.
  await app.request(path)
})
beforeEach(() => void (statements = []))
afterAll(async () => {
  directories.stop()
  await pool.end({ timeout: 1 })
  await database.stop()
})

test.each(['is fetched', 'is stored', 'cannot be read'])(
  'a signed request is one call of the database, if the directory of its agent %s',
  async (state) => {
    const isReadable = state !== 'cannot be read'
    const host = isReadable ? 'one' : 'none'
    if (isReadable) directories.responses.set(`${host}.agents.example`, directoryOf([key.jwk]))
    const { status, headers } = await app.request(path, { headers: signedForBots(directories.name(host), key) })
    expect([status, headers.get('x-osp-agent')?.split(';')[0]]).toEqual([200, isReadable ? 'verified' : 'unverified'])
    expect(statements).toEqual(['core.call'])
    expect(directories.fetched).toHaveLength(isReadable ? 1 : 2)
  },
)
