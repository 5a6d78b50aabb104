import type { ApiError } from '../errors/api_error.ts'
import { storefrontErrorBody } from './envelope.ts'

/** Returns the body of a transport error (Universal Commerce Protocol, Error Handling): that of the storefront API, with `code` and `content`. */
export function ucpErrorBody(error: ApiError, requestId: string): Record<string, unknown> {
  return { ...storefrontErrorBody(error, requestId), code: error.shownCode, content: error.message }
}
