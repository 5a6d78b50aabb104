import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Redis, Reply } from './redis.ts'

/** Replaces the response. Without a response, the request hangs. */
export type Fault = (response: ServerResponse, answer: () => Promise<void>) => unknown

export interface Upstash {
  url: string
  token: string
  requests: number
  fault: Fault | null
  stop: () => Promise<void>
}

/** Serves the REST protocol of Upstash for a Redis: one command, a pipeline or a transaction for each request. */
export async function startUpstash(redis: Redis): Promise<Upstash> {
  const token = 'rest-token'
  const server = createServer((request, response) => {
    upstash.requests++
    const answer = () => respond(redis, request, response).catch(() => void response.destroy())
    if (upstash.fault) return void upstash.fault(response, answer)
    if (request.headers.authorization === `Bearer ${token}`) return void answer()
    send(response, 401, { error: 'WRONGPASS invalid or missing auth token' })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const upstash: Upstash = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    requests: 0,
    fault: null,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return upstash
}

async function respond(redis: Redis, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await json(request)) as string[] | string[][]
  const encode = request.headers['upstash-encoding'] === 'base64' ? base64 : (reply: Reply) => reply
  const result = (reply: Reply) => (reply instanceof Error ? { error: reply.message } : { result: encode(reply) })
  const run = (words: string[]) => redis.command(...words.map(String))
  switch (request.url) {
    case '/': {
      const reply = await run(body as string[])
      return send(response, reply instanceof Error ? 400 : 200, result(reply))
    }
    case '/pipeline':
      return send(response, 200, (await Promise.all((body as string[][]).map(run))).map(result))
    case '/multi-exec': {
      const replies = await Promise.all([['MULTI'], ...(body as string[][]), ['EXEC']].map(run))
      return send(response, 200, (replies.at(-1) as Reply[]).map(result))
    }
    default:
      return send(response, 404, { error: 'ERR unknown path' })
  }
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** Encodes strings at any depth, except OK. */
function base64(reply: Reply): Reply {
  if (Array.isArray(reply)) return reply.map(base64)
  return typeof reply === 'string' && reply !== 'OK' ? Buffer.from(reply).toString('base64') : reply
}
