import type { Incoming } from './server.ts'

/** A request that a platform received. Values of tokens, codes and secrets are replaced by `<removed>`. */
export interface RecordedRequest {
  /** Milliseconds of a monotonic clock. */
  at: number
  server: string
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** A JSON body as parsed, a form as an object, any other body as text. */
  body: unknown
  status: number | null
  fault: string | null
}

const secretNames =
  /^(access_token|refresh_token|id_token|token|fb_exchange_token|input_token|client_secret|secret|code|auth_code|code_verifier|appsecret_proof|hmac|signature|authorization|access-token|x-shopify-access-token|developer-token|cookie)$/i
const removed = '<removed>'

export class Recorder {
  readonly requests: RecordedRequest[] = []
  /** Requests that a client with read-only access must not send, with the reason. */
  readonly violations: { reason: string; request: RecordedRequest }[] = []
  /** Errors of the server itself. A test that sees one has found a defect of the test support. */
  readonly crashes: unknown[] = []
  /** The maximum of concurrent requests. */
  openMax = 0
  #open = 0

  begin(server: string, incoming: Incoming): RecordedRequest {
    this.#open += 1
    this.openMax = Math.max(this.openMax, this.#open)
    const request: RecordedRequest = {
      at: performance.now(),
      server,
      method: incoming.method,
      path: incoming.url.pathname,
      query: withoutSecrets(Object.fromEntries(incoming.url.searchParams)) as Record<string, string>,
      headers: withoutSecrets(incoming.headers) as Record<string, string>,
      body: bodyOf(incoming),
      status: null,
      fault: null,
    }
    this.requests.push(request)
    return request
  }

  end(): void {
    this.#open -= 1
  }

  open(): number {
    return this.#open
  }

  violate(request: RecordedRequest, reason: string): void {
    this.violations.push({ reason, request })
  }

  /** Returns the requests whose `METHOD path` matches. */
  matching(pattern: RegExp): RecordedRequest[] {
    return this.requests.filter(({ method, path }) => pattern.test(`${method} ${path}`))
  }

  /** Returns the milliseconds between consecutive requests that match. */
  waits(pattern: RegExp): number[] {
    const times = this.matching(pattern).map(({ at }) => at)
    return times.slice(1).map((at, index) => at - (times[index] as number))
  }

  clear(): void {
    this.requests.length = 0
    this.violations.length = 0
    this.openMax = this.#open
  }
}

function bodyOf({ headers, body }: Incoming): unknown {
  if (body === '') return null
  const type = headers['content-type'] ?? ''
  if (type.includes('x-www-form-urlencoded')) return withoutSecrets(Object.fromEntries(new URLSearchParams(body)))
  try {
    return withoutSecrets(JSON.parse(body))
  } catch {
    return body
  }
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, secretNames.test(name) ? removed : withoutSecrets(each)]),
  )
}
