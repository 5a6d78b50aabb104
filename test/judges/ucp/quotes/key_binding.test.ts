import { beforeAll, expect, test } from 'vitest'
import { platformKey } from '../../../support/signing_agents.ts'
import { judge } from '../../judge.ts'
import { line, negotiator, negotiatorKey, silent, useNegotiation } from './negotiating.ts'
import type { Caller } from './negotiating.ts'

const { shop, caller, keyOf } = useNegotiation()
let own: Awaited<ReturnType<typeof shop>>
beforeAll(async () => {
  own = await shop()
})

const [first, second] = [negotiator('2026-04-08'), silent]
const newKey = async (prefix?: string, scopes = ['read:commerce', 'write:negotiation']) =>
  await keyOf(own.accountId, scopes, prefix)
const open = async (agent: Caller) => await agent.post('/checkout-sessions', { line_items: [line('lamp')] })
const refused = [403, 'profile_not_trusted']

judge({ judge: 'UCP, own reading of the text', version: '2026-04-08', checks: 'Identity binding of API keys' }, () => {
  test('refuses a key with another profile than its first one, and counts the request', async () => {
    const key = await newKey()
    expect((await open(caller(own.brandId, key, first))).status).toBe(201)
    const { status, body, headers } = await open(caller(own.brandId, key, second))
    expect([status, body.code]).toEqual(refused)
    expect(body.content).toMatch(/acts for the platform whose profile it named first/)
    expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(Number(headers['x-ratelimit-limit']) - 1)
    expect((await open(caller(own.brandId, key, first))).status).toBe(201)
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
