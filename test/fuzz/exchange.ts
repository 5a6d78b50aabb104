import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

export interface Sent {
  method: string
  /** The raw path with its query. */
  path: string
  headers: Record<string, string>
  body: string | null
}

export interface Received {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const agent = new Agent({ keepAlive: true })

/** Sends a request unchanged (fetch would normalize it). Reads only the beginning of a stream. */
export async function exchange(origin: string, given: Sent): Promise<Received> {
  const { method, path, headers, body } = given
  const { hostname, port } = new URL(origin)
  return await new Promise((done, fail) => {
    const sent = request({ hostname, port, method, path, headers, agent, timeout: 20_000 }, (response) => {
      const chunks: Buffer[] = []
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false
      const finish = () => {
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', finish)
      if (isStream) {
        finish()
        response.removeListener('error', fail).on('error', () => undefined)
        sent.destroy()
      }
    })
    sent.on('timeout', () => sent.destroy(new Error('No answer within 20 s.')))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection while the client reuses it (RFC 9112, section 9.3.1).
      if (sent.reusedSocket && error.code === 'ECONNRESET') done(exchange(origin, given))
      else fail(error)
    })
    sent.end(body ?? undefined)
  })
}

/** A curl command that repeats the request; credentials are shell variables. */
export function curl(origin: string, { method, path, headers, body }: Sent, credential: string | null): string {
  const named = Object.entries(headers).map(([name, value]) => {
    if (name === 'Authorization') return `-H "Authorization: Bearer $${credential?.toUpperCase()}"`
    if (name === 'Cookie' && credential !== null) return `-H "Cookie: $${credential.toUpperCase()}"`
    return `-H ${quote(`${name}: ${value}`)}`
  })
  const data = body === null ? [] : [`--data-binary ${quote(body)}`]
  return ['curl --globoff --path-as-is -X', method, ...named, ...data, quote(origin + path)].join(' ')
}

/** Quotes a text for bash, with control characters escaped. */
function quote(text: string): string {
  const short = text.length > 4000 ? `${text.slice(0, 2000)}<${text.length - 2000} more>` : text
  if (!/[\u0000-\u001f\u007f-\uffff]/.test(short)) return `'${short.replaceAll("'", String.raw`'\''`)}'`
  const escaped = Array.from(short.replace(/[\\']/g, String.raw`\$&`), (character) => {
    const code = character.codePointAt(0) as number
    if (code > 31 && code < 127) return character
    return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
  })
  return `$'${escaped.join('')}'`
}
