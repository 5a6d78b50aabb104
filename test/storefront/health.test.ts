import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createStorefront } from '../../functions/storefront/app.ts'
import { freePort } from '../../cli/installation/postgres.ts'
import { createPool } from '../../shared/db/pool.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()

describe('200', () => {
  test('returns healthy and the number of active brands', async () => {
    const { status, body } = await shops.get('/api/storefront/health')
    expect([status, shops.faults('get', '/api/storefront/health', body)]).toEqual([200, []])
    expect(body).toMatchObject({
      status: 'healthy',
      checks: {
        database: { status: 'up', latency_ms: expect.any(Number) },
        circuit_breaker: { status: 'closed' },
      },
      timestamp: '2026-11-20T12:00:00Z',
    })
    // Redis is not configured, so it has no latency.
    expect(body.checks.redis).toEqual({ status: 'not_configured' })
    await shops.open()
    expect((await shops.get('/api/storefront/health')).body.active_brands).toBeGreaterThan(0)
  })
})

describe('503', () => {
  test('opens the circuit breaker without a database and recovers with it', async () => {
    const url = new URL(shops.database().functionsUrl)
    const target = new URL(url)
    const sockets = new Set<Socket>()
    // A proxy to the database.
    const wire = createServer((socket) => {
      sockets.add(socket)
      const through = connect(Number(target.port), target.hostname)
      socket.pipe(through).pipe(socket)
      socket.on('error', () => through.destroy())
      through.on('error', () => socket.destroy())
    })
    const port = await freePort()
    url.port = String(port)
    const database = createPool({ url: url.href, connectionsMax: 1, now: '2026-11-20T12:00:00Z' })
    const app = createStorefront(
      {
        database,
        publicBaseUrl: 'http://vitrine.test',
        trustedProxyHops: 0,
        log: () => undefined,
      },
      null,
    )
    const look = async () => await app.request('/api/storefront/health', {}, { remoteAddress: '192.0.2.1' })
    const listen = async () => await new Promise<void>((resolve) => wire.listen(port, '127.0.0.1', resolve))
    try {
      // A process serves no request before its first check of the database.
      await listen()
      expect((await look()).status).toBe(200)
      wire.close()
      for (const socket of sockets) socket.destroy()
      let last = await look()
      for (let count = 0; count < 5; count++) last = await look()
      expect(last.status).toBe(503)
      const body = await last.json()
      expect(body).not.toHaveProperty('active_brands')
      expect(body).toMatchObject({
        status: 'unhealthy',
        checks: { database: { status: 'down' }, circuit_breaker: { status: 'open' } },
      })
      await listen()
      await expect.poll(async () => (await look()).status, { timeout: 10_000, interval: 250 }).toBe(200)
    } finally {
      await database.end({ timeout: 1 })
      wire.close()
    }
  })
})

describe('405', () => {
  test('returns 405 with Allow for POST', async () => {
    const response = await shops.api().http.post('/api/storefront/health')
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
