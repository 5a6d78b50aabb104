import type { Context } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'

/** Sends the script of the reference. It is imported on the first request, to keep cold starts fast. */
export async function sendExplorer(context: Context<AppEnv>): Promise<Response> {
  const { explorer } = await import('../built/explorer.js')
  const compressed = Uint8Array.from(atob(explorer), (letter) => letter.charCodeAt(0))
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    // The URL contains a hash of the script.
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  }
  if (/\bgzip\b/.test(context.req.header('Accept-Encoding') ?? '')) {
    return context.body(compressed, 200, { ...headers, 'Content-Encoding': 'gzip' })
  }
  return context.body(new Blob([compressed]).stream().pipeThrough(new DecompressionStream('gzip')), 200, headers)
}
