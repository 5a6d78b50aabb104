import type { Context } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { sha256 } from '../../shared/credentials/sha256.ts'

type Bytes = Uint8Array<ArrayBuffer>

const chunkBytes = 64 * 1024

/** A public JSON document. Its bytes, plain and compressed, and its ETag are made once per process. */
export class CachedDocument {
  readonly #value: unknown
  #made: Promise<{ plain: Bytes; compressed: Bytes; etag: string }> | undefined

  constructor(value: unknown) {
    this.#value = value
  }

  /** Sends the document, or 304 if If-None-Match contains its ETag. */
  async send(context: Context<AppEnv>): Promise<Response> {
    const { plain, compressed, etag } = await (this.#made ??= make(JSON.stringify(this.#value)))
    const headers = { 'Content-Type': 'application/json', ETag: etag, Vary: 'Accept-Encoding' }
    if (context.req.header('If-None-Match')?.includes(etag)) return context.body(null, 304, headers)
    if (!acceptsGzip(context)) return context.body(inChunks(plain), 200, headers)
    return context.body(inChunks(compressed), 200, { ...headers, 'Content-Encoding': 'gzip' })
  }
}

async function make(text: string) {
  const plain = new TextEncoder().encode(text)
  const compressing = new Blob([plain]).stream().pipeThrough(new CompressionStream('gzip'))
  const compressed = new Uint8Array(await new Response(compressing).arrayBuffer())
  const hash = Array.from(sha256(text).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { plain, compressed, etag: `W/"${hash}"` }
}

export function acceptsGzip(context: Context<AppEnv>): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?![\d.]))/.test(context.req.header('Accept-Encoding') ?? '')
}

/**
 * Returns a stream of shared bytes that produces a chunk when the client has read the one before. A client that does not
 * read then costs one chunk, not a copy of the document.
 */
export function inChunks(bytes: Bytes): ReadableStream<Bytes> {
  let offset = 0
  return new ReadableStream<Bytes>(
    {
      pull(controller) {
        if (offset >= bytes.length) return controller.close()
        controller.enqueue(bytes.subarray(offset, offset + chunkBytes))
        offset += chunkBytes
      },
    },
    { highWaterMark: 0 },
  )
}
