import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { judge } from '../../judge.ts'
import { agreed, baseUrl, codes, extension, lamp, orphan, useNegotiation } from './negotiating.ts'
import { published, versions } from '../published.ts'
import type { Published } from '../published.ts'

type Row = Record<string, unknown>
type Shop = Awaited<ReturnType<ReturnType<typeof useNegotiation>['shop']>>

const { shops, shop, caller, keyOf } = useNegotiation()
const checkout = 'dev.ucp.shopping.checkout'
const version = '2026-04-08'
const path = (address: string) => address.slice(baseUrl.length)
let own: Shop
let schema: Row
beforeAll(async () => {
  own = await shop()
  schema = (await shops.get(path(extension.schema))).body as Row
})

for (const { version: each, label, missing } of versions) {
  judge({ judge: 'UCP schemas', version: label, checks: 'negotiation extension', missing }, () => {
    let schemas: Published
    let faults: (definition: string, body: unknown) => string[]
    beforeAll(() => {
      schemas = published(each)
      faults = schemas.extendedBy(schema)
    })

    test('composes with the published checkout by the name of the capability that it extends', () => {
      const definitions = schema.$defs as Record<string, { allOf: Row[] }>
      expect(definitions[checkout]?.allOf[0]).toEqual({ $ref: 'https://ucp.dev/schemas/shopping/checkout.json' })
      // The composed type still requires what the published one requires.
      expect(faults(checkout, { negotiation: {} })).toContain(" must have required property 'line_items'")
      expect(faults(checkout, { negotiation: { quote_tokens: 5 } })).toContain(
        '/negotiation/quote_tokens must be array',
      )
    })

    test('declares requirements in the published form, for capabilities that it has in $defs', () => {
      expect(schemas.faultsOf('ucp.json#/$defs/requires', schema.requires)).toEqual([])
      const { capabilities } = schema.requires as { capabilities: Row }
      expect(Object.keys(schema.$defs as Row)).toEqual(expect.arrayContaining(Object.keys(capabilities)))
    })

    test('a profile with the extension is valid, and lists it only with the capability that it extends', async () => {
      const { body } = await shops.look(own.brandId, `/.well-known/ucp?version=${each}`)
      expect(schemas.faults('profile', body)).toEqual([])
      const { capabilities } = body.ucp as { capabilities: Row }
      expect([extension.name in capabilities, checkout in capabilities]).toEqual([true, true])
    })
  })
}

const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'negotiation_2026-11-28.json'), 'utf8')) as {
  $id: string
  version: string
}
const missing = versions.find(({ version: each }) => each === version)?.missing ?? null

// The committed copy is the measure, because the served schema is made of the declarations that also parse the responses.
judge({ judge: 'Own schema', version: extension.version, checks: 'negotiations over REST and MCP', missing }, () => {
  test('is served at its address as it was published; a change needs a new version', () => {
    expect([extension.version, stored.$id]).toEqual([stored.version, extension.schema])
    expect(schema).toEqual(stored)
  })

  test('every response of every operation is valid over both transports', async () => {
    const faults = published(version).extendedBy(stored)
    const opened = await own.agent.post('/ucp/negotiations', lamp(7000))
    expect([opened.status, opened.body.status]).toEqual([201, 'pending_agent'])
    const at = `/ucp/negotiations/${opened.body.id}`
    const answers = [
      opened,
      await own.agent.get(at),
      await own.agent.post(`${at}/offers`, { offer: { amount: 7500, currency: 'USD' }, message: 'Please.' }),
      await own.agent.post(`${at}/accept`, {}),
      await own.agent.post(`${at}/withdraw`, {}),
      await own.agent.get('/ucp/negotiations/neg_no'),
    ]
    expect(answers.map(({ body }) => faults('response', body))).toEqual(answers.map(() => []))
    const tool = async (name: string, given: Row) => {
      const { body } = await own.agent.tool(name, given)
      expect([name, body.error, faults('response', body.result?.structuredContent)]).toEqual([name, undefined, []])
      return body.result.structuredContent
    }
    const { id } = await tool('open_negotiation', { negotiation: lamp(7000, 3) })
    const countered = await tool('counter_negotiation', {
      id,
      negotiation: { offer: { type: 'percent_off', percent: 25 } },
    })
    expect(countered.offers.map(({ unit_amount: amount }: Row) => amount)).toContain(7500)
    expect((await tool('get_negotiation', { id })).version).toBe(countered.version)
    expect((await tool('accept_negotiation', { id, negotiation: {} })).agreement.quote_token).toMatch(/^ey/)
    const second = await tool('open_negotiation', { negotiation: lamp(7000, 4) })
    expect((await tool('reject_negotiation', { id: second.id, negotiation: {} })).status).toBe('rejected')
    const third = await tool('open_negotiation', { negotiation: lamp(7000, 5) })
    expect((await tool('withdraw_negotiation', { id: third.id, negotiation: {} })).status).toBe('withdrawn')
  })

  test('requests that the schema allows are accepted, and those that it refuses are refused', async () => {
    const faults = published(version).extendedBy(stored)
    const right = lamp(7000)
    const wrong = { ...right, quantity: 0 }
    expect([faults('open_request', right), faults('open_request', wrong).length]).toEqual([[], 1])
    const { status, body } = await own.agent.post('/ucp/negotiations', wrong)
    expect([status, body.code, body.content]).toEqual([400, 'invalid_request', expect.any(String)])
  })
})

judge(
  { judge: 'UCP, own reading of the text', version: 'both', checks: 'Namespace Governance and Schema Composition' },
  () => {
    test('names the extension by the reversed host, which serves its schema over https', () => {
      const { name, service, schema: address } = extension
      expect([name, service, new URL(address).origin]).toEqual([
        'example.vitrine.shopping.negotiation',
        'example.vitrine.shopping',
        baseUrl,
      ])
      expect([schema.$id, schema.name, schema.version]).toEqual([address, name, extension.version])
    })

    test('serves the schemas without a credential, cacheable, and transports refer to them only', async () => {
      for (const address of [extension.schema, extension.rest, extension.mcp]) {
        const { status, headers } = await shops.get(path(address))
        expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
          200,
          'public, max-age=300',
          '*',
        ])
      }
      const { body } = await shops.get(path(extension.mcp))
      const tools = await listed()
      const described = body.methods.map(({ name, params }: { name: string; params: Row[] }) => [
        name,
        params.map((parameter) => parameter.name),
      ])
      expect(tools.filter(([name]) => name.endsWith('_negotiation'))).toEqual(described)
    })

    test('lists service and capability in the profile of a shop that negotiates, and in no other', async () => {
      const { body } = await shops.look(own.brandId, '/.well-known/ucp')
      const { services, capabilities } = body.ucp as {
        services: Record<string, Row[]>
        capabilities: Record<string, Row[]>
      }
      expect(
        services[extension.service]?.map(({ transport, endpoint, schema: address }) => [transport, endpoint, address]),
      ).toEqual([
        ['rest', `${baseUrl}/api/storefront/${own.brandId}/ucp`, extension.rest],
        ['mcp', `${baseUrl}/api/storefront/${own.brandId}/ucp/mcp`, extension.mcp],
      ])
      expect(capabilities[extension.name]).toEqual([
        { version: extension.version, spec: extension.spec, schema: extension.schema, extends: [checkout] },
      ])
      const { brandId } = await shops.open([{ id: 'lamp', title: 'Lamp', price: 100 }])
      expect(JSON.stringify((await shops.look(brandId, '/.well-known/ucp')).body)).not.toContain(extension.name)
    })

    test('is active only for platforms that declare it with the capability that it extends', async () => {
      const active = await own.agent.post('/ucp/negotiations', lamp(100))
      expect(active.body.ucp.capabilities).toEqual({ [extension.name]: [{ version: extension.version }] })
      const declare = `The profile of the platform must declare ${extension.name} of version ${extension.version}, and ${checkout} of version 2026-04-08.`
      for (const [profile, reason] of [
        [orphan, declare],
        ['https://platform.example/2026-04-08.json', declare],
        [null, 'Send UCP-Agent: negotiations need the profile of a platform.'],
      ] as const) {
        const { status, body } = await caller(own.brandId, own.key, profile).post('/ucp/negotiations', lamp(7000))
        expect([status, codes(body), body.ucp.capabilities]).toEqual([200, ['capabilities_incompatible'], {}])
        expect(body.messages[0].content).toBe(reason)
      }
    })
  },
)

/** Returns the tools with their required arguments. */
async function listed(): Promise<[string, string[]][]> {
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const { body } = await shops.ask(own.brandId, '/ucp/mcp', request, { Accept: 'application/json' })
  const tools = body.result.tools as { name: string; inputSchema: { required: string[] } }[]
  return tools.map(({ name, inputSchema }) => [name, inputSchema.required])
}

judge({ judge: 'UCP, own reading of the text', version, checks: 'negotiation: credentials and refusals' }, () => {
  test('needs a key with write:negotiation', async () => {
    const weak = caller(own.brandId, await keyOf(own.accountId, ['read:commerce']))
    const foreign = caller(own.brandId, (await shop()).key)
    const statuses = async (each: typeof weak) => [
      (await each.post('/ucp/negotiations', lamp(7000))).status,
      (await each.tool('open_negotiation', { negotiation: lamp(7000) })).status,
    ]
    expect([await statuses(own.anonymous), await statuses(weak), await statuses(foreign)]).toEqual([
      [401, 401],
      [403, 403],
      [403, 403],
    ])
  })

  test('hides negotiations of other agents', async () => {
    const { body } = await own.agent.post('/ucp/negotiations', lamp(7000))
    const seen = [
      await own.other.get(`/ucp/negotiations/${body.id}`),
      await own.other.post(`/ucp/negotiations/${body.id}/accept`, {}),
    ]
    expect(seen.map(({ status, body: answer }) => [status, answer.ucp.status, codes(answer)])).toEqual([
      [200, 'error', ['not_found']],
      [200, 'error', ['not_found']],
    ])
  })

  test.each([
    ['item_unavailable', { ...lamp(7000), item: { id: 'no' } }],
    ['offer_refused', lamp(10_000)],
    ['offer_refused', { ...lamp(7000), offer: { amount: 7000, currency: 'EUR' } }],
    ['offer_refused', { ...lamp(7000), offer: { amount: 7000 } }],
  ])('answers with the message %s', async (code, body) => {
    const answer = await own.agent.post('/ucp/negotiations', body)
    expect([answer.status, codes(answer.body), answer.body.id]).toEqual([200, [code], undefined])
  })

  test('answers with the message not_negotiable in a shop without a pricing policy', async () => {
    const { brandId, accountId } = await shops.open([{ id: 'lamp', title: 'Lamp', price: 100 }])
    const agent = caller(brandId, await keyOf(accountId, ['write:negotiation']))
    expect(codes((await agent.post('/ucp/negotiations', lamp(7000))).body)).toEqual(['not_negotiable'])
  })

  test('refuses another version and a move that the state does not allow', async () => {
    const { body } = await own.agent.post('/ucp/negotiations', lamp(7000))
    const at = `/ucp/negotiations/${body.id}`
    expect(codes((await own.agent.post(`${at}/accept`, { version: 99 })).body)).toEqual(['version_conflict'])
    await own.agent.post(`${at}/withdraw`, {})
    expect(codes((await own.agent.post(`${at}/accept`, {})).body)).toEqual(['invalid_transition'])
  })

  test('runs once for an idempotency key, over both transports, and needs one', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const [first, second] = [
      await own.agent.post('/ucp/negotiations', lamp(7100), key),
      await own.agent.post('/ucp/negotiations', lamp(7100), key),
    ]
    expect([second.body.id, second.headers['idempotent-replayed']]).toEqual([first.body.id, 'true'])
    expect((await own.agent.post('/ucp/negotiations', lamp(7200), key)).status).toBe(409)
    expect((await own.agent.post('/ucp/negotiations', lamp(7100), { 'Idempotency-Key': '' })).status).toBe(400)
  })

  test('returns the same quote token as the price hold has', async () => {
    const agreement = await agreed(own.agent, 6)
    const { body } = await own.agent.get(`/holds/${agreement.quote_id as string}`)
    expect([body.quote_token, body.quantity]).toEqual([agreement.quote_token, 6])
  })
})
