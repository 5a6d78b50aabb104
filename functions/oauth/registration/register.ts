import { describeClient, MetadataError } from './client_metadata.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'

/** Dynamic client registration (RFC 7591, section 3). It needs no credential and grants no access. */
export function register(app: AppContext): Handler {
  return async (context) => {
    context.header('Cache-Control', 'no-store')
    try {
      const given: unknown = JSON.parse(await context.req.text())
      const client = describeClient(given, app.redirectSchemes)
      return context.json(await app.store.registerClient(client, callerIp(context, app.trustedProxyHops)), 201)
    } catch (error) {
      if (error instanceof SyntaxError) {
        return context.json(refusal('invalid_client_metadata', 'The body must be a JSON object.'), 400)
      }
      if (error instanceof MetadataError) return context.json(refusal(error.code, error.message), 400)
      throw error
    }
  }
}

function refusal(error: string, description: string) {
  return { error, error_description: description }
}
