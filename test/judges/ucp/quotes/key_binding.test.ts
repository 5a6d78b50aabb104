import type { ISql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../../../shared/credentials/sha256.ts'
import { platformKey } from '../../../support/signing_agents.ts'
import { judge } from '../../judge.ts'
import { codes, line, negotiator, negotiatorKey, silent, useNegotiation } from './negotiating.ts'
import type { Caller } from './negotiating.ts'

const { shop, shops, caller, keyOf } = useNegotiation()
let own: Awaited<ReturnType<typeof shop>>
beforeAll(async () => {
  own = await shop()
})

const [first, second] = [negotiator('2026-04-08'), silent]
const newKey = async (prefix?: string, scopes = ['read:commerce', 'write:negotiation']) =>
  await keyOf(own.accountId, scopes, prefix)
const open = async (agent: Caller) => await agent.post('/checkout-sessions', { line_items: [line('lamp')] })
const refused = [403, 'profile_not_trusted']

/** Runs `work` while no session can be created. Its `waiting` waits until so many statements of the functions wait for a lock. */
async function whileSessionsWait(work: (waiting: (count: number) => Promise<void>) => Promise<unknown>) {
  await shops.sql().begin(async (sql: ISql) => {
    await sql`lock table storefront.checkouts in share mode`
    await work(async (count) => {
      for (;;) {
        const waiting = await sql`
          select from pg_stat_activity
          where datname = current_database() and usename = 'vitrine_functions' and wait_event_type = 'Lock'`
        if (waiting.length >= count) return
      }
    })
  })
}

judge({ judge: 'UCP, own reading of the text', version: '2026-04-08', checks: 'Identity binding of API keys' }, () => {
  test('refuses a key with the profile of another platform than its first one, and counts the request', async () => {
    const key = await newKey()
    expect((await open(caller(own.brandId, key, first))).status).toBe(201)
    const { status, body, headers } = await open(caller(own.brandId, key, second))
    expect([status, body.code]).toEqual(refused)
    expect(body.content).toMatch(/acts for another platform.*ask the shop to release this key/)
    expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(Number(headers['x-ratelimit-limit']) - 1)
    expect((await open(caller(own.brandId, key, first))).status).toBe(201)
  })

  test('accepts all profiles of the origin of the first one, and none of another port or host', async () => {
    const key = await newKey()
    const statuses = []
    for (const profile of [
      first,
      negotiator('2026-08-22'),
      'https://NEGOTIATOR.example:443/moved?of=/2026-04-08.json',
      'https://negotiator.example:8443/2026-04-08.json',
      'https://www.negotiator.example/2026-04-08.json',
    ]) {
      statuses.push((await open(caller(own.brandId, key, profile))).status)
    }
    expect(statuses).toEqual([201, 201, 201, 403, 403])
  })

  test('refuses a call of a tool with another profile', async () => {
    const key = await newKey()
    await open(caller(own.brandId, key, first))
    const { status, body } = await caller(own.brandId, key, second).tool('create_checkout', {
      checkout: { line_items: [line('lamp')] },
    })
    expect([status, body.error.code, body.error.data.code]).toEqual([403, -32000, 'profile_not_trusted'])
  })

  test('refuses a key with another profile, although a key of that profile signed the request', async () => {
    const key = await newKey()
    await open(caller(own.brandId, key, second))
    const { status, body, headers } = await open(caller(own.brandId, key, first, negotiatorKey))
    expect(headers['x-osp-agent']).toMatch(/^verified/)
    expect([status, body.code]).toEqual(refused)
  })

  test('refuses an order, a negotiation and an invalid request as it refuses any other', async () => {
    const key = await newKey()
    await open(caller(own.brandId, key, first))
    const stranger = caller(own.brandId, key, second)
    for (const { status, body } of [
      await stranger.get('/orders/txn_1'),
      await stranger.post('/ucp/negotiations', { item: { id: 'lamp' }, quantity: 2, offer: { amount: 1 } }),
      await stranger.post('/checkout-sessions', { line_items: 'none' }),
    ]) {
      expect([status, body.code]).toEqual(refused)
    }
  })

  test('is not made by a request that is refused: invalid, of another shop, or for what does not exist', async () => {
    const key = await newKey()
    const agent = caller(own.brandId, key, first)
    const elsewhere = caller((await shop()).brandId, key, first)
    const answers = [
      await agent.post('/checkout-sessions', { line_items: 'none' }),
      await open(elsewhere),
      await agent.post('/ucp/negotiations/neg_1/accept', {}),
      await agent.get('/orders/txn_1'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 403, 200, 200])
    for (const { body } of answers.slice(2)) expect(codes(body)).toEqual(['not_found'])
    expect((await open(caller(own.brandId, key, second))).status).toBe(201)
    expect((await open(agent)).status).toBe(403)
  })

  test('ends when an operator unbinds the key, which then acts for the next platform', async () => {
    const key = await newKey()
    await open(caller(own.brandId, key, first))
    await shops.sql()`select core.unbind_key(key_id) from core.api_keys where hash = ${sha256(key)}`
    expect((await open(caller(own.brandId, key, second))).status).toBe(201)
    expect((await open(caller(own.brandId, key, first))).status).toBe(403)
  })

  test('locks no row of the key while the first request works, so that others of the key do not wait', async () => {
    // The profile is stored, so that the request that binds the key is also its first use.
    await open(caller(own.brandId, await newKey(), first))
    const agent = caller(own.brandId, await newKey(), first)
    let answers: Promise<{ status: number }[]> | undefined
    await whileSessionsWait(async (waiting) => {
      const binding = open(agent)
      await waiting(1)
      const other = agent.get('/products')
      answers = Promise.all([binding, other])
      await Promise.race([other, waiting(2)])
    })
    expect((await answers)?.map(({ status }) => status)).toEqual([201, 200])
  })

  test('refuses the second of two first requests that are at work at the same time, and keeps nothing of it', async () => {
    for (const profile of [first, second]) await open(caller(own.brandId, await newKey(), profile))
    const key = await newKey()
    const count = async () => (await shops.sql()`select from storefront.checkouts`).length
    const before = await count()
    let answers: Promise<Awaited<ReturnType<typeof open>>[]> | undefined
    await whileSessionsWait(async (waiting) => {
      answers = Promise.all([first, second].map(async (profile) => await open(caller(own.brandId, key, profile))))
      await waiting(2)
    })
    const given = (await answers) ?? []
    expect(given.map(({ status }) => status).toSorted()).toEqual([201, 403])
    expect(given.find(({ status }) => status === 403)?.body.code).toBe('profile_not_trusted')
    expect(await count()).toBe(before + 1)
  })

  test('gives a key to one of two platforms that name their profiles at the same time', async () => {
    const key = await newKey()
    const profiles = [first, second, first, second]
    const answers = await Promise.all(profiles.map(async (profile) => await open(caller(own.brandId, key, profile))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403])
    expect(answers[0]?.status).toBe(answers[2]?.status)
  })

  test('is not made by a profile that cannot be fetched, or whose signature is wrong', async () => {
    const key = await newKey()
    expect((await open(caller(own.brandId, key, 'https://unversioned.example/none'))).status).toBe(422)
    expect((await open(caller(own.brandId, key, first, platformKey()))).status).toBe(401)
    expect((await open(caller(own.brandId, key, second))).status).toBe(201)
  })

  test('is of each key alone, and of no request without a profile', async () => {
    const key = await newKey()
    await open(caller(own.brandId, key, first))
    expect((await open(caller(own.brandId, await newKey(), second))).status).toBe(201)
    expect((await open(caller(own.brandId, key, null))).status).toBe(201)
    expect((await caller(own.brandId, key, second).get('/products')).status).toBe(200)
  })

  test('is not made by a publishable key, which everyone can read in a page', async () => {
    const key = await newKey('pk_live_', ['read:commerce'])
    for (const profile of [first, second]) expect((await open(caller(own.brandId, key, profile))).status).toBe(201)
  })
})
