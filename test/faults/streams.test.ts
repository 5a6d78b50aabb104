import { EventSource } from 'eventsource'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { faults, putBehindWire } from '../support/faulty_database.ts'
import type { TcpProxy } from '../support/tcp_proxy.ts'

const polling = { timeout: 15_000, interval: 20 }

let database: TestDatabase
let wire: TcpProxy
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  const behind = await putBehindWire(database)
  wire = behind.wire
  api = await startApi(behind.database, { statementSecondsMax: 1, events: { heartbeatSeconds: 1 } })
})
afterAll(async () => {
  await api.stop()
  await wire.stop()
  await database.stop()
})

async function emit(brandId: string, from: number, to: number): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`select core.enter_brand(${brandId})`
    await sql`
      select events.emit(${brandId}, 'trust.updated', jsonb_build_object('number', number))
      from generate_series(${from}::integer, ${to}::integer) as number`
  })
}

describe('an event stream over a connection to Postgres that', () => {
  test.each(faults)('%s: delivers every event once and in order after recovery', async (_, fault) => {
    await wire.set('none')
    const { accountId, brandId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
    const received: number[] = []
    // Reconnects after an error response, because EventSource gives up at the first 503.
    let source: EventSource | undefined
    let lastId: string | null = null
    const state = { isOver: false }
    const open = () => {
      const headers = { Authorization: `Bearer ${key}`, ...(lastId === null ? {} : { 'Last-Event-ID': lastId }) }
      source = new EventSource(`${api.url}/api/storefront/${brandId}/events/stream`, {
        fetch: async (address, init) => {
          const response = await fetch(address, { ...init, headers: { ...init.headers, ...headers } })
          lastId ??= response.headers.get('Last-Event-ID')
          return response
        },
      })
      source.addEventListener('trust.updated', ({ data, lastEventId }) => {
        lastId = lastEventId
        received.push(JSON.parse(data as string).data.number as number)
      })
      source.addEventListener('error', () => {
        if (source?.readyState === EventSource.CLOSED && !state.isOver) setTimeout(open, 200)
      })
    }
    open()
    await vi.waitUntil(() => source?.readyState === EventSource.OPEN && lastId !== null, polling)
    await emit(brandId, 1, 20)
    await vi.waitUntil(() => received.length > 5, polling)
    await wire.set(fault)
    await emit(brandId, 21, 40)
    // The next query of the stream meets the fault.
    await vi.waitUntil(() => wire.struck() > 0, polling)
    await wire.set('none')
    const brokenUntil = performance.now()
    await emit(brandId, 41, 60)
    await vi.waitUntil(() => received.length >= 60, polling)
    if (process.env.FAULTS_MEASURED)
      console.log(`stream: whole again ${Math.round(performance.now() - brokenUntil)} ms later`)
    state.isOver = true
    source?.close()
    expect(received).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  })
})
