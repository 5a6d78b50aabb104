import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { stock } from '../support/catalog_rows.ts'
import { certify } from '../support/certificates.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

const root = join(import.meta.dirname, '..', '..')
const polling = { timeout: 30_000, interval: 100 }
const shipped = (name: string) => readFileSync(join(root, 'docs', 'operate', name), 'utf8')

interface Proxy {
  program: string
  versionFlag: string
  /** Writes the configuration and returns the arguments of the program. */
  configure: (folder: string, ports: { http: number; https: number; gateways: number[] }) => string[]
}

const gatewaysIn = (text: string, [one, other]: number[]) =>
  text.replace(':8787', `:${one}`).replace(':8788', `:${other}`)

const proxies: Proxy[] = [
  {
    program: 'nginx',
    versionFlag: '-v',
    configure: (folder, { http, https, gateways }) => {
      const here = gatewaysIn(shipped('nginx.conf'), gateways)
        .replace('listen 80', `listen 127.0.0.1:${http}`)
        .replace('listen 443', `listen 127.0.0.1:${https}`)
        .replaceAll('/etc/ssl/example.com', `${folder}/example.com`)
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const head = `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\n`
      writeFileSync(join(folder, 'nginx.conf'), `${head}http {\naccess_log off;\n${paths.join('\n')}\n${here}}\n`)
      return ['-c', join(folder, 'nginx.conf')]
    },
  },
  {
    program: 'caddy',
    versionFlag: 'version',
    configure: (folder, { http, https, gateways }) => {
      const here = gatewaysIn(shipped('Caddyfile'), gateways)
        .replace('{\n\tservers', `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tservers`)
        .replace('example.com {\n', `example.com {\n\ttls ${folder}/example.com.pem ${folder}/example.com.key\n`)
      writeFileSync(join(folder, 'Caddyfile'), here)
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
]

let database: TestDatabase
let shop: { brandId: string; readerKey: string }

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  const { accountId, brandId } = await createTenant(database.sql)
  await stock(database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }])
  const { key: readerKey } = await issueKey(database.sql, accountId, { prefix: 'svc_ak_' })
  shop = { brandId, readerKey }
})
afterAll(() => database.stop())

async function startGateway(port: number): Promise<RunningProcess> {
  const running = startProcess('cli/gateway/gateway.ts', {
    DATABASE_URL: database.functionsUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_BASE_URL: 'https://example.com',
    TRUSTED_PROXY_HOPS: '1',
  })
  await vi.waitUntil(
    () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    polling,
  )
  return running
}

/** Starts a server that is ready, receives requests and answers none of the others. */
async function startSilentServer(onRequest: (url: string) => void) {
  const server = createServer((received, response) => {
    if (received.url === '/readyz') response.end()
    else onRequest(received.url as string)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { port: (server.address() as AddressInfo).port, stop }
}

describe.each(proxies)('docs/operate: a proxy of $program', ({ program, versionFlag, configure }) => {
  const isInstalled = ['', '/usr/sbin/'].some((folder) => spawnSync(folder + program, [versionFlag]).status === 0)
  if (!isInstalled) console.warn(`${program} is not installed: its example is not tested.`)
  const folder = mkdtempSync(join(tmpdir(), `vitrine-${program}-`))
  let gateways: RunningProcess[] = []
  let proxy: ChildProcess | undefined
  let ports: { http: number; https: number; gateways: number[] }
  let agent: Agent

  beforeAll(async () => {
    if (!isInstalled) return
    const { ca, cert, key } = await certify('example.com')
    writeFileSync(join(folder, 'example.com.pem'), cert)
    writeFileSync(join(folder, 'example.com.key'), key)
    ports = { http: await freePort(), https: await freePort(), gateways: [await freePort(), await freePort()] }
    gateways = await Promise.all(ports.gateways.map(startGateway))
    agent = new Agent({ ca, keepAlive: true })
    const path = `${process.env.PATH}:/usr/sbin`
    proxy = spawn(program, configure(folder, ports), { stdio: 'ignore', env: { PATH: path, HOME: folder } })
    await vi.waitUntil(
      () =>
        ask('/livez').then(
          ({ status }) => status === 200,
          () => false,
        ),
      polling,
    )
  }, 60_000)
  afterAll(async () => {
    proxy?.kill('SIGTERM')
    await Promise.all(gateways.map((each) => each.stop()))
    agent?.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  function open(
    path: string,
    headers: Record<string, string> = {},
    body?: string,
    port = ports.https,
  ): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          servername: 'example.com',
          agent,
          path,
          method: body ? 'POST' : 'GET',
          headers: { Host: 'example.com', ...headers },
        },
        done,
      )
      sent.on('error', fail)
      sent.end(body)
    })
  }

  async function ask(path: string, headers?: Record<string, string>, body?: string, port?: number) {
    const response = await open(path, headers, body, port)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    return { status: response.statusCode as number, headers: response.headers, text: Buffer.concat(chunks).toString() }
  }

  const products = () => `/api/storefront/${shop.brandId}/products`

  test.skipIf(!isInstalled)('redirects to https, and hides the metrics', async () => {
    const plain = await fetch(`http://127.0.0.1:${ports.http}/livez`, { redirect: 'manual' })
    expect(plain.status).toBe(308)
    expect((await ask('/metrics')).status).toBe(404)
    expect((await ask('/livez')).headers['strict-transport-security']).toContain('max-age=')
  })

  test.skipIf(!isInstalled)('forwards the address of the client, which no header can forge', async () => {
    const first = await ask(products(), { 'X-Forwarded-For': '203.0.113.1' })
    const second = await ask(products(), { 'X-Forwarded-For': '203.0.113.2' })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(Number(second.headers['x-ratelimit-remaining'])).toBe(Number(first.headers['x-ratelimit-remaining']) - 1)
    const buckets = await database.sql`select bucket from core.rate_limits where bucket like 'ip:%'`
    expect(buckets.map(({ bucket }) => bucket as string)).toEqual(['ip:127.0.0.1'])
  })

  test.skipIf(!isInstalled)('delivers events of a stream at once', async () => {
    const path = `/api/storefront/${shop.brandId}/events/stream`
    const stream = await open(path, { Authorization: `Bearer ${shop.readerKey}` })
    expect(stream.statusCode).toBe(200)
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    stream.on('error', () => undefined)
    await vi.waitUntil(() => text !== '', polling)
    const sentAt = performance.now()
    await database.sql`
      insert into events.outbox (brand_id, type, data) values (${shop.brandId}, 'product.deleted', '{"product_id": "p1"}')`
    await vi.waitUntil(() => text.includes('product.deleted'), polling)
    expect(performance.now() - sentAt).toBeLessThan(5000)
    stream.destroy()
  })

  test.skipIf(!isInstalled)('refuses a body above its limit with 413', async () => {
    expect((await ask('/v1/query', { 'Content-Type': 'application/json' }, 'x'.repeat(300_000))).status).toBe(413)
  })

  test.skipIf(!isInstalled)('sends a GET that a gateway received, and that does not finish in time, once', async () => {
    const received: string[] = []
    const silent = await Promise.all([0, 1].map(() => startSilentServer((url) => received.push(url))))
    const other = mkdtempSync(join(tmpdir(), `vitrine-${program}-silent-`))
    for (const file of ['example.com.pem', 'example.com.key']) cpSync(join(folder, file), join(other, file))
    const own = { http: await freePort(), https: await freePort(), gateways: silent.map(({ port }) => port) }
    const args = configure(other, own)
    const file = args.find((each) => each.startsWith(other)) as string
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('proxy_read_timeout 160s', 'proxy_read_timeout 1s'))
    const path = `${process.env.PATH}:/usr/sbin`
    const slow = spawn(program, args, { stdio: 'ignore', env: { PATH: path, HOME: other } })
    onTestFinished(async () => {
      slow.kill('SIGTERM')
      await Promise.all(silent.map(({ stop }) => stop()))
      rmSync(other, { recursive: true, force: true })
    })
    await vi.waitUntil(() => ask('/metrics', {}, undefined, own.https).catch(() => null), polling)
    const pending = ask('/v1/brands', {}, undefined, own.https).catch(() => null)
    await vi.waitUntil(() => received.includes('/v1/brands'), polling)
    await new Promise((next) => setTimeout(next, 2500))
    expect(received.filter((url) => url === '/v1/brands')).toHaveLength(1)
    await Promise.all(silent.map(({ stop }) => stop()))
    await pending
  })

  test.skipIf(!isInstalled)('fails no request while one gateway is stopped', { timeout: 60_000 }, async () => {
    const statuses: number[] = []
    const state = { isOver: false }
    const load = (async () => {
      while (!state.isOver) statuses.push((await ask('/livez')).status)
    })()
    await vi.waitUntil(() => statuses.length > 20, polling)
    await (gateways.pop() as RunningProcess).stop()
    const before = statuses.length
    await vi.waitUntil(() => statuses.length > before + 50, polling)
    state.isOver = true
    await load
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })
})
