import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { Browser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { createPerson, signedIn } from '../support/oauth.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** Opens one form and returns a function that submits it from an address of its own with a wrong password. */
async function openForm(): Promise<(index: number) => Promise<Response>> {
  const browser = new Browser(api.url)
  const page = await browser.open('/oauth/sign-in')
  const [token = ''] = /(?<=name="form_token" value=")[^"]+/.exec(page.html) ?? []
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return async (index) =>
    await fetch(`${api.url}/oauth/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie, 'X-Forwarded-For': `2001:db8:${index.toString(16)}::1` },
      body: new URLSearchParams({ form_token: token, email: `${index}@flood.example`, password: 'wrong password' }),
    })
}

describe('300 concurrent sign-ins from 300 addresses', { timeout: 60_000 }, () => {
  test('delay no API request and are refused with 429 and Retry-After', async () => {
    const { key } = await createTenant(database.sql)
    const headers = { Authorization: `Bearer ${key}` }
    const person = await createPerson(database.sql)
    const known = new Browser(api.url)
    await signedIn(known, person, '/oauth/sign-in')
    const submit = await openForm()
    const progress = { answered: 0 }
    const flood = Array.from({ length: 300 }, (_, index) => submit(index).finally(() => progress.answered++))
    const owner = signedIn(known, person, '/oauth/sign-in')
    const statuses = new Set<number>()
    const times: number[] = []
    while (progress.answered < flood.length) {
      const startedAt = performance.now()
      statuses.add((await fetch(`${api.url}/v1/brands`, { headers })).status)
      times.push(performance.now() - startedAt)
    }
    const answers = await Promise.all(flood)
    expect([...statuses]).toEqual([200])
    expect(times.toSorted((one, two) => one - two)[Math.floor(times.length / 2)]).toBeLessThan(200)
    // The device of the owner has a budget and a queue of its own.
    expect((await owner).status).toBe(200)
    const refused = answers.filter(({ status }) => status !== 401)
    expect(refused.length).toBeGreaterThan(200)
    expect(refused.filter(({ status }) => status !== 429)).toEqual([])
    expect(refused.filter((response) => Number(response.headers.get('retry-after')) < 1)).toEqual([])
    expect(api.log.filter(({ level }) => level !== 'info')).toEqual([])
  })
})
