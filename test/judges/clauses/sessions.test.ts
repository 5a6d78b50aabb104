import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { acpAgent, acpVersion } from '../../support/acp_requests.ts'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { fakePlatforms, profileOf } from '../ucp/platforms.ts'
import { client, line, sessionsOf } from '../ucp/sessions.ts'

type Row = Record<string, unknown>

const version = '2026-04-08'
const shops = useShops({ ucp: fakePlatforms() })
const checkouts = sessionsOf(shops, '/checkout-sessions', profileOf(version))
const acp = acpAgent(shops)
let brandId = ''
beforeAll(async () => {
  ;({ brandId } = await shops.open([
    { id: 'tent', title: 'Ridge tent', price: 100.5, link: 'https://shop.example/tent' },
    { id: 'lamp', title: 'Lamp', price: 9.99, link: 'https://shop.example/lamp' },
  ]))
})

/** Returns the response without the members that belong to one session. */
function shown({ body }: { body: Row }): Row {
  const { id: _id, continue_url: _url, expires_at: _end, ...others } = body
  return others
}

const age = async (hours: number) => {
  await shops.sql()`update storefront.checkout_requests set created_at = platform.now() - make_interval(hours => ${hours})`
  await shops.sql()`select storefront.prune_checkouts()`
}

judge({ judge: 'UCP, own reading of the text', version, checks: 'Checkout, clauses of sessions' }, () => {
  const lines = { line_items: [line('tent', 2), line('lamp')] }

  test('has equal responses to equal requests, apart from id, link and expiry', async () => {
    const [one, other] = [await checkouts.create(brandId, lines), await checkouts.create(brandId, lines)]
    expect(one.body.id).not.toBe(other.body.id)
    expect(shown(one)).toEqual(shown(other))
  })

  test('has the same response with and without attribution', async () => {
    const attribution = { campaign_id: 'c-1', 'com.example.click': 'x' }
    const without = await checkouts.create(brandId, lines)
    const withIt = await checkouts.create(brandId, { ...lines, attribution })
    expect([withIt.status, shown(withIt)]).toEqual([201, shown(without)])
  })

  test('returns the stored response for a key after 24 hours', async () => {
    const key = { 'Idempotency-Key': randomUUID(), ...client() }
    const { body } = await checkouts.create(brandId, lines, key)
    await age(25)
    expect((await checkouts.create(brandId, lines, key)).body).toEqual(body)
    await age(49)
    expect((await checkouts.create(brandId, lines, key)).body.id).not.toBe(body.id)
  })

  test('returns the result of a tool as an event stream if Accept asks for it', async () => {
    const params = { name: 'create_checkout', arguments: { meta: meta(), checkout: lines } }
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const accept = { Accept: 'text/event-stream, application/json;q=0.5' }
    const { status, headers, text } = await shops.ask(brandId, '/ucp/mcp', request, accept)
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/event-stream/)])
    expect(text).toMatch(/^data: \{.*"structuredContent":\{/m)
  })

  const meta = () => ({ 'ucp-agent': { profile: profileOf(version) }, 'idempotency-key': randomUUID() })
})

judge(
  { judge: 'ACP, own reading of the text', version: acpVersion, checks: 'Request Equivalence and Key Retention' },
  () => {
    const items = (...ids: string[]) => ({ line_items: ids.map((id) => ({ id, quantity: 1 })) })

    test('takes 1.0 for 1, and the order of items as a difference', async () => {
      const key = { 'Idempotency-Key': randomUUID(), ...client() }
      const first = await acp.create(brandId, items('tent', 'lamp'), key)
      const written = JSON.stringify({ currency: 'usd', capabilities: {}, ...items('tent', 'lamp') })
      const again = await shops.ask(brandId, '/acp/checkout_sessions', written.replaceAll('":1', '":1.0'), {
        'API-Version': acpVersion,
        ...key,
      })
      expect([again.status, again.body]).toEqual([201, first.body])
      expect((await acp.create(brandId, items('lamp', 'tent'), key)).status).toBe(422)
    })

    test('returns the stored response after 24 hours', async () => {
      const key = { 'Idempotency-Key': randomUUID(), ...client() }
      const { body } = await acp.create(brandId, items('tent'), key)
      await age(25)
      expect((await acp.create(brandId, items('tent'), key)).body).toEqual(body)
    })
  },
)
