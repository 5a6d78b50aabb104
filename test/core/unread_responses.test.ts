import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { limits: { inactivityMilliseconds: 500, connectionsPerAddressMax: 20 } })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** Starts a gateway process on Deno. */
async function startGateway(variables: Record<string, string> = {}) {
  const port = await freePort()
  const running = startProcess('cli/gateway/gateway.ts', {
    DATABASE_URL: database.functionsUrl,
    PORT: String(port),
    ...variables,
  })
  onTestFinished(running.stop)
  const url = `http://127.0.0.1:${port}`
  await vi.waitUntil(() => fetch(`${url}/openapi.json`).catch(() => null), { timeout: 20_000, interval: 50 })
  return { running, port, url }
}

/** Opens connections that send a request, if one is given, and never read the response. */
async function openSockets(port: number, count: number, request = ''): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.pause()
    if (request) socket.write(request)
    return socket
  })
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  await Promise.all(
    sockets.map(async (socket) => {
      if (socket.connecting) await new Promise((done) => socket.once('connect', done).once('close', done))
    }),
  )
  return sockets
}

const request = 'GET /openapi.json HTTP/1.1\r\nHost: vitrine.test\r\n\r\n'

function rssMegabytes({ pid }: RunningProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

describe('responses that clients do not read', () => {
  test.skipIf(!existsSync('/proc/self/status'))(
    'take less than 150 MB for 1,000 connections',
    { timeout: 60_000 },
    async () => {
      const { running, port, url } = await startGateway({ CONNECTIONS_PER_ADDRESS_MAX: '2000' })
      const before = rssMegabytes(running)
      await openSockets(port, 1000, request)
      await new Promise((next) => setTimeout(next, 3000))
      expect((await fetch(`${url}/livez`)).status).toBe(200)
      expect(rssMegabytes(running) - before).toBeLessThan(150)
    },
  )

  test('are closed after the time without progress', async () => {
    const port = Number(new URL(api.url).port)
    const page = 'GET /docs/explorer.js HTTP/1.1\r\nHost: vitrine.test\r\n\r\n'
    // Many requests on one connection, so that the responses exceed the buffers of the kernel.
    const [socket] = (await openSockets(port, 1, page.repeat(40))) as [Socket]
    const ended = new Promise((done) => socket.once('close', done))
    await new Promise((next) => setTimeout(next, 1500))
    socket.resume()
    await ended
    expect((await fetch(`${api.url}/livez`)).status).toBe(200)
  })
})

describe('connections of one address', () => {
  test('are closed above the limit, and accepted again when others end', async () => {
    const port = Number(new URL(api.url).port)
    const sockets = await openSockets(port, 50)
    sockets.forEach((socket) => socket.resume())
    const open = () => sockets.filter((socket) => !socket.destroyed)
    await vi.waitUntil(() => open().length <= 20, { timeout: 5000, interval: 20 })
    expect(open().length).toBeGreaterThan(15)
    sockets.forEach((socket) => socket.destroy())
    const isOpen = async () => {
      const [socket] = (await openSockets(port, 1)) as [Socket]
      socket.resume()
      await new Promise((next) => setTimeout(next, 50))
      return !socket.destroyed
    }
    await vi.waitUntil(isOpen, { timeout: 5000, interval: 20 })
  })

  test('are limited on Deno too', async () => {
    const { port } = await startGateway({ CONNECTIONS_PER_ADDRESS_MAX: '20' })
    const sockets = await openSockets(port, 50)
    sockets.forEach((socket) => socket.resume())
    await vi.waitUntil(() => sockets.filter((socket) => !socket.destroyed).length <= 20, {
      timeout: 5000,
      interval: 20,
    })
  })
})

describe('GET /openapi.json', () => {
  test('returns the same document compressed and plain, and 304 for its ETag', async () => {
    const url = `${api.url}/openapi.json`
    const [compressed, plain] = (await Promise.all(
      ['gzip, br', 'gzip;q=0'].map((encoding) => fetch(url, { headers: { 'Accept-Encoding': encoding } })),
    )) as [Response, Response]
    expect([compressed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
    expect(await compressed.text()).toBe(await plain.text())
    expect(compressed.headers.get('cache-control')).toBe('public, max-age=300')
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding')
    const etag = compressed.headers.get('etag') as string
    expect(plain.headers.get('etag')).toBe(etag)
    const unchanged = await fetch(url, { headers: { 'If-None-Match': etag } })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  })
})
