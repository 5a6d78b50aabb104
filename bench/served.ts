/**
 * A server of bench/http.ts, for Node and Deno: `bare` runs core.call from Hono without validation, `function` is the analytics function, and
 * `gateway` serves all functions. All have the same pool. `bare` and `function` use the server of the runtime, the gateway its own.
 */
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import process from 'node:process'
import { createGateway } from '../cli/gateway/functions.ts'
import { createGatewayServer } from '../cli/gateway/server.ts'
import { createAnalytics } from '../functions/analytics/app.ts'
import { sha256 } from '../shared/credentials/sha256.ts'
import { createPool } from '../shared/db/pool.ts'
import { open } from '../shared/http/server/serve.ts'
import type { Fetch } from '../shared/http/server/serve.ts'

const [kind, port] = [process.argv[2], Number(process.argv[3])]
const database = createPool({ url: process.env.DATABASE_URL as string, connectionsMax: 8 })
const services = { database, publicBaseUrl: `http://127.0.0.1:${port}`, trustedProxyHops: 0 }
process.on('SIGTERM', () => process.exit(0))

if (kind === 'gateway') createGatewayServer(createGateway(services)).listen(port)
else listen(kind === 'function' ? createAnalytics(services) : createBare())

function listen({ fetch }: { fetch: Fetch }): void {
  if ('Deno' in globalThis) open(fetch, port)
  else createAdaptorServer({ fetch: (request) => fetch(request, { remoteAddress: '127.0.0.1' }) }).listen(port)
}

function createBare(): Hono {
  const app = new Hono()
  app.get('/v1/brands', async (context) => {
    const hash = sha256((context.req.header('Authorization') ?? '').slice('Bearer '.length))
    const [row] = await database`select * from core.call('analytics.brands', ${hash}, '127.0.0.1', '{}')`
    return context.json(row?.body)
  })
  return app
}
