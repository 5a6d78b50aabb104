import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryOptions } from '../../functions/worker/webhooks/deliver_webhooks.ts'
import type { Behavior } from '../support/receiver.ts'
import { noon, WebhookScene } from '../support/webhooks.ts'
import type { Account, Endpoint } from '../support/webhooks.ts'

let scene: WebhookScene
let count = 0

beforeAll(async () => {
  scene = await WebhookScene.start()
})
afterAll(() => scene.stop())

/** Sends one event to an endpoint and returns its delivery status and first attempt. */
async function outcome(account: Account, endpoint: Endpoint, options: Partial<DeliveryOptions> = {}) {
  await scene.emit(account.brandId)
  await scene.pass(noon, { secondsMax: 1, ...options })
  const [delivery] = await scene.deliveries(account, endpoint)
  return { state: delivery?.status, ...delivery?.attempts[0] }
}

async function outcomeOf(behavior: Behavior, options: Partial<DeliveryOptions> = {}) {
  const account = await scene.account()
  const path = `/${++count}`
  scene.receiver.behaviors[path] = behavior
  return await outcome(account, await scene.endpoint(account, path), options)
}

/** The outcome for an endpoint whose URL changed after it was created. */
async function moved(url: string, options: Partial<DeliveryOptions> = {}) {
  const account = await scene.account()
  const endpoint = await scene.endpoint(account, '/before')
  await scene.database.sql`update webhooks.endpoints set url = ${url} where endpoint_id = ${endpoint.id}`
  return await outcome(account, endpoint, options)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const drip = (write: () => void, onClose: (stop: () => void) => void) => {
  const timer = setInterval(write, 50)
  onClose(() => clearInterval(timer))
}

describe('delivery to a receiver that', () => {
  const misbehaving: [string, Behavior, object][] = [
    ['hangs', () => undefined, { error: 'timeout' }],
    [
      'drips',
      (response) =>
        drip(
          () => response.write('x'),
          (stop) => response.on('close', stop),
        ),
      { error: 'timeout' },
    ],
    ['resets', (response) => response.socket?.resetAndDestroy(), { error: 'connection_reset' }],
    ['hangs up', (response) => response.socket?.destroy(), { error: 'connection_reset' }],
    [
      'breaks off in the middle',
      (response) => {
        response.writeHead(200, { 'Content-Length': '1000' }).write('x')
        setImmediate(() => response.socket?.destroy())
      },
      { error: 'connection_reset' },
    ],
    ['redirects', (response) => response.writeHead(302, { Location: '/elsewhere' }).end(), { error: 'redirect' }],
    [
      'redirects permanently',
      (response) => response.writeHead(308, { Location: '/elsewhere' }).end(),
      { error: 'redirect' },
    ],
    ['refuses', (response) => response.writeHead(401).end('who are you?'), { error: 'status', answer: 'who are you?' }],
    ['answers 1xx only', (response) => response.writeProcessing(), { error: 'timeout' }],
  ]

  test.each(misbehaving)('%s fails and is retried', async (_, behavior, expected) => {
    expect(await outcomeOf(behavior)).toMatchObject({ state: 'pending', ...expected })
    expect(scene.receiver.at('/elsewhere')).toEqual([])
  })

  test('sends an endless body reads 64 KB and uses the status', async () => {
    let written = 0
    const behavior: Behavior = (response) =>
      drip(
        () => (written += response.write('x'.repeat(50_000)) ? 50_000 : 0),
        (stop) => response.on('close', stop),
      )
    const { answer, error } = await outcomeOf(behavior, { secondsMax: 5 })
    expect([answer?.length, error]).toEqual([1024, null])
    expect(written).toBeLessThan(1_000_000)
  })

  const junk: [string, (socket: Socket) => void, string][] = [
    ['speaks no HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n'), 'no_http'],
    ['sends bytes', (socket) => socket.end(Buffer.from([0, 255, 254, 10, 13])), 'no_http'],
    [
      'sends endless headers',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(20_000)}`),
      'no_http',
    ],
  ]

  test.each(junk)('%s fails', async (_, speak, error) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => speak(socket))
    })
    const outcome = await moved(`http://127.0.0.1:${await listen(server)}/`)
    server.close()
    expect(outcome.error).toBe(error)
  })

  test('is unreachable fails', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((done) => server.close(done))
    expect((await moved(`http://127.0.0.1:${port}/`)).error).toBe('connection_refused')
    const lost = { resolve: async () => Promise.reject(new Error('getaddrinfo ENOTFOUND')) }
    expect((await moved('https://host.invalid/', lost)).error).toBe('dns')
    const slow = { resolve: async () => await new Promise<never>(() => undefined) }
    expect((await moved('https://slow.example/', slow)).error).toBe('timeout')
  })

  test('uses TLS succeeds only with a valid certificate', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'hooks.example' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'hooks.example' }] }],
    })
    const server = createSecureServer({ key, cert }, (_, response) => response.writeHead(204).end())
    const port = await listen(server)
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const url = `https://hooks.example:${port}/`
    expect((await moved(url, { resolve })).error).toBe('tls')
    expect((await moved(url, { resolve, certificateAuthority: cert })).error).toBe(null)
    const elsewhere = `https://other.example:${port}/`
    expect((await moved(elsewhere, { resolve, certificateAuthority: cert })).error).toBe('tls')
    server.close()
  })
})

const forbiddenUrls = `
  https://127.0.0.1/ https://[::1]/ https://0x7f.1/ https://2130706433/ https://017700000001/ https://[::ffff:7f00:1]/
  https://[2002:7f00:1::]/ https://[64:ff9b::7f00:1]/ https://10.0.0.1/ https://192.168.1.1/ https://169.254.169.254/
  https://[fe80::1]/ https://[fd00::1]/ https://localhost/ https://93.184.216.34:22/ http://93.184.216.34/ https://me@93.184.216.34/
`
  .trim()
  .split(/\s+/)

describe('delivery attempt', () => {
  test.each(forbiddenUrls)('rejects %s even if the endpoint was created with another URL', async (url) => {
    const { error, latency_ms } = await moved(url, { allowsLoopback: false })
    expect(error).toBe('forbidden_address')
    expect(latency_ms).toBeLessThan(5000)
  })

  test('resolves the name again and rejects a private address', async () => {
    const account = await scene.account()
    const endpoint = await scene.endpoint(account, '/rebound')
    const answers = ['93.184.216.34', '127.0.0.1']
    const asked: string[] = []
    const resolve = async (hostname: string) => {
      asked.push(hostname)
      return [{ address: answers[asked.length] as string, family: 4 }]
    }
    const { port } = new URL(scene.receiver.url)
    await scene.database
      .sql`update webhooks.endpoints set url = ${`https://rebind.example:8443/${port}`} where endpoint_id = ${endpoint.id}`
    expect((await outcome(account, endpoint, { resolve, allowsLoopback: false })).error).toBe('forbidden_address')
    expect([asked, scene.receiver.at(`/${port}`)]).toEqual([['rebind.example'], []])
  })

  test('rejects http to a public address when loopback is allowed', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }]
    expect((await moved('http://public.example/', { resolve })).error).toBe('forbidden_address')
  })
})
