import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RollingProxy {
  url: string
  /** Requests that were not forwarded or not answered. */
  failures: string[]
  stop: () => Promise<void>
}

/**
 * Distributes requests to the servers whose last /readyz was successful, over connections that it
 * keeps open. It does not retry.
 */
export async function startRollingProxy(ports: number[], lookEveryMilliseconds = 50): Promise<RollingProxy> {
  const agent = new Agent({ keepAlive: true })
  const failures: string[] = []
  const ready = new Set<number>()
  let turn = 0
  let isOver = false
  const look = async (port: number): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) ready.add(port)
    else ready.delete(port)
    if (!isOver) setTimeout(() => void look(port), lookEveryMilliseconds)
  }
  await Promise.all(ports.map(look))
  const server = createServer((incoming, outgoing) => {
    const [port] = ports.filter((each) => ready.has(each)).slice(turn++ % Math.max(1, ready.size))
    const fail = (cause: string) => {
      if (outgoing.writableEnded || incoming.destroyed) return
      failures.push(`${incoming.method} ${incoming.url}: ${cause}`)
      outgoing.writeHead(502).end()
    }
    if (port === undefined) return fail('no server is ready')
    const { method, url: path, headers } = incoming
    const passed = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headers, connection: 'keep-alive' },
      agent,
    })
    passed.on('error', (error) => fail(error.message))
    passed.on('response', (response) => {
      outgoing.writeHead(response.statusCode as number, { ...response.headers, connection: 'keep-alive' })
      outgoing.flushHeaders()
      response.pipe(outgoing)
      response.on('error', (error) => {
        failures.push(`${method} ${path}: ${error.message}`)
        outgoing.destroy()
      })
    })
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    stop: async () => {
      isOver = true
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
