import type { Context } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { acceptsGzip, inChunks } from '../cached_document.ts'

/** The compressed script. */
let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined

/** Sends the script of the reference. It is imported on the first request, to keep cold starts fast. */
export async function sendExplorer(context: Context<AppEnv>): Promise<Response> {
  const bytes = await (compressed ??= readExplorer())
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    // The URL contains a hash of the script.
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  }
  if (acceptsGzip(context)) {
    return context.body(inChunks(bytes), 200, { ...headers, 'Content-Encoding': 'gzip' })
  }
  return context.body(inChunks(bytes).pipeThrough(new DecompressionStream('gzip')), 200, headers)
}

async function readExplorer() {
  const { explorer } = await import('../built/explorer.js')
  return Uint8Array.from(atob(explorer), (letter) => letter.charCodeAt(0))
}
