import { parseToken } from '../../../shared/credentials/tokens.ts'
import { callerIp } from '../app_context.ts'
import type { AppContext, Handler } from '../app_context.ts'
import { readParameters } from '../../../shared/http/input/form.ts'

/** RFC 7009, section 2: either token ends the whole grant. 200 whatever the token was, so that nothing is learnt from it. */
export function revoke(app: AppContext): Handler {
  return async (context) => {
    context.header('Cache-Control', 'no-store')
    const { token, client_id } = await readParameters(context)
    if (!token) return context.json({ error: 'invalid_request', error_description: 'token: required.' }, 400)
    const hash = parseToken(token, 'access') ?? parseToken(token, 'refresh')
    if (hash) await app.store.revokeToken(hash, client_id ?? null, callerIp(app, context))
    return context.body(null, 200)
  }
}
