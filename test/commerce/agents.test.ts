import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delivered, lamp, order, useCommerce } from '../support/commerce.ts'
import type { Caller } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'
import { directoryOf, signedForBots, signingKey, startDirectories } from '../support/signing_agents.ts'

const directories = await startDirectories()
const commerce = useCommerce({ agents: directories.options })
const key = signingKey()
const stranger = signingKey()
const honest = directories.name('honest')
const second = directories.name('second')

beforeAll(() => {
  for (const host of ['honest', 'second']) directories.responses.set(`${host}.agents.example`, directoryOf([key.jwk]))
})
afterAll(() => directories.stop())

/** Returns a caller that signs its requests as an agent. */
function signing(agent: Caller, name: string, by = key): Caller {
  return async (method, path, body, headers) =>
    await agent(method, path, body, { ...signedForBots(name, by), ...headers })
}

const listed = async (merchant: Caller, query = '') => (await merchant('GET', `/agents${query}`)).body

describe('GET /agents', () => {
  test('lists what each verified agent did, and not what others did', async () => {
    const { agent, merchant, brandId } = await commerce.shop()
    const verified = signing(agent, honest)
    expect((await listed(merchant)).agents).toEqual([])
    const negotiation = await verified('POST', '/negotiations', lamp(90))
    expect([negotiation.body.verified_agent, negotiation.headers.get('x-osp-agent')]).toEqual([
      honest,
      `verified;agent="${honest}"`,
    ])
    const done = await delivered(verified, merchant)
    expect(done.verified_agent).toBe(honest)
    const disputed = await verified('POST', `/transactions/${done.id}/confirmation-window/dispute`, {
      reason_code: 'damaged',
      description: 'It came broken',
      evidence_urls: [],
    })
    expect([disputed.status, disputed.body.error]).toEqual([200, undefined])
    await verified('POST', '/feedback', { subject: { type: 'product', id: 'lamp' }, outcome: 'purchased' })
    const { id } = await order(verified)
    await verified('POST', `/transactions/${id}/cancel`, { reason: 'x' })
    await commerce.caller(brandId, null)('GET', '/search?q=lamp', undefined, signedForBots(second, key))
    // A signature by another key names no agent, and neither does the name in the body.
    const forged = await signing(agent, honest, stranger)('POST', '/transactions', {
      items: [{ product_id: 'lamp', quantity: 1 }],
      agent: { platform: honest },
    })
    expect([forged.status, forged.body.verified_agent]).toEqual([201, null])
    const { agents, pagination } = await listed(merchant)
    const none = {
      negotiations: 0,
      orders: 0,
      completed: 0,
      expired: 0,
      canceled: 0,
      disputes: 0,
      feedback: 0,
      score: null,
    }
    expect(agents).toHaveLength(2)
    expect(agents).toContainEqual({ ...none, agent: second, requests: 1, last_seen_at: expect.any(String) })
    expect(agents).toContainEqual({
      ...none,
      agent: honest,
      requests: 0,
      negotiations: 1,
      orders: 2,
      canceled: 1,
      disputes: 1,
      feedback: 1,
      last_seen_at: expect.any(String),
    })
    expect(pagination).toMatchObject({ total: 2, has_more: false })
    expect((await listed(merchant, '?limit=1&page=2')).agents).toHaveLength(1)
  })

  test('scores an agent by completed and expired orders, from five of them', async () => {
    const { agent, merchant, brandId } = await commerce.shop()
    const verified = signing(agent, honest)
    const scoreOf = async () => (await listed(merchant)).agents[0].score
    for (let turn = 0; turn < 4; turn++) {
      const { id } = await delivered(verified, merchant)
      await verified('POST', `/transactions/${id}/confirmation-window/confirm`, {})
    }
    expect(await scoreOf()).toBeNull()
    await order(verified)
    await commerce.runOut(brandId)
    await verified('GET', '/transactions')
    // Wilson lower bound of 4 of 5 is 0.3755; with 20 orders of 70: (5 * 37.55 + 20 * 70) / 25.
    expect(await scoreOf()).toBe(63.5)
  })

  test('shows an agent, another shop and a key without the scope nothing', async () => {
    const { agent, merchant } = await commerce.shop()
    await order(signing(agent, honest))
    expect((await listed(merchant)).agents).toHaveLength(1)
    expect((await agent('GET', '/agents')).status).toBe(403)
    const elsewhere = await commerce.shop()
    expect((await listed(elsewhere.merchant)).agents).toEqual([])
    const publishable = await issueKey(commerce.sql(), elsewhere.accountId, { prefix: 'pk_live_' })
    expect((await commerce.caller(elsewhere.brandId, publishable.key)('GET', '/agents')).status).toBe(403)
    expect((await commerce.caller(elsewhere.brandId, null)('GET', '/agents')).status).toBe(401)
  })
})
