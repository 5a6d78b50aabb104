import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createKey } from '../../shared/credentials/keys.ts'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'

/** Accepts every connection and closes it at the first query, like a database that is stopped at that moment. */
let dying: Server
let connections = 0

beforeAll(async () => {
  const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
  const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
  dying = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticationOk, readyForQuery]))
      socket.once('data', () => socket.resetAndDestroy())
    })
  })
  await new Promise<void>((done) => dying.listen(0, '127.0.0.1', done))
})
afterAll(() => void dying.close())

describe('a database that drops new connections', () => {
  test.each(['functions/analytics/index.ts', 'functions/events/index.ts', 'cli/gateway/gateway.ts'])(
    'returns 503 from %s, which does not crash',
    async (script) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      let hasCrashed = false
      const running: RunningProcess = startProcess(script, {
        DATABASE_URL: `postgres://none@127.0.0.1:${(dying.address() as AddressInfo).port}/none`,
        PORT: String(port),
      })
      running.onCrash(() => (hasCrashed = true))
      try {
        await vi.waitUntil(() => fetch(url).catch(() => null), { timeout: 20_000, interval: 50 })
        const [path, prefix] = script.includes('events')
          ? ['/api/storefront/brd_x/events/stream', 'svc_ak_' as const]
          : ['/v1/brands', 'svc_sk_live_' as const]
        const { key } = createKey(prefix)
        const before = connections
        for (let count = 0; count < 3; count++) {
          // The next check of the database is due after a second.
          if (count > 0) await delay(1100)
          const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
          expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('service_unavailable')])
        }
        expect(connections).toBeGreaterThan(before)
        expect(hasCrashed).toBe(false)
      } finally {
        await running.stop()
      }
    },
  )
})
