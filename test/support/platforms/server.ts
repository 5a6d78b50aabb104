import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault, Faults } from './faults.ts'
import type { Recorder } from './recorder.ts'

export interface Incoming {
  method: string
  url: URL
  headers: Record<string, string | undefined>
  body: string
}

export function formOf({ headers, body }: Incoming): URLSearchParams | null {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? new URLSearchParams(body) : null
}

/** Returns the JSON object of a request, or null if the body is not one or has another content type. */
export function jsonOf({ headers, body }: Incoming): Record<string, unknown> | null {
  if (!headers['content-type']?.startsWith('application/json')) return null
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Written as JSON. A text is written as it is. */
  body?: unknown
  /** Written as one JSON value a line. */
  lines?: unknown[]
  /** By default `application/json; charset=UTF-8`. */
  type?: string
}

export interface ServerOptions<Refusal extends string> {
  name: string
  recorder: Recorder
  faults: Faults<Refusal>
  handle: (incoming: Incoming) => Reply | Promise<Reply>
  /** Returns the reason why a client with read-only access must not send this request, or null. */
  violation: (incoming: Incoming) => string | null
}

export interface LocalServer {
  url: string
  stop: () => Promise<void>
}

/** Starts an HTTP server on a loopback port. It records each request and applies the armed faults. */
export async function startServer<Refusal extends string>(options: ServerOptions<Refusal>): Promise<LocalServer> {
  const { recorder } = options
  const server = createServer((request, response) => {
    void respond(options, url, request, response).catch((error: unknown) => {
      recorder.crashes.push(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(`The local server failed: ${String(error)}`)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function respond<Refusal extends string>(
  { name, recorder, faults, handle, violation }: ServerOptions<Refusal>,
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const incoming: Incoming = {
    method: request.method as string,
    url: new URL(request.url as string, base),
    headers: request.headers as Record<string, string | undefined>,
    body: await text(request),
  }
  const recorded = recorder.begin(name, incoming)
  response.on('close', () => recorder.end())
  const reason = violation(incoming)
  if (reason) recorder.violate(recorded, reason)
  const refused = faults.refuse(incoming)
  const reply = refused?.reply ?? (await handle(incoming))
  const { transport, names } = faults.alter(incoming, reply)
  const applied = [...(refused ? [refused.name] : []), ...names]
  recorded.fault = applied.length > 0 ? applied.join(', ') : null
  recorded.status = reply.status
  await send(response, reply, transport)
}

async function send(response: ServerResponse, reply: Reply, fault: Fault | null): Promise<void> {
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'slow') await ('until' in fault ? fault.until : delay(fault.milliseconds))
  if (fault?.kind === 'html') return sendPage(response)
  const body = encode(reply)
  const type = fault?.kind === 'wrong_type' ? 'text/plain' : (reply.type ?? 'application/json; charset=UTF-8')
  const headers = { 'content-type': type, ...reply.headers }
  if (fault?.kind === 'truncated') {
    response.writeHead(reply.status, headers).end(body.subarray(0, Math.floor(body.length / 2)))
  } else if (fault?.kind === 'cut') {
    response.writeHead(reply.status, { ...headers, 'content-length': String(body.length) })
    response.write(body.subarray(0, Math.max(1, Math.floor(body.length / 2))), () => response.destroy())
  } else {
    response.writeHead(reply.status, { ...headers, 'content-length': String(body.length) }).end(body)
  }
}

/** The error page of a load balancer, with a status that suggests success. */
function sendPage(response: ServerResponse): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=UTF-8' })
    .end('<!DOCTYPE html><html><title>Error</title><p>The service is temporarily unavailable.</p></html>')
}

function encode(reply: Reply): Buffer {
  if (reply.lines) return Buffer.from(reply.lines.map((line) => `${stringify(line)}\n`).join(''))
  if (typeof reply.body === 'string') return Buffer.from(reply.body)
  return Buffer.from(reply.body === undefined ? '' : stringify(reply.body))
}

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** Writes JSON. A bigint becomes a number with all its digits, as platforms send 64-bit ids. */
function stringify(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? rawJSON(String(each)) : each))
}
