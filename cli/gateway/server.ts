import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'
import { limitConnections } from './connections.ts'
import type { Fetch } from '../../shared/http/server/serve.ts'

/** The limits of connections. Deno.serve has no timeouts (denoland/deno#3515). */
export interface ConnectionLimits {
  headersMilliseconds: number
  requestMilliseconds: number
  idleMilliseconds: number
  /** A connection is closed if neither side sends or reads for this time, for example if a client does not read a response. */
  inactivityMilliseconds: number
  /** The most open connections of one client address. */
  connectionsPerAddressMax: number
}

const defaults: ConnectionLimits = {
  headersMilliseconds: 10_000,
  // An upload takes minutes. Other bodies have a shorter limit (bodySecondsMax).
  requestMilliseconds: 900_000,
  idleMilliseconds: 65_000,
  inactivityMilliseconds: 30_000,
  connectionsPerAddressMax: Infinity,
}

/** The limit of request line and headers together. Larger requests receive 431. */
const headerBytesMax = 16 * 1024

/** Creates a server that is safe without a proxy: a client that sends headers or body too slowly receives 408. */
export function createGatewayServer(fetch: Fetch, limits: Partial<ConnectionLimits> = {}): Server {
  const {
    headersMilliseconds,
    requestMilliseconds,
    idleMilliseconds,
    inactivityMilliseconds,
    connectionsPerAddressMax,
  } = {
    ...defaults,
    ...limits,
  }
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, peer(bindings)),
    serverOptions: {
      headersTimeout: headersMilliseconds,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout: idleMilliseconds,
      connectionsCheckingInterval: Math.min(1000, headersMilliseconds),
      maxHeaderSize: headerBytesMax,
    },
  }) as Server
  server.timeout = inactivityMilliseconds
  limitConnections(server, connectionsPerAddressMax)
  return server
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
