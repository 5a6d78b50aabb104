import { parseToken } from '../../../shared/credentials/tokens.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { readParameters } from '../../../shared/http/input/form.ts'

/**
 * Token revocation (RFC 7009, section 2). Revoking either token ends the whole grant. An unknown token also returns 200
 * (section 2.2).
 */
export function revoke(app: AppContext): Handler {
  return async (context) => {
    context.header('Cache-Control', 'no-store')
    const { token, client_id } = await readParameters(context)
    if (!token) return context.json({ error: 'invalid_request', error_description: '`token` is required.' }, 400)
    const hash = parseToken(token, 'access') ?? parseToken(token, 'refresh')
    if (hash) await app.store.revokeToken(hash, client_id ?? null, callerIp(context, app.trustedProxyHops))
    return context.body(null, 200)
  }
}
