import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'
import type { Fetch } from '../../shared/http/server/serve.ts'

/** How long a connection may take for what; Deno.serve waits for ever (denoland/deno#3515). */
export interface Patience {
  headersMilliseconds: number
  requestMilliseconds: number
  idleMilliseconds: number
}

const usual: Patience = { headersMilliseconds: 10_000, requestMilliseconds: 30_000, idleMilliseconds: 65_000 }

/** An address and its headers together; longer ones are 431. */
const headerBytesMax = 16 * 1024

/** A server that faces the network by itself: whoever sends headers or a body bit by bit is cut off (408). */
export function createGatewayServer(fetch: Fetch, patience: Partial<Patience> = {}): Server {
  const { headersMilliseconds, requestMilliseconds, idleMilliseconds } = { ...usual, ...patience }
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

/** Takes no more connections, and waits until those that are at work are idle. */
export async function close(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  await new Promise((closed) => server.close(closed))
  clearInterval(idle)
}

function peer(bindings: unknown): { remoteAddress?: string } {
  const { incoming } = bindings as { incoming: { socket: { remoteAddress?: string } } }
  return incoming.socket
}
