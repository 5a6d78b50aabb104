import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppEnv } from '../app_env.ts'
import { ApiError } from '../../errors/api_error.ts'

const bytesMax = 64 * 1024

export const bodySecondsMax = 10

const refuseLarge = bodyLimit({
  maxSize: bytesMax,
  onError: () => {
    throw new ApiError('payload_too_large', `The body is larger than ${bytesMax / 1024} KB. Send a smaller one.`)
  },
})

/** Throws invalid_request for JSON that is not UTF-8 (RFC 8259, section 8.1), whose other bytes would be replaced without a word. */
function requireText({ req }: Context<AppEnv>, bytes: ArrayBuffer): void {
  if (!req.header('Content-Type')?.toLowerCase().includes('json')) return
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The body is not UTF-8. Send JSON in UTF-8.')
  }
}

/**
 * Reads the whole body before the handlers run, and throws payload_too_large or request_timeout. It protects runtimes
 * without such limits from clients that send slowly.
 */
export function takeBody(secondsMax: number): MiddlewareHandler<AppEnv> {
  return async function takeBody(context, next) {
    // A GET has no body. On Node, reading the property builds a second Request.
    if (context.req.method === 'GET' || !context.req.raw.body) return await next()
    let isLate = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        isLate = true
        fail(new ApiError('request_timeout', `The body took longer than ${secondsMax} s. Send the request again.`))
      }, secondsMax * 1000)
    })
    const taken = refuseLarge(context, async () => {
      // Bytes, because webhooks of platforms are signed as bytes.
      requireText(context, await context.req.arrayBuffer())
      clearTimeout(timer)
      if (!isLate) await next()
    })
    try {
      return await Promise.race([taken, late])
    } catch (thrown) {
      // Close the connection instead of waiting for the rest of the body.
      context.header('Connection', 'close')
      if (thrown instanceof ApiError) throw thrown
      throw new ApiError('invalid_request', 'The body is incomplete. Send it again.', { cause: thrown })
    } finally {
      clearTimeout(timer)
    }
  }
}
