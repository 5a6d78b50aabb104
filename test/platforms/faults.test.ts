import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Faults } from '../support/platforms/faults.ts'
import type { Fault } from '../support/platforms/faults.ts'
import { Recorder } from '../support/platforms/recorder.ts'
import { startServer } from '../support/platforms/server.ts'
import type { LocalServer, Reply } from '../support/platforms/server.ts'

interface Row {
  id: string
  day: string
  metrics: { spend: unknown; clicks?: string }
}

const recorder = new Recorder()
const faults = new Faults(
  { throttled: () => ({ status: 429, body: { error: 'Too many requests.' } }) },
  {
    rows: ({ body }) => (body as { rows?: Row[] }).rows,
    miscount: ({ body }) => {
      ;(body as { count: number }).count += 1
      return true
    },
    moveDay: (row, days) => {
      if (days !== 0) (row as Row).day = '2020-01-01'
      return true
    },
  },
)
const rowsOf = () => ['1', '2', '3'].map((id) => ({ id, day: '2026-11-01', metrics: { spend: '1.25', clicks: '7' } }))
let server: LocalServer

beforeAll(async () => {
  server = await startServer({
    name: 'example',
    recorder,
    faults,
    handle: ({ url }): Reply => {
      if (url.pathname === '/crash') throw new Error('A defect.')
      return { status: 200, body: { rows: rowsOf(), count: 3, big: 7_002_238_017_842_757_633n } }
    },
    violation: ({ method }) => (method === 'GET' ? null : 'A write.'),
  })
})
afterAll(() => server.stop())
afterEach(() => {
  faults.clear()
})

interface Body {
  rows: (Row & { added?: string })[]
  count: number
}

const read = async () => (await (await fetch(`${server.url}/rows`)).json()) as Body
async function readWith(fault: Fault<'throttled'>): Promise<Body> {
  faults.arm(fault)
  return read()
}

describe('faults of the transport', () => {
  test('cut the connection within the body', async () => {
    faults.arm({ kind: 'cut' })
    const response = await fetch(`${server.url}/rows`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow(/terminated/)
  })

  test('hang until the client gives up', async () => {
    faults.arm({ kind: 'hang' }, { on: /^GET \/hanging$/ })
    await expect(fetch(`${server.url}/hanging`, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/)
  })

  test('delay a reply', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    faults.arm({ kind: 'slow', until }, { on: /^GET \/slow$/ })
    const slow = fetch(`${server.url}/slow`).then(({ status }) => status)
    expect(await Promise.race([slow, read()])).toMatchObject({ count: 3 })
    resolve()
    expect(await slow).toBe(200)
  })

  test('truncate JSON in a complete message', async () => {
    faults.arm({ kind: 'truncated' })
    const text = await (await fetch(`${server.url}/rows`)).text()
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  test('send an HTML page with status 200, or another content type', async () => {
    faults.arm({ kind: 'html' })
    faults.arm({ kind: 'wrong_type' })
    const [page, plain] = [await fetch(`${server.url}/rows`), await fetch(`${server.url}/rows`)]
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<!DOCTYPE html>')])
    expect([plain.headers.get('content-type'), ((await plain.json()) as Body).count]).toEqual(['text/plain', 3])
  })
})

describe('faults of rows', () => {
  test('remove, retype and add a field', async () => {
    expect((await readWith({ kind: 'missing_field', field: 'metrics.spend' })).rows[2]?.metrics).toEqual({
      clicks: '7',
    })
    const retyped = await readWith({ kind: 'retyped_field', field: 'metrics.spend' })
    expect(retyped.rows[2]?.metrics.spend).toEqual({ amount: '1.25' })
    expect((await readWith({ kind: 'extra_field', field: 'added' })).rows[2]?.added).toBe('unexpected')
  })

  test('repeat a key without changing the count', async () => {
    const { rows, count } = await readWith({ kind: 'repeated_row' })
    expect([rows.map(({ id }) => id), count]).toEqual([['1', '2', '1'], 3])
  })

  test('make the count disagree, and move a day outside the window', async () => {
    expect((await readWith({ kind: 'wrong_count' })).count).toBe(4)
    expect((await readWith({ kind: 'day_outside' })).rows[2]?.day).toBe('2020-01-01')
  })
})

describe('armed faults', () => {
  test('affect the requests that they aim at, as often as they say', async () => {
    faults.arm({ kind: 'refusal', name: 'throttled' }, { on: /^GET \/aimed$/, times: 2, after: 1 })
    const statuses = []
    for (const path of ['/other', '/aimed', '/aimed', '/aimed', '/aimed']) {
      statuses.push((await fetch(server.url + path)).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429, 200])
    expect(faults.left()).toBe(0)
  })
})

describe('the recorder', () => {
  test('keeps requests without the values of tokens, and names violations', async () => {
    recorder.clear()
    await fetch(`${server.url}/rows?access_token=abc123&fields=spend`, {
      method: 'POST',
      headers: { authorization: 'Bearer abc123', 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'select', client_secret: 'abc123' }),
    })
    expect(recorder.requests).toHaveLength(1)
    expect(recorder.requests[0]).toMatchObject({
      method: 'POST',
      path: '/rows',
      query: { access_token: '<removed>', fields: 'spend' },
      headers: { authorization: '<removed>' },
      body: { query: 'select', client_secret: '<removed>' },
      status: 200,
    })
    expect(JSON.stringify(recorder.requests)).not.toContain('abc123')
    expect(recorder.violations.map(({ reason }) => reason)).toEqual(['A write.'])
  })

  test('measures waits and concurrency', async () => {
    await expect.poll(() => recorder.open()).toBe(0)
    recorder.clear()
    const { promise: until, resolve } = Promise.withResolvers<void>()
    faults.arm({ kind: 'slow', until }, { times: 3 })
    const reads = [read(), read(), read()]
    await expect.poll(() => recorder.openMax).toBe(3)
    await sleep(30)
    resolve()
    await Promise.all(reads)
    await read()
    expect(recorder.openMax).toBe(3)
    expect(recorder.waits(/^GET \/rows$/).at(-1)).toBeGreaterThan(25)
  })

  test('keeps defects of a server apart from its answers', async () => {
    expect((await fetch(`${server.url}/crash`)).status).toBe(500)
    expect(recorder.crashes).toHaveLength(1)
    recorder.crashes.length = 0
  })
})

test('a number of 64 bits has all its digits on the wire', async () => {
  expect(await (await fetch(`${server.url}/rows`)).text()).toContain('"big":7002238017842757633')
})
