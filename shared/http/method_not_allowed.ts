import type { Context } from 'hono'
import { ApiError } from '../errors/api_error.ts'
import type { App } from './app.ts'
import type { AppEnv } from './app_env.ts'

/**
 * Responds with 405 and `Allow` (RFC 9110, section 15.5.6) to all other methods of a path. Call it after the routes of
 * the path. The middleware of Hono is not used, because it acts only on a 404: `DELETE /webhooks/event-types` would
 * first match `/webhooks/:id`.
 */
export function refuseOtherMethods(app: App, path: string, methods: readonly string[]): void {
  app.all(path, (context) => {
    throw methodNotAllowed(context, methods)
  })
}

/** Sets `Allow` and returns the error for a method that the path does not support. */
export function methodNotAllowed(context: Context<AppEnv>, methods: readonly string[]): ApiError {
  // The server answers HEAD as GET without the content (RFC 9110, section 9.3.2).
  context.header('Allow', methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '))
  return new ApiError('method_not_allowed', `This path does not support the method. Use ${methods.join(' or ')}.`)
}
