import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'
import type { Fetch } from '../../shared/http/server/serve.ts'

/** The timeouts of a connection. Deno.serve has none (denoland/deno#3515). */
export interface Timeouts {
  headersMilliseconds: number
  requestMilliseconds: number
  idleMilliseconds: number
}

const defaults: Timeouts = { headersMilliseconds: 10_000, requestMilliseconds: 30_000, idleMilliseconds: 65_000 }

/** The limit of request line and headers together. Larger requests receive 431. */
const headerBytesMax = 16 * 1024

/** Creates a server that is safe without a proxy: a client that sends headers or body too slowly receives 408. */
export function createGatewayServer(fetch: Fetch, timeouts: Partial<Timeouts> = {}): Server {
  const { headersMilliseconds, requestMilliseconds, idleMilliseconds } = { ...defaults, ...timeouts }
  return createAdaptorServer({
    fetch: (request, bindings) => fetch(request, peer(bindings)),
    serverOptions: {
      headersTimeout: headersMilliseconds,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout: idleMilliseconds,
      connectionsCheckingInterval: Math.min(1000, headersMilliseconds),
      maxHeaderSize: headerBytesMax,
    },
  }) as Server
}

/** Stops accepting connections and resolves when the running requests have ended. */
export async function close(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await new Promise((closed) => server.close(closed))
  clearInterval(idle)
}

function peer(bindings: unknown): { remoteAddress?: string } {
  const { incoming } = bindings as { incoming: { socket: { remoteAddress?: string } } }
  return incoming.socket
}
