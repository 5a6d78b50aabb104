import { parseToken } from '../../../shared/credentials/tokens.ts'
import { callerIp } from '../app_context.ts'
import type { AppContext, Handler } from '../app_context.ts'
import { readParameters } from '../../../shared/http/input/form.ts'

/** Token revocation (RFC 7009, section 2). Either token ends the whole grant. An unknown token is also 200 (section 2.2). */
export function revoke(app: AppContext): Handler {
  return async (context) => {
    context.header('Cache-Control', 'no-store')
    const { token, client_id } = await readParameters(context)
    if (!token) return context.json({ error: 'invalid_request', error_description: '`token` is required.' }, 400)
    const hash = parseToken(token, 'access') ?? parseToken(token, 'refresh')
    if (hash) await app.store.revokeToken(hash, client_id ?? null, callerIp(app, context))
    return context.body(null, 200)
  }
}
