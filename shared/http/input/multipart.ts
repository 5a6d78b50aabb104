import type { Context } from 'hono'
import { ApiError } from '../../errors/api_error.ts'

/** A part of a form: a field, or a file with its name. Read its body before the next part. */
export interface Part {
  name: string
  /** Null for a field that is not a file. */
  fileName: string | null
  body: AsyncGenerator<Uint8Array>
}

export interface MultipartLimits {
  /** The most bytes of the whole body. */
  bytesMax: number
  /** The longest wait for the next bytes, and for the whole body. */
  idleSecondsMax?: number
  secondsMax?: number
}

const headersMax = 8192
const encoder = new TextEncoder()

/**
 * Yields the parts of a multipart/form-data body (RFC 7578) as they arrive. Memory does not grow with the body. Throws
 * ApiError: payload_too_large at once if Content-Length exceeds the limit, request_timeout, or invalid_request.
 */
export async function* readParts(context: Context, limits: MultipartLimits): AsyncGenerator<Part> {
  const boundary = boundaryOf(context.req.header('Content-Type') ?? '')
  if (Number(context.req.header('Content-Length') ?? 0) > limits.bytesMax) throw tooLarge()
  const { body } = context.req.raw
  if (!body) throw incomplete()
  const reader = new BodyReader(body, limits)
  try {
    // The first delimiter has no line end before it.
    reader.prepend('\r\n')
    const delimiter = encoder.encode(`\r\n--${boundary}`)
    for await (const _ of reader.until(delimiter)) continue
    while (!(await reader.startsWith('--'))) {
      const headers = await reader.text(encoder.encode('\r\n\r\n'), headersMax)
      const rest = reader.until(delimiter)
      yield { ...described(headers), body: rest }
      for await (const _ of rest) continue
    }
  } finally {
    reader.cancel()
  }
}

function boundaryOf(type: string): string {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new ApiError('invalid_request', 'Send the form as multipart/form-data.')
  return boundary
}

function described(headers: string): Pick<Part, 'name' | 'fileName'> {
  const [disposition = ''] = /^content-disposition:.*$/im.exec(headers) ?? []
  const parameter = (name: string) => new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition)?.[1]
  const name = parameter('name')
  if (name === undefined) throw incomplete()
  // Browsers write quotation marks and line ends as %22, %0D and %0A.
  const fileName = parameter('filename')
    ?.replaceAll(/%22/g, '"')
    .replaceAll(/%0[AD]/gi, ' ')
  return { name, fileName: fileName ?? null }
}

function incomplete(): ApiError {
  return new ApiError('invalid_request', 'The form is incomplete. Send it again.')
}

export function tooLarge(): ApiError {
  return new ApiError('payload_too_large', 'The file is too large.')
}

/** Reads a body with timeouts and a limit of bytes. It buffers one chunk. */
class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #limits: MultipartLimits
  readonly #endsAt: number
  #buffer = new Uint8Array()
  #bytes = 0
  #hasEnded = false

  constructor(body: ReadableStream<Uint8Array>, limits: MultipartLimits) {
    this.#reader = body.getReader()
    this.#limits = limits
    this.#endsAt = performance.now() + (limits.secondsMax ?? 900) * 1000
  }

  prepend(text: string): void {
    this.#buffer = joined(encoder.encode(text), this.#buffer)
  }

  cancel(): void {
    if (!this.#hasEnded) void this.#reader.cancel().catch(() => undefined)
  }

  /** Yields the bytes before the delimiter, and skips the delimiter. */
  async *until(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#buffer, delimiter)
      if (at >= 0) {
        const found = this.#buffer.subarray(0, at)
        this.#buffer = this.#buffer.subarray(at + delimiter.length)
        if (found.length > 0) yield found
        return
      }
      // The delimiter may begin in this chunk and end in the next one.
      const safe = this.#buffer.length - delimiter.length + 1
      if (safe > 0) {
        const found = this.#buffer.subarray(0, safe)
        this.#buffer = this.#buffer.subarray(safe)
        yield found
      }
      await this.#more()
    }
  }

  /** Returns the text before a delimiter. Throws invalid_request if it is longer than the limit. */
  async text(delimiter: Uint8Array, bytesMax: number): Promise<string> {
    let text = new Uint8Array()
    for await (const bytes of this.until(delimiter)) {
      text = joined(text, bytes)
      if (text.length > bytesMax) throw incomplete()
    }
    return new TextDecoder().decode(text)
  }

  async startsWith(text: string): Promise<boolean> {
    while (this.#buffer.length < text.length) await this.#more()
    return new TextDecoder().decode(this.#buffer.subarray(0, text.length)) === text
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#read()
    this.#hasEnded = done
    if (done || value === undefined) throw incomplete()
    this.#bytes += value.length
    if (this.#bytes > this.#limits.bytesMax) throw tooLarge()
    this.#buffer = joined(this.#buffer, value)
  }

  async #read(): Promise<{ value?: Uint8Array | undefined; done: boolean }> {
    const wait = Math.min((this.#limits.idleSecondsMax ?? 30) * 1000, this.#endsAt - performance.now())
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(
        () => fail(new ApiError('request_timeout', 'The upload stopped or took too long. Send the file again.')),
        Math.max(0, wait),
      )
    })
    try {
      return await Promise.race([this.#reader.read(), late])
    } catch (thrown) {
      throw thrown instanceof ApiError ? thrown : incomplete()
    } finally {
      clearTimeout(timer)
    }
  }
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + two.length)
  all.set(one)
  all.set(two, one.length)
  return all
}

function indexOf(bytes: Uint8Array, sought: Uint8Array): number {
  const first = sought[0] as number
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + sought.length > bytes.length) return -1
    if (sought.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}
