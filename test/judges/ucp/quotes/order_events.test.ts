import { createHash, createPublicKey, verify } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { httpbis } from 'http-message-signatures'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deliverOrderEvents, secondsToNextOrderEvent } from '../../../../functions/worker/webhooks/order_events.ts'
import type { OrderEventOptions } from '../../../../functions/worker/webhooks/order_events.ts'
import { createPool } from '../../../../shared/db/pool.ts'
import { startReceiver } from '../../../support/receiver.ts'
import type { Received, Receiver } from '../../../support/receiver.ts'
import {
  directoryOf,
  platformKey,
  signedForBots,
  signingKey,
  startDirectories,
} from '../../../support/signing_agents.ts'
import { judge } from '../../judge.ts'
import { published, versions } from '../published.ts'
import {
  agreed,
  baseUrl,
  codes,
  insecure,
  line,
  negotiator,
  negotiatorKey,
  quotes,
  silent,
  useNegotiation,
  webhookUrl,
} from './negotiating.ts'
import type { Caller } from './negotiating.ts'

type Row = Record<string, unknown>
type Shop = Awaited<ReturnType<ReturnType<typeof useNegotiation>['shop']>>

const directories = await startDirectories()
const { shop, shops, caller } = useNegotiation({ agents: directories.options })
let own: Shop
let receiver: Receiver
beforeAll(async () => {
  own = await shop()
  receiver = await startReceiver()
})
afterAll(async () => {
  directories.stop()
  await receiver.stop()
})

/** Returns the id of the order that a session created. */
async function orderIdOf(sessionId: string): Promise<string> {
  const [row] = await shops.sql()`select transaction_id from commerce.transactions where checkout_id = ${sessionId}`
  return row?.transaction_id as string
}

/** Creates a session at a quoted price. Returns the session, and the order that it created. */
async function order(agent: Caller, at = own, headers: Record<string, string> = {}) {
  // Earlier orders must not use up the stock.
  await shops.sql()`delete from storefront.ordered_stock where brand_id = ${at.brandId}`
  const { quote_token: token } = await agreed(agent)
  const given = { line_items: [line('lamp', 2)], negotiation: { quote_tokens: [token] } }
  const { status, body, headers: answered } = await agent.post('/checkout-sessions', given, headers)
  expect(status).toBe(201)
  return { session: body, id: await orderIdOf(body.id), answered }
}
const eventOf = async (id: string) =>
  (await shops.sql()`select * from storefront.order_events where transaction_id = ${id}`)[0]
/** Makes the events of an order go to a path of the local receiver. Profiles have https addresses only. */
const redirect = async (id: string, path: string, url = receiver.url) =>
  await shops.sql()`update storefront.order_events set webhook_url = ${url + path} where transaction_id = ${id}`
const due = async (id: string) =>
  await shops.sql()`update storefront.order_events set next_attempt_at = platform.clock() where transaction_id = ${id}`
const report = async (id: string, body: Row, at = own) =>
  expect((await at.merchant.post(`/transactions/${id}/report`, body)).status).toBe(200)
const confirm = async (id: string, at = own) =>
  await report(id, { action: 'confirm', merchant_order_id: `A-${id}`, order_url: 'https://shop.example/o/1' }, at)

/** Hosts have no addresses, except that of the receiver. */
const onlyReceiver = async (host: string) => (host === '127.0.0.1' ? [{ address: host, family: 4 }] : [])

async function pass(more: Partial<OrderEventOptions> = {}) {
  const pool = createPool({ url: shops.database().workerUrl, connectionsMax: 2 })
  try {
    const options = { signer: quotes, publicBaseUrl: baseUrl, allowsLoopback: true, resolve: onlyReceiver, ...more }
    return await deliverOrderEvents(pool, options)
  } finally {
    await pool.end({ timeout: 1 })
  }
}

/** Returns the signing keys of a profile of this server. */
const keysAt = async (path: string): Promise<Row[]> => (await shops.get(path)).body.signing_keys

/**
 * Verifies an event as a platform does that found the shop at the address of a profile with these keys. Returns the covered components.
 */
async function verified({ headers, text, path }: Received, profile: string, keys: Row[]): Promise<string[]> {
  expect(headers['ucp-agent']).toBe(`profile="${profile}"`)
  expect(headers['content-digest']).toBe(`sha-256=:${createHash('sha256').update(text).digest('base64')}:`)
  const isValid = await httpbis.verifyMessage(
    {
      keyLookup: async ({ keyid }) => {
        const jwk = keys.find(({ kid }) => kid === keyid) as JsonWebKey
        const key = createPublicKey({ key: jwk, format: 'jwk' })
        return {
          id: keyid as string,
          verify: async (data, signature) => verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature),
        }
      },
    },
    { method: 'POST', url: receiver.url + path, headers },
  )
  expect(isValid).toBe(true)
  return [...(headers['signature-input'] as string).matchAll(/"([^"]+)"/g)].map(([, name]) => name as string)
}

for (const { version, label, missing } of versions) {
  judge({ judge: 'UCP schemas', version: label, checks: 'order events', missing }, () => {
    test('are the order that Get Order returns', async () => {
      const { agent } = await own.platform(negotiator(version), negotiatorKey)
      const { id } = await order(agent)
      await redirect(id, `/valid/${version}`)
      await confirm(id)
      await pass()
      await report(id, { action: 'fulfill', payment: { state: 'reported_paid' } })
      await pass()
      const sent = receiver.at(`/valid/${version}`)
      expect(sent.map(({ body }) => published(version).faults('order', body))).toEqual([[], []])
      expect(sent.at(-1)?.body).toEqual((await agent.get(`/orders/${id}`)).body)
    })
  })
}

judge({ judge: 'UCP, own reading of the text', version: 'both', checks: 'Order Event Webhook' }, () => {
  test('are not sent to the webhook of a profile that did not sign the request', async () => {
    const bot = signingKey()
    directories.responses.set('bot.agents.example', directoryOf([bot.jwk]))
    const authority: [string, string] = ['"@authority"', new URL(baseUrl).host]
    const name = directories.name('bot')
    const asBot = signedForBots(name, bot, {
      components: [authority, ['"signature-agent";key="sig1"', `"https://${name}"`]],
    })
    for (const [headers, known] of [
      [{}, undefined],
      [asBot, `verified;agent="${name}"`],
    ] as const) {
      const { session, id, answered } = await order(own.agent, own, headers)
      expect(answered['x-osp-agent']).toBe(known)
      const message = session.messages.find(({ code }: Row) => code === 'order_events_not_sent')
      expect(message).toMatchObject({ type: 'warning', content: expect.stringContaining('not signed') })
      expect(await eventOf(id)).toBeUndefined()
      await confirm(id)
      expect(await pass()).toEqual({ delivered: 0, failed: 0 })
    }
    const forged = caller(own.brandId, own.key, negotiator('2026-04-08'), platformKey())
    expect((await forged.post('/checkout-sessions', { line_items: [line('lamp', 2)] })).status).toBe(401)
  })

  test('are sent to a platform that signs calls of tools', async () => {
    const { quote_token: token } = await agreed(own.agent)
    const checkout = { line_items: [line('lamp', 2)], negotiation: { quote_tokens: [token] } }
    const { body } = await own.signed.tool('create_checkout', { checkout })
    const session = body.result.structuredContent
    expect(codes(session)).not.toContain('order_events_not_sent')
    expect(await eventOf(await orderIdOf(session.id))).toMatchObject({
      webhook_url: webhookUrl,
      protocol_version: '2026-04-08',
    })
  })

  test('go to the webhook of the profile, after the merchant confirms the order and after each change', async () => {
    const { id } = await order(own.signed)
    expect((await eventOf(id))?.webhook_url).toBe(webhookUrl)
    await redirect(id, '/changes')
    expect([await pass(), receiver.at('/changes')]).toEqual([{ delivered: 0, failed: 0 }, []])
    await confirm(id)
    expect(await pass()).toEqual({ delivered: 1, failed: 0 })
    await report(id, { adjustment: { type: 'refund', status: 'completed', amount: 1 } })
    await report(id, { payment: { state: 'reported_refunded' } })
    // Two changes before the worker runs are one event, because an event is the present order as a whole.
    expect(await pass()).toEqual({ delivered: 1, failed: 0 })
    expect(await pass()).toEqual({ delivered: 0, failed: 0 })
    const sent = receiver.at('/changes')
    expect(sent.map(({ body }) => [body.id, (body as never as { adjustments: Row[] }).adjustments.length])).toEqual([
      [id, 0],
      [id, 1],
    ])
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  })

  test('are signed with a key of the business profile over address, headers and body', async () => {
    const { id } = await order(own.signed)
    await redirect(id, '/signed?of=vitrine')
    await confirm(id)
    await pass()
    const [sent] = receiver.at('/signed?of=vitrine') as [Received]
    // Neither a domain nor the host publishes this shop.
    const path = `/api/storefront/${own.brandId}/.well-known/ucp`
    const keys = await keysAt(path)
    expect(await verified(sent, baseUrl + path, keys)).toEqual([
      '@method',
      '@authority',
      '@path',
      '@query',
      'ucp-agent',
      'idempotency-key',
      'content-digest',
      'content-type',
      'webhook-id',
      'webhook-timestamp',
      expect.any(String),
    ])
    const changed = { ...sent, headers: { ...sent.headers, 'webhook-id': 'evt_other' } }
    await expect(verified(changed, baseUrl + path, keys)).rejects.toThrow()
    const { occurred_at: occurredAt } = (await eventOf(id)) as { occurred_at: Date }
    expect(Number(sent.headers['webhook-timestamp'])).toBe(Math.floor(occurredAt.getTime() / 1000))
  })

  test('name the profile by which platforms found the shop: of the domain, of the host, or of the storefront', async () => {
    const at = await shop()
    const path = `/api/storefront/${at.brandId}/.well-known/ucp`
    const file = (await shops.get(`${path}?download=true`)).text
    const keys = await keysAt(path)
    const published: Record<string, string> = {}
    const { private: privateKey, cert } = await generate([{ name: 'commonName', value: 'shop.example' }], {
      extensions: [
        { name: 'subjectAltName', altNames: ['shop.example', 'host.example'].map((value) => ({ type: 2, value })) },
      ],
    })
    const server = createServer({ key: privateKey, cert }, ({ headers: { host = '' }, url = '' }, response) => {
      const text = url === '/.well-known/ucp' ? published[host.split(':')[0] as string] : undefined
      response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(text ?? '{}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const port = (server.address() as AddressInfo).port
    const [domain, host] = [`https://shop.example:${port}`, `https://host.example:${port}`]
    await shops.sql()`
      insert into storefront.shops (brand_id, website) values (${at.brandId}, ${domain})
      on conflict (brand_id) do update set website = excluded.website`
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    /** Sends an event, and verifies it as a platform that found the shop at the address of a profile. */
    const sends = async (name: string, publicBaseUrl: string, profile: string) => {
      const { id } = await order(at.signed, at)
      await redirect(id, `/${name}`)
      await confirm(id, at)
      expect(await pass({ publicBaseUrl, resolve, certificateAuthority: cert })).toEqual({ delivered: 1, failed: 0 })
      const [sent] = receiver.at(`/${name}`) as [Received]
      await verified(sent, profile, keys)
    }
    try {
      published['shop.example'] = file
      await sends('domain', baseUrl, `${domain}/.well-known/ucp`)
      // A file that lacks the present key verifies nothing, and neither does that of another shop.
      const others = { signing_keys: [negotiatorKey.jwk], keys: [negotiatorKey.jwk] }
      published['shop.example'] = JSON.stringify({ ...(JSON.parse(file) as Row), ...others })
      await sends('rotated', baseUrl, baseUrl + path)
      published['shop.example'] = file.replaceAll(at.brandId, own.brandId)
      await sends('foreign', baseUrl, baseUrl + path)
      delete published['shop.example']
      await sends('several', host, host + path)
      published['host.example'] = file.replaceAll(baseUrl, host)
      await sends('host', host, `${host}/.well-known/ucp`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('are retried under one Webhook-Id, at most ten times', async () => {
    const { id } = await order(own.signed)
    await redirect(id, '/failing')
    receiver.behaviors['/failing'] = (response) => response.writeHead(500).end('no')
    await confirm(id)
    for (let tries = 1; tries <= 10; tries++) {
      expect([tries, await pass()]).toEqual([tries, { delivered: 0, failed: 1 }])
      if (tries === 10) break
      expect((await eventOf(id))?.next_attempt_at).not.toBeNull()
      await due(id)
    }
    expect(await eventOf(id)).toMatchObject({
      next_attempt_at: null,
      last_status: 500,
      last_error: 'status',
      attempts: 10,
    })
    expect(new Set(receiver.at('/failing').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    receiver.behaviors['/failing'] = (response) => response.writeHead(202).end()
    await report(id, { action: 'fulfill' })
    expect(await pass()).toEqual({ delivered: 1, failed: 0 })
  })

  test('are neither created nor retried earlier by a report of what is known', async () => {
    const { id } = await order(own.signed)
    await redirect(id, '/repeated')
    receiver.behaviors['/repeated'] = (response) => response.writeHead(500).end('no')
    await report(id, { adjustment: { type: 'refund', status: 'pending', amount: 1 } })
    expect((await eventOf(id))?.event_id).toBeNull()
    await confirm(id)
    await report(id, { payment: { state: 'reported_paid' } })
    expect(await pass()).toEqual({ delivered: 0, failed: 1 })
    const failed = await eventOf(id)
    expect([failed?.failures, failed?.next_attempt_at > (failed?.occurred_at as Date)]).toEqual([1, true])
    for (const known of [{ payment: { state: 'reported_paid' } }, { order_url: 'https://shop.example/o/1' }]) {
      await report(id, known)
      expect(await eventOf(id)).toEqual(failed)
    }
    await report(id, { adjustment: { type: 'refund', status: 'completed', amount: 1 } })
    expect(await eventOf(id)).toMatchObject({
      failures: 0,
      event_id: expect.not.stringMatching(String(failed?.event_id)),
    })
    receiver.behaviors['/repeated'] = (response) => response.writeHead(204).end()
    expect(await pass()).toEqual({ delivered: 1, failed: 0 })
  })

  test('of other receivers and agents do not wait for receivers that hang', async () => {
    const hanging = new Set<() => void>()
    receiver.behaviors['/hanging'] = (response) => void hanging.add(() => response.writeHead(204).end())
    const ids: string[] = []
    for (let count = 0; count < 6; count++) {
      const { id } = await order(own.signed)
      ids.push(id)
      // Every address is another receiver.
      await redirect(id, '/hanging', receiver.url.replace('127.0.0.1', `hanging-${count}.example`))
      await confirm(id)
    }
    const other = await shop()
    const { id } = await order(other.signed, other)
    // The same receiver as one of the agent whose events hang.
    await redirect(id, '/prompt', receiver.url.replace('127.0.0.1', 'hanging-0.example'))
    await confirm(id, other)
    const done = pass({ concurrencyMax: 5, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    await vi
      .waitFor(
        async () => {
          expect((await eventOf(id))?.delivered_at).not.toBeNull()
          // One agent occupies four of the five attempts at most.
          expect(hanging.size).toBe(4)
        },
        { timeout: 10_000 },
      )
      .finally(() => {
        receiver.behaviors['/hanging'] = (response) => response.writeHead(204).end()
        for (const end of hanging) end()
      })
    expect(await done).toEqual({ delivered: 7, failed: 0 })
  })

  test('keep the change that is reported during an attempt', async () => {
    const { id } = await order(own.signed)
    await redirect(id, '/slow')
    await confirm(id)
    receiver.behaviors['/slow'] = (response) =>
      void report(id, { payment: { state: 'reported_paid' } }).then(() => {
        receiver.behaviors['/slow'] = (later) => later.writeHead(204).end()
        response.writeHead(204).end()
      })
    expect(await pass()).toEqual({ delivered: 2, failed: 0 })
    expect(codes(receiver.at('/slow').at(-1)?.body as never)).toContain('reported_paid')
  })

  test('end with status 410', async () => {
    const { id } = await order(own.signed)
    await redirect(id, '/gone')
    receiver.behaviors['/gone'] = (response) => response.writeHead(410).end()
    await confirm(id)
    await pass()
    expect(await eventOf(id)).toBeUndefined()
    await report(id, { action: 'fulfill' })
    expect(await pass()).toEqual({ delivered: 0, failed: 0 })
  })

  test('are not sent to addresses that are not public, follow no redirect, and wait for their time', async () => {
    const { id } = await order(own.signed)
    await redirect(id, '/private')
    await confirm(id)
    expect(await pass({ allowsLoopback: false })).toEqual({ delivered: 0, failed: 1 })
    expect([(await eventOf(id))?.last_error, receiver.at('/private')]).toEqual(['forbidden_address', []])
    await redirect(id, '/orders', 'https://rebound.example')
    await due(id)
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }]
    expect(await pass({ allowsLoopback: false, resolve })).toEqual({ delivered: 0, failed: 1 })
    expect((await eventOf(id))?.last_error).toBe('forbidden_address')
    await redirect(id, '/moved')
    await due(id)
    receiver.behaviors['/moved'] = (response) => response.writeHead(307, { Location: '/private' }).end()
    expect(await pass()).toEqual({ delivered: 0, failed: 1 })
    expect([(await eventOf(id))?.last_error, receiver.at('/private')]).toEqual(['redirect', []])
    const pool = createPool({ url: shops.database().workerUrl, connectionsMax: 1 })
    const seconds = await secondsToNextOrderEvent(pool).finally(() => pool.end({ timeout: 1 }))
    expect(seconds).toBeGreaterThan(0)
    await shops.sql()`update storefront.order_events set next_attempt_at = null where transaction_id = ${id}`
  })

  test('say so if the profile has no https webhook', async () => {
    for (const profile of [silent, insecure]) {
      const { session, id } = await order((await own.platform(profile, negotiatorKey)).agent)
      expect(codes(session)).toContain('order_events_not_sent')
      expect(await eventOf(id)).toBeUndefined()
    }
    const { session } = await order(own.signed)
    expect(codes(session)).not.toContain('order_events_not_sent')
  })

  test('are seen by the agent and the shop of the order only', async () => {
    const foreign = await shop()
    const { id } = await order(own.signed)
    const agent = (await eventOf(id))?.created_by as string
    const seenBy = async (role: string, brandId: string, credential: string, merchantOf = '') =>
      await shops.sql().begin(async (transaction) => {
        await transaction`
          select set_config('vitrine.brand_ids', ${`{${brandId}}`}, true), set_config('vitrine.credential_id', ${credential}, true),
            set_config('vitrine.merchant_brand_ids', ${`{${merchantOf}}`}, true)`
        await transaction.unsafe(`set local role ${role}`)
        return (await transaction`select from storefront.order_events where transaction_id = ${id}`).length
      })
    const seen = [
      await seenBy('vitrine_key', own.brandId, agent),
      await seenBy('vitrine_key', own.brandId, 'key_of_the_shop', own.brandId),
      await seenBy('vitrine_worker', own.brandId, ''),
      await seenBy('vitrine_key', own.brandId, 'key_of_another_agent'),
      await seenBy('vitrine_key', foreign.brandId, agent, foreign.brandId),
      await seenBy('vitrine_worker', foreign.brandId, ''),
    ]
    expect(seen).toEqual([1, 1, 1, 0, 0, 0])
  })
})
