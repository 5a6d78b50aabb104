import { EventSource } from 'eventsource'
import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { issueKey } from '../support/factories.ts'
import { readEvents } from '../support/read_events.ts'
import type { Reading } from '../support/read_events.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops({
  events: { heartbeatSeconds: 0.4, closeAfterSeconds: 20, streamsPerKeyMax: 3 },
  connectionsMax: 8,
})

async function shop() {
  const { brandId, accountId } = await shops.open()
  const { key, keyId } = await issueKey(shops.sql(), accountId, { prefix: 'svc_ak_' })
  const url = `${shops.api().url}/api/storefront/${brandId}/events/stream`
  const headers = { Authorization: `Bearer ${key}` }
  const read = (query = '', more: Record<string, string> = {}) => readEvents(url + query, { ...headers, ...more })
  const emit = async (type: string, number: number) => await emitTo(brandId, type, { number })
  return { brandId, accountId, key, keyId, url, headers, read, emit }
}

async function emitTo(brandId: string, type: string, data: Record<string, unknown>) {
  await shops.sql().begin(async (sql) => {
    await sql`select core.enter_brand(${brandId})`
    await sql`select events.emit(${brandId}, ${type}, ${sql.json(data as never)})`
  })
}
const numbers = ({ events }: Reading) => events.map(({ data }) => data.number)

describe('200', () => {
  test('delivers events after the connection in the specified format, and no earlier ones', async () => {
    const { read, emit } = await shop()
    await emit('trust.updated', 0)
    await shops.sql()`select events.sequence_events()`
    const reading = await read()
    expect(reading.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reading.headers.get('x-accel-buffering')).toBe('no')
    await emit('trust.updated', 1)
    await reading.until(({ events }) => events.length === 1)
    expect(reading.events).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
        type: 'trust.updated',
        timestamp: '2026-11-20T12:00:00.000Z',
        data: { number: 1 },
      },
    ])
    expect(reading.text()).toMatch(/^retry: 2000\n: connected\n\n: cursor\nid: evt_[0-9a-f]{32}\n\n/)
    expect(reading.headers.get('last-event-id')).toMatch(/^evt_[0-9a-f]{32}$/)
    reading.close()
  })

  test('resumes after the last received event, by header or parameter, the header first', async () => {
    const { read, emit } = await shop()
    const first = await read()
    for (let number = 1; number <= 5; number++) await emit('trust.updated', number)
    await first.until(({ events }) => events.length === 5)
    first.close()
    const [second, fourth] = [first.events[1]?.id as string, first.events[3]?.id as string]
    const byParameter = await read(`?last_event_id=${second}`)
    await byParameter.until(({ events }) => events.length === 3)
    expect(numbers(byParameter)).toEqual([3, 4, 5])
    const byHeader = await read(`?last_event_id=${second}`, { 'Last-Event-ID': fourth })
    await byHeader.until(({ events }) => events.length === 1)
    expect(numbers(byHeader)).toEqual([5])
    byParameter.close()
    byHeader.close()
  })

  test('resumes for a reader that has not received an event', async () => {
    const { read, emit } = await shop()
    const first = await read()
    await first.until(({ lastId }) => lastId() !== null)
    first.close()
    await first.ended
    await emit('trust.updated', 1)
    const second = await read('', { 'Last-Event-ID': first.lastId() as string })
    await second.until(({ events }) => events.length === 1)
    expect(numbers(second)).toEqual([1])
    second.close()
  })

  test('filters types and sends cursor ids past the filtered events', async () => {
    const { read, emit } = await shop()
    const reading = await read('?types=trust.updated,query.received')
    await emit('trust.updated', 1)
    await emit('alert.triggered', 2)
    await reading.until(
      ({ events, text }) => events.length === 1 && text().lastIndexOf(': cursor') > text().indexOf('event: trust'),
    )
    expect(reading.text()).toMatch(/\n\n: cursor\nid: evt_[0-9a-f]{32}\n\n/)
    reading.close()
    const later = await read('', { 'Last-Event-ID': reading.lastId() as string })
    await emit('trust.updated', 3)
    await later.until(({ events }) => events.length === 1)
    expect(numbers(later)).toEqual([3])
    later.close()
  })

  test('omits events that are for webhooks only', async () => {
    const { read, emit } = await shop()
    const reading = await read()
    await emit('offer.published', 1)
    await emit('trust.updated', 2)
    await reading.until(({ events }) => events.length === 1)
    expect(numbers(reading)).toEqual([2])
    reading.close()
  })

  test('is read by npm eventsource, which reconnects after the stream ends', async () => {
    const { url, headers, emit } = await shop()
    const source = new EventSource(url, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...(init.headers as object), ...headers } }),
    })
    const received: number[] = []
    const arrived = new Promise<void>((resolve) => {
      source.addEventListener('trust.updated', ({ data }) => {
        received.push((JSON.parse(data) as { data: { number: number } }).data.number)
        if (received.length === 3) resolve()
      })
    })
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }))
    for (const number of [1, 2, 3]) await emit('trust.updated', number)
    await arrived
    source.close()
    expect(received).toEqual([1, 2, 3])
  })

  test('sends heartbeats on an idle stream', async () => {
    const { read } = await shop()
    const reading = await read()
    await reading.until(({ text }) => (text().match(/: heartbeat/g) ?? []).length >= 2)
    reading.close()
  })

  test('ends within a heartbeat after the key is revoked, and then returns 401', async () => {
    const { read, emit, keyId } = await shop()
    const reading = await read()
    await shops.sql()`select core.revoke_key(${keyId})`
    await emit('trust.updated', 1)
    await reading.ended
    expect(reading.events).toEqual([])
    expect(reading.text()).toContain(': unauthorized')
    expect((await read()).status).toBe(401)
  })

  test('contains events of one brand only', async () => {
    const [own, other] = [await shop(), await shop()]
    const reading = await own.read()
    await other.emit('trust.updated', 666)
    await own.emit('trust.updated', 1)
    await reading.until(({ events }) => events.length === 1)
    expect(reading.text()).not.toContain('666')
    reading.close()
  })

  test('contains events of imports and of storefront queries', async () => {
    const { brandId, read } = await shop()
    const reading = await read()
    await stock(shops.database(), brandId, [{ id: 'p', title: 'Lamp', price: 10 }])
    await stock(shops.database(), brandId, [{ id: 'p', title: 'Lamp', price: 12, availability: 'out_of_stock' }])
    await stock(shops.database(), brandId, [{ id: 'p', title: 'Lamp', price: 12, availability: 'out_of_stock' }])
    await stock(shops.database(), brandId, [{ id: 'q', title: 'Tent' }], { replaces: true })
    await shops.ask(brandId, '/query', { agent: { platform: 'claude' }, query: { text: 'lamp' } })
    await reading.until(({ events }) => events.some(({ type }) => type === 'query.responded'))
    expect(reading.events.map(({ type, data }) => [type, data.product_id ?? data.query ?? data.total_results])).toEqual(
      [
        ['product.created', 'p'],
        ['product.updated', 'p'],
        ['product.deleted', 'p'],
        ['product.created', 'q'],
        ['query.received', 'lamp'],
        ['query.responded', 0],
      ],
    )
    const received = reading.events.find(({ type }) => type === 'query.received')?.data
    expect(received).toEqual({
      queryId: expect.stringMatching(/^qry_/),
      query: 'lamp',
      platform: 'claude',
      operation: 'query',
      sampling_rate: 1,
    })
    const [changes] = await shops.sql()`
      select array_agg(type order by type) as types from events.outbox where brand_id = ${brandId} and type like 'product.%_changed'`
    expect(changes?.types).toEqual(['product.availability_changed', 'product.price_changed'])
    reading.close()
  })

  test('contains no event for a request with a test key', async () => {
    const { brandId, accountId } = await shop()
    await shops.ask(brandId, '/query', { agent: { platform: 'x' }, query: {} }, await shops.testKey(accountId))
    const [row] = await shops.sql()`select count(*)::integer as count from events.outbox where brand_id = ${brandId}`
    expect(row?.count).toBe(0)
  })
})

describe('400', () => {
  test.each(['product.exploded', 'offer.published', 'cursor'])(
    'is returned for %s, which is not an event type of the stream',
    async (type) => {
      const { read } = await shop()
      const { status, body } = await read(`?types=${type}`)
      expect([status, body.error]).toEqual([400, expect.stringContaining('product.created, product.updated')])
    },
  )

  test('is returned for an id of another brand, an unknown id and an invalid id', async () => {
    const [own, other] = [await shop(), await shop()]
    const elsewhere = await other.read()
    await other.emit('trust.updated', 1)
    await elsewhere.until(({ events }) => events.length === 1)
    elsewhere.close()
    for (const id of [elsewhere.events[0]?.id as string, `evt_01a2${'f'.repeat(28)}`, 'junk', "'; --"]) {
      expect([id, (await own.read('', { 'Last-Event-ID': id })).status]).toEqual([id, 400])
    }
  })
})

describe('401, 403, 404', () => {
  test('is returned for no key, an invalid key, another kind of key, another account and an unknown brand', async () => {
    const { brandId, url, accountId } = await shop()
    const stranger = await shop()
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'sk_live_' })
    const status = async (address: string, headers: Record<string, string>) =>
      (await readEvents(address, headers)).status
    expect(await status(url, {})).toBe(401)
    expect(await status(url, { Authorization: 'Bearer junk' })).toBe(401)
    expect(await status(url, { Authorization: `Bearer ${key}` })).toBe(401)
    expect(await status(`${url}?api_key=${key}`, {})).toBe(401)
    expect(await status(url, stranger.headers)).toBe(403)
    expect(await status(url.replace(brandId, 'brd_unknown'), stranger.headers)).toBe(404)
  })
})

describe('410', () => {
  test('is returned for an id older than the retention, with the oldest available id', async () => {
    const { brandId, read, emit } = await shop()
    await emit('trust.updated', 1)
    await shops.sql()`select events.sequence_events()`
    const [oldest] = await shops.sql()`select event_id from events.outbox where brand_id = ${brandId}`
    const past = `evt_${(Date.UTC(2026, 10, 1) * 1).toString(16).padStart(12, '0')}${'0'.repeat(20)}`
    const { status, body } = await read('', { 'Last-Event-ID': past })
    expect([status, body.code, body.error]).toEqual([410, 'gone', expect.stringContaining(oldest?.event_id as string)])
  })
})

describe('405', () => {
  test('is returned for HEAD, which opens no stream', async () => {
    const { url, headers, read } = await shop()
    for (let count = 0; count < 6; count++) {
      expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(405)
    }
    const reading = await read()
    expect(reading.status).toBe(200)
    reading.close()
  })
})

describe('429', () => {
  test('is returned above three open streams of a key until one is closed', async () => {
    const { read } = await shop()
    const open = [await read(), await read(), await read()]
    const refused = await read()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    open[0]?.close()
    await expect.poll(async () => (await read()).status, { timeout: 10_000, interval: 100 }).toBe(200)
    for (const reading of open) reading.close()
  })
})
