import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import { issueKey } from '../support/factories.ts'
import { readEvents } from '../support/read_events.ts'
import { useShops } from '../support/shops.ts'

const readersMax = 100
const shops = useShops({ connectionsMax: 4, events: { heartbeatSeconds: 1, streamsPerKeyMax: readersMax + 5 } })

async function shop() {
  const { brandId, accountId } = await shops.open()
  const { key } = await issueKey(shops.sql(), accountId, { prefix: 'svc_ak_' })
  return { brandId, key, path: `/api/storefront/${brandId}/events/stream`, headers: { Authorization: `Bearer ${key}` } }
}

async function emit(brandId: string, from: number, to: number, text = ''): Promise<void> {
  await shops.sql().begin(async (sql) => {
    await sql`select core.enter_brand(${brandId})`
    await sql`
      select events.emit(${brandId}, 'trust.updated', jsonb_build_object('number', number, 'text', ${text}::text))
      from generate_series(${from}::integer, ${to}::integer) as number`
  })
}
const numbers = (events: { data: Record<string, unknown> }[]) => events.map(({ data }) => data.number)

describe('a server that is killed with SIGKILL', () => {
  test('loses and repeats no event for a reader that resumes after its last id', async () => {
    const { brandId, path, headers } = await shop()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}${path}`
    const start = async () => {
      const server = startProcess('functions/events/index.ts', {
        DATABASE_URL: shops.database().functionsUrl,
        PORT: String(port),
      })
      await expect.poll(() => isListening(port), { timeout: 20_000, interval: 50 }).toBe(true)
      return server
    }
    const first = await start()
    const reading = await readEvents(url, headers)
    await emit(brandId, 1, 40)
    await reading.until(({ events }) => events.length > 0)
    process.kill(first.pid, 'SIGKILL')
    await reading.ended
    await emit(brandId, 41, 60)
    const second = await start()
    try {
      const rest = await readEvents(url, { ...headers, 'Last-Event-ID': reading.lastId() as string })
      await rest.until(({ events }) => events.length + reading.events.length === 60)
      expect([...numbers(reading.events), ...numbers(rest.events)]).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
      rest.close()
    } finally {
      await second.stop()
    }
  }, 60_000)
})

describe('stalled readers', () => {
  test('a hundred of them keep memory bounded and delay no other reader', async () => {
    const { brandId, path, headers } = await shop()
    const { hostname, port } = new URL(shops.api().url)
    const stalled: Socket[] = []
    for (let count = 0; count < readersMax; count++) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.Authorization}\r\n\r\n`)
      await new Promise((resolve) => socket.once('data', resolve))
      socket.pause()
      stalled.push(socket)
    }
    const quick = await readEvents(shops.api().url + path, headers)
    try {
      const before = process.memoryUsage().rss
      const text = 'x'.repeat(10_000)
      for (let from = 1; from <= 1500; from += 250) await emit(brandId, from, from + 249, text)
      await quick.until(({ events }) => events.length === 1500)
      // Buffering in memory would take 15 MB for each reader, 1.5 GB in total. The limit leaves room for uncollected garbage.
      const grownMegabytes = (process.memoryUsage().rss - before) / 2 ** 20
      expect(grownMegabytes).toBeLessThan(750)
      expect(numbers(quick.events)).toEqual(Array.from({ length: 1500 }, (_, n) => n + 1))
    } finally {
      quick.close()
      for (const socket of stalled) socket.destroy()
    }
  }, 180_000)
})

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
if (!nginx) console.log('Not run: nginx is not there.')

describe.skipIf(!nginx)('a stream behind nginx with its default configuration', () => {
  test('delivers the first event within five seconds', async () => {
    const { brandId, path, headers } = await shop()
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'))
    const port = await freePort()
    await mkdir(join(folder, 'logs'))
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log; events {}
       http {
         access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
         uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
         server { listen 127.0.0.1:${port}; location / { proxy_pass ${shops.api().url}; } }
       }`,
    )
    const server = spawn(nginx as string, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
    try {
      await expect.poll(() => isListening(port), { timeout: 10_000, interval: 50 }).toBe(true)
      const reading = await readEvents(`http://127.0.0.1:${port}${path}`, headers)
      await emit(brandId, 1, 1)
      const startedAt = performance.now()
      await reading.until(({ events }) => events.length === 1)
      expect(performance.now() - startedAt).toBeLessThan(5000)
      reading.close()
    } finally {
      server.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('curl', () => {
  test('reads the stream', async () => {
    const { brandId, path, headers } = await shop()
    const outcome = new Promise<string>((resolve) => {
      const args = ['-sN', '--max-time', '6', '-H', `Authorization: ${headers.Authorization}`, shops.api().url + path]
      execFile('curl', args, (error, stdout) => resolve(error?.code === 'ENOENT' ? 'curl is not there' : stdout))
    })
    await expect.poll(() => isReading(shops.sql(), brandId, () => emit(brandId, 1, 1)), { timeout: 5000 }).toBe(true)
    const text = await outcome
    if (text === 'curl is not there') return void console.log(`Not run: ${text}.`)
    expect(text).toContain('event: trust.updated')
  })
})

/** Emits an event and returns whether it was sequenced. Events are sequenced only while a stream is open. */
async function isReading(sql: Sql, brandId: string, again: () => Promise<void>): Promise<boolean> {
  await again()
  await new Promise((resolve) => setTimeout(resolve, 400))
  const [row] =
    await sql`select count(*)::integer as count from events.outbox where brand_id = ${brandId} and seq is not null`
  return (row?.count ?? 0) > 1
}

async function isListening(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
