import type { Context } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'

/** The script of the reference. It is loaded when it is asked for: a cold start would pay for it. */
export async function sendExplorer(context: Context<AppEnv>): Promise<Response> {
  const { explorer } = await import('../built/explorer.js')
  const compressed = Uint8Array.from(atob(explorer), (letter) => letter.charCodeAt(0))
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    // Its address changes with its contents.
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  }
  if (/\bgzip\b/.test(context.req.header('Accept-Encoding') ?? '')) {
    return context.body(compressed, 200, { ...headers, 'Content-Encoding': 'gzip' })
  }
  return context.body(new Blob([compressed]).stream().pipeThrough(new DecompressionStream('gzip')), 200, headers)
}
