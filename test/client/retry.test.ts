import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createVitrine, unwrap } from '../../client/index.js'
import type { RetryOptions } from '../../client/index.js'

type Answer = { status: number; headers?: Record<string, string>; body?: object } | 'reset'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

/** A server that gives these answers, the last one again and again, and records what it receives. */
async function serve(answers: Answer[], retries?: RetryOptions) {
  const received: string[] = []
  const arrivals: (() => void)[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push(`${request.method} ${body}`.trim())
    arrivals.shift()?.()
    const answer = answers[Math.min(received.length, answers.length) - 1] as Answer
    if (answer === 'reset') return request.socket.destroy()
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
    return response.end(JSON.stringify(answer.body ?? { data: [] }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const vitrine = createVitrine({ baseUrl: `http://127.0.0.1:${port}`, retries })
  const arrival = () => new Promise<void>((done) => arrivals.push(done))
  return { vitrine, received, arrival }
}

const limited = (retryAfter?: string, headers = {}): Answer => ({
  status: 429,
  headers: retryAfter === undefined ? headers : { 'Retry-After': retryAfter, ...headers },
  body: { error: { code: 'rate_limit_exceeded', message: 'Retry later.' }, request_id: 'req_1' },
})
const done: Answer = { status: 200 }
const hold = (headers: Record<string, string>) => ({
  params: { path: { brand_id: 'brd_a' } },
  headers,
  body: { product_id: 'a', quantity: 1 } as never,
})

describe('a retry', () => {
  test('follows 429, 503 and a reset connection of a GET', async () => {
    const { vitrine, received } = await serve([
      limited('0'),
      { status: 503, headers: { 'Retry-After': '0' } },
      'reset',
      done,
    ])
    expect((await vitrine.GET('/v1/brands')).response.status).toBe(200)
    expect(received).toEqual(['GET', 'GET', 'GET', 'GET'])
  })

  test('sends the body of a POST with an Idempotency-Key again', async () => {
    const { vitrine, received } = await serve(['reset', { status: 409, headers: { 'Retry-After': '0' } }, done])
    const { response } = await vitrine.POST(
      '/api/storefront/{brand_id}/holds',
      hold({ 'Idempotency-Key': 'k' }) as never,
    )
    expect(response.status).toBe(200)
    expect(received).toEqual(Array(3).fill('POST {"product_id":"a","quantity":1}'))
  })

  test.each([
    ['a POST without an Idempotency-Key', limited('0'), 429],
    ['a POST whose connection is reset', 'reset' as const, 'network_error'],
  ])('does not follow %s', async (_, answer, expected) => {
    const { vitrine, received } = await serve([answer, done])
    const sent = vitrine.POST('/api/storefront/{brand_id}/holds', hold({}) as never)
    const outcome = await sent.then(
      ({ response }) => response.status,
      (error: { code: string }) => error.code,
    )
    expect([outcome, received.length]).toEqual([expected, 1])
  })

  test('does not follow other errors, nor 409 without Retry-After', async () => {
    for (const status of [400, 401, 404, 409, 500]) {
      const { vitrine, received } = await serve([{ status }, done])
      expect([(await vitrine.GET('/v1/brands')).response.status, received.length]).toEqual([status, 1])
    }
  })

  test('ends after three retries of a server that always returns 429', async () => {
    const { vitrine, received } = await serve([limited('0')])
    await expect(unwrap(vitrine.GET('/v1/brands'))).rejects.toMatchObject({
      name: 'VitrineError',
      code: 'rate_limit_exceeded',
      status: 429,
      request_id: 'req_1',
      retry_after_seconds: 0,
    })
    expect(received).toHaveLength(4)
  })

  test.each([
    ['seconds', String(365 * 86_400), {}],
    ['a date', 'Sat, 20 Nov 2027 12:00:00 GMT', { Date: 'Fri, 20 Nov 2026 12:00:00 GMT' }],
  ])('does not wait for a year in %s, and reports it', async (_, retryAfter, headers) => {
    const { vitrine, received } = await serve([limited(retryAfter, headers), done])
    await expect(unwrap(vitrine.GET('/v1/brands'))).rejects.toMatchObject({ retry_after_seconds: 31_536_000 })
    expect(received).toHaveLength(1)
  })

  test('measures a date by the clock of the server, and takes a past date as now', async () => {
    const past = { Date: 'Fri, 20 Nov 2026 12:00:00 GMT' }
    const { vitrine, received } = await serve([limited('Fri, 20 Nov 2026 11:00:00 GMT', past), done])
    expect((await vitrine.GET('/v1/brands')).response.status).toBe(200)
    expect(received).toHaveLength(2)
  })

  test('waits at least as long as Retry-After', async () => {
    const { vitrine } = await serve([limited('1'), done])
    const start = performance.now()
    await vitrine.GET('/v1/brands')
    expect(performance.now() - start).toBeGreaterThanOrEqual(990)
  })

  test('uses its own delay for a Retry-After that is neither seconds nor a date', async () => {
    const { vitrine, received } = await serve([limited('-1'), limited('soon'), done], { maxDelaySeconds: 0 })
    expect((await vitrine.GET('/v1/brands')).response.status).toBe(200)
    expect(received).toHaveLength(3)
  })

  test('ends with the reason of the signal, also during a long wait', async () => {
    const { vitrine, received, arrival } = await serve([limited('50')])
    const abort = new AbortController()
    const arrived = arrival()
    const sent = vitrine.GET('/v1/brands', { signal: abort.signal })
    await arrived
    abort.abort(new Error('The user left.'))
    await expect(sent).rejects.toThrow('The user left.')
    expect(received).toHaveLength(1)
  })

  test('is turned off by max: 0', async () => {
    const { vitrine, received } = await serve([limited('0'), done], { max: 0 })
    expect([(await vitrine.GET('/v1/brands')).response.status, received.length]).toEqual([429, 1])
  })
})

describe('pages', () => {
  const deliveries = { params: { path: { id: 'wh_1' } } }
  const page = (id: string, next: string | null): Answer => ({
    status: 200,
    body: { data: [{ id }], next_cursor: next },
  })

  test('follow cursors to the last page', async () => {
    const { vitrine, received } = await serve([page('a', '1'), limited('0'), page('b', '2'), page('c', null)])
    const ids = []
    for await (const { id } of vitrine.rows('/api/webhooks/{id}/deliveries', deliveries)) ids.push(id)
    expect([ids, received.length]).toEqual([['a', 'b', 'c'], 4])
  })

  test('end with an error when a cursor repeats', async () => {
    const { vitrine } = await serve([page('a', '1')])
    const all = Array.fromAsync(vitrine.rows('/api/webhooks/{id}/deliveries', deliveries))
    await expect(all).rejects.toMatchObject({ code: 'unexpected_response' })
  })

  test('request no further page after the reader stops', async () => {
    const { vitrine, received } = await serve([page('a', '1'), page('b', '2')])
    for await (const { id } of vitrine.rows('/api/webhooks/{id}/deliveries', deliveries)) {
      expect(id).toBe('a')
      break
    }
    expect(received).toHaveLength(1)
  })
})

describe('VitrineError', () => {
  test('names a response that is not of Vitrine', async () => {
    const { vitrine } = await serve([{ status: 502, headers: { 'X-Request-Id': 'req_2' } }])
    await expect(unwrap(vitrine.GET('/v1/brands'))).rejects.toMatchObject({
      code: 'unexpected_response',
      status: 502,
      request_id: 'req_2',
    })
  })
})
