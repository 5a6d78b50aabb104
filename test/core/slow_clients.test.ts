import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

let database: TestDatabase
let api: Api
let key: string

beforeAll(async () => {
  database = await createDatabase()
  // As in production, with shorter timeouts.
  api = await startApi(database, {
    bodySecondsMax: 0.3,
    limits: { headersMilliseconds: 300, requestMilliseconds: 2000 },
  })
  key = (await createTenant(database.sql)).key
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** Sends a text, repeats `drip` until the server closes the connection, and returns the response. */
async function exchange(text: string, drip?: string): Promise<string> {
  const answer: Buffer[] = []
  const socket: Socket = createConnection({ port: Number(new URL(api.url).port), host: '127.0.0.1' })
  const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), 50)
  socket.write(text)
  socket.on('data', (chunk: Buffer) => answer.push(chunk))
  // A client that is still sending sees a connection reset.
  socket.on('error', () => undefined)
  await new Promise((closed) => socket.once('close', closed))
  clearInterval(dripping)
  return Buffer.concat(answer).toString()
}

const head = (lines: string[]) => [...lines, 'Host: vitrine.test', '', ''].join('\r\n')
const post = (...lines: string[]) => head(['POST /v1/query HTTP/1.1', `Authorization: Bearer ${key}`, ...lines])

async function ask(body: string | Buffer, headers: Record<string, string> = {}) {
  return await fetch(`${api.url}/v1/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: body as string,
  })
}

describe('a slow client', () => {
  test.each([
    ['says nothing', '', undefined],
    ['stops amid its headers', 'GET /livez HTTP/1.1\r\nHost: x\r\n', undefined],
    ['sends a header now and then', 'GET /livez HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n'],
  ])('receives 408 when it %s', async (_, text, drip) => {
    expect(await exchange(text, drip)).toMatch(/^HTTP\/1.1 408 /)
  })

  test.each([
    ['stops amid its body', ['Content-Length: 100'], undefined],
    ['sends its body byte by byte', ['Content-Length: 60000'], 'a'],
    ['sends its body chunk by chunk', ['Transfer-Encoding: chunked'], '1\r\na\r\n'],
  ])('receives 408 with a body when it %s (408 request_timeout)', async (_, lines, drip) => {
    const answer = await exchange(post(...lines), drip)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('"code":"request_timeout"')
  })

  test('does not delay other requests', async () => {
    const slow = Array.from({ length: 100 }, () => exchange(post('Content-Length: 100')))
    const answer = await fetch(`${api.url}/v1/brands`, { headers: { Authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(200)
    expect((await Promise.all(slow)).every((each) => each.startsWith('HTTP/1.1 408'))).toBe(true)
  })

  test('that disconnects within its body is not logged as a server error', async () => {
    const socket = createConnection({ port: Number(new URL(api.url).port), host: '127.0.0.1' })
    await new Promise<void>((written) =>
      socket.write(post('Content-Length: 100', 'X-Request-Id: goes-away-1') + '{"a"', () => written()),
    )
    socket.destroy()
    await expect.poll(() => api.log.find((line) => line.request_id === 'goes-away-1')?.status).toBeLessThan(500)
  })
})

describe('a request that is too large', () => {
  test('returns 413 by its Content-Length before the body is sent (413 payload_too_large)', async () => {
    const answer = await exchange(post('Content-Length: 99999999999'))
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  })

  test('returns 413 at 64 KB without a Content-Length', async () => {
    expect(await exchange(`${post('Transfer-Encoding: chunked')}10001\r\n${'a'.repeat(65_537)}\r\n`)).toMatch(
      /^HTTP\/1.1 413 /,
    )
    const exact = JSON.stringify({ question: 'x'.repeat(65_536 - 15) })
    expect([exact.length, (await ask(exact)).status]).toEqual([65_536, 400])
    expect((await ask(`${exact} `)).status).toBe(413)
  })

  test('returns 400 when it is compressed, without decompressing it', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '))
    expect(bomb.length).toBeLessThan(65_536)
    expect((await ask(bomb, { 'Content-Encoding': 'gzip' })).status).toBe(400)
  })

  test('returns 431 for a long URL or header, before it reaches a function', async () => {
    const before = api.log.length
    expect(await exchange(head([`GET /v1/brands?${'a'.repeat(20_000)} HTTP/1.1`]))).toMatch(/^HTTP\/1.1 431 /)
    expect(await exchange(head(['GET /v1/brands HTTP/1.1', `X-A: ${'a'.repeat(20_000)}`]))).toMatch(/^HTTP\/1.1 431 /)
    expect(api.log.length).toBe(before)
  })

  test('returns 400 for a deeply nested body', async () => {
    for (const text of ['['.repeat(60_000), `{"question":${'['.repeat(30_000)}${']'.repeat(30_000)}}`]) {
      expect((await ask(text)).status).toBe(400)
    }
  })

  test('returns 400 for two contradictory lengths', async () => {
    expect(await exchange(post('Content-Length: 3', 'Content-Length: 5') + 'abcde')).toMatch(/^HTTP\/1.1 400 /)
    expect(await exchange(post('Content-Length: 3', 'Transfer-Encoding: chunked') + '0\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 /,
    )
  })
})
