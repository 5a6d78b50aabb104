import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { Browser } from '../support/browser.ts'
import { Client, createPerson, signedIn } from '../support/oauth.ts'

let database: TestDatabase
let api: Api

/** VITRINE_NOW fixes the time of data. The other tests fix the clock of limits and credentials too. */
beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  await database.sql.unsafe(`alter database ${database.sql.options.database} reset vitrine.clock`)
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

describe('with a fixed time of data', () => {
  let key: string
  beforeEach(async () => {
    key = (await createTenant(database.sql)).key
  })

  test('a rate limit begins anew in the next minute of the database', async () => {
    const ask = () => api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    const first = await ask()
    expect(Math.abs(Number(first.headers['x-ratelimit-reset']) - Date.now() / 1000)).toBeLessThan(61)
    await database.sql`update core.rate_limits set used = 1000000, window_start = window_start + interval '1 hour'`
    expect((await ask()).status).toBe(429)
    await database.sql`update core.rate_limits set window_start = window_start - interval '62 minutes'`
    expect((await ask()).status).toBe(200)
  })

  test('an API key ends at its time', async () => {
    const ask = () => api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    await database.sql`update core.api_keys set expires_at = now() + interval '1 minute' where revoked_at is null`
    expect((await ask()).status).toBe(200)
    await database.sql`update core.api_keys set expires_at = now() - interval '1 second' where revoked_at is null`
    expect((await ask()).status).toBe(401)
    await database.sql`update core.api_keys set expires_at = null`
  })

  test('tokens and sessions last as long as promised, and end', async () => {
    const { brandId } = await createTenant(database.sql)
    const person = await createPerson(database.sql, [brandId])
    const client = new Client(api.url)
    const { body } = await client.connect(person)
    expect(body.expires_in).toBe(3600)
    const [token] = await database.sql`
      select extract(epoch from expires_at - now())::integer as seconds from oauth.access_tokens order by expires_at desc`
    expect(Math.abs(Number(token?.seconds) - 3600)).toBeLessThan(60)
    await database.sql`update oauth.grants set expires_at = now() - interval '1 second' where client_id = ${client.clientId}`
    const late = await client.refresh(body.refresh_token as string)
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])

    const browser = new Browser(api.url)
    await signedIn(browser, person, '/oauth/sign-in')
    expect((await browser.open('/oauth/security')).url.pathname).toBe('/oauth/security')
    await database.sql`update oauth.sessions set expires_at = now() - interval '1 second'`
    expect((await browser.open('/oauth/security')).url.pathname).toBe('/oauth/sign-in')
  })

  test('a webhook delivery is claimed again when the lease of its worker ends', async () => {
    const { brandId, accountId } = await createTenant(database.sql)
    await database.sql`
      insert into webhooks.endpoints (endpoint_id, account_id, url) values ('whe_clock', ${accountId}, 'https://example.com')`
    await database.sql`
      insert into webhooks.deliveries (brand_id, delivery_id, endpoint_id, event_id, type, data, occurred_at)
      values (${brandId}, 'whd_clock', 'whe_clock', 'evt_clock', 'product.deleted', '{}', now())`
    const claim = async () => {
      const rows = await database.sql<{ attempt: number }[]>`
        select (claimed ->> 'attempt')::integer as attempt from json_array_elements(webhooks.claim_deliveries(16, 1)) as claimed`
      return rows.map(({ attempt }) => attempt)
    }
    expect(await claim()).toEqual([1])
    expect(await claim()).toEqual([])
    await database.sql`
      update webhooks.deliveries set locked_until = locked_until - interval '2 seconds' where delivery_id = 'whd_clock'`
    await database.sql`update webhooks.endpoints set busy_until = busy_until - interval '2 seconds'`
    expect(await claim()).toEqual([2])
  })
})
