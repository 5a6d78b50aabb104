import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface Received {
  path: string
  headers: Record<string, string>
  text: string
  body: { id: string; type: string; timestamp: string; brand_id: string; data: Record<string, unknown> }
}

export type Behavior = (response: ServerResponse, request: IncomingMessage) => void

export interface Receiver {
  url: string
  /** All requests in the order of arrival, including failed ones. */
  received: Received[]
  /** The response of a path; by default 204. */
  behaviors: Record<string, Behavior>
  /** The maximum of concurrent requests of a path. */
  openMax: Record<string, number>
  at: (path: string) => Received[]
  stop: () => Promise<void>
}

/** Starts a local server that receives webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const open: Record<string, number> = {}
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    behaviors: {},
    openMax: {},
    at: (path) => receiver.received.filter((each) => each.path === path),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return receiver

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const path = request.url as string
    open[path] = (open[path] ?? 0) + 1
    receiver.openMax[path] = Math.max(receiver.openMax[path] ?? 0, open[path])
    response.on('close', () => (open[path] as number)--)
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    receiver.received.push({ path, headers, text: body, body: JSON.parse(body) })
    const behave = receiver.behaviors[path] ?? ((response) => response.writeHead(204).end())
    behave(response, request)
  }
}

/** Verifies a delivery with the reference implementation of Standard Webhooks. Throws if it is invalid. */
export function verify({ text, headers }: Received, secret: string): unknown {
  return new Webhook(secret).verify(text, headers)
}
