import type { Redirection } from '../../../shared/db/oauth.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import { createSecret } from '../../../shared/credentials/tokens.ts'
import { browserOf } from '../../../shared/http/auth/browser.ts'
import { isDocumentAddress, isUnusableAddress, refreshDocument } from '../registration/client_document.ts'
import { withoutNul } from '../../../shared/http/input/form.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendBack } from './redirect.ts'

/**
 * The authorization endpoint (RFC 6749, section 4.1.1). The database stores the request under a handle of this browser, and
 * the following pages carry only the handle. An unknown client or redirect URI is an error page here, never a redirect.
 */
export function authorize(app: AppContext): Handler {
  return async (context) => {
    const { search } = new URL(context.req.url)
    const parameters = parametersOf(search)
    const [clientId = ''] = parameters.client_id ?? []
    if (isDocumentAddress(clientId)) await fetchClient(app, clientId, callerIp(context, app.trustedProxyHops))
    if (isUnusableAddress(clientId)) {
      const message =
        'The `client_id` of this app cannot be the address of a client ID metadata document. It must be an https URL ' +
        'with a path and without a fragment, user information, dot segments or a port other than 8443.'
      throw new ApiError('invalid_request', message)
    }
    const handle = createSecret()
    const { browserHash } = browserOf(app, context)
    const redirection = await app.store.requestAuthorization(
      parameters,
      rawState(search),
      sha256(handle),
      browserHash,
      callerIp(context, app.trustedProxyHops),
    )
    if (redirection.redirect_uri) return sendBack(app, context, redirection as Redirection)
    if (redirection.refusal) throw new ApiError('invalid_request', redirection.refusal.error_description)
    return context.redirect(`/oauth/consent?request=${handle}`, 303)
  }
}

async function fetchClient(app: AppContext, clientId: string, clientIp: string): Promise<void> {
  if (!app.acceptsClientDocuments) {
    const message =
      'The app uses a client ID metadata document, which this server does not accept. ' +
      'Configure the app to use client registration.'
    throw new ApiError('invalid_request', message)
  }
  try {
    await refreshDocument(app, clientId, clientIp)
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    const message = 'The app could not be identified, because its metadata document cannot be read. Try again later.'
    throw new ApiError('invalid_request', message, { cause })
  }
}

function parametersOf(search: string): Record<string, string[]> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => [withoutNul(name), query.getAll(name).map(withoutNul)]),
  )
}

/** Returns the value of `state` without decoding it, so that the client receives the same bytes. */
function rawState(search: string): string | null {
  const pair = search
    .slice(1)
    .split('&')
    .find((part) => part.startsWith('state='))
  return pair === undefined ? null : pair.slice('state='.length)
}
