import { Clock } from '../clock.ts'
import { consentPage, redirect, refusalPage } from '../consent.ts'
import { Faults } from '../faults.ts'
import { Recorder } from '../recorder.ts'
import { formOf, startServer } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import { GoogleGrants } from './grants.ts'
import type { GoogleClient } from './grants.ts'

const knownScopes = [
  'https://www.googleapis.com/auth/adwords',
  'https://www.googleapis.com/auth/analytics.readonly',
  'openid',
  'email',
  'profile',
]

export type IdentityRefusal = 'server_error' | 'unavailable' | 'invalid_grant'

export interface GoogleIdentity {
  client: GoogleClient
  /** The people who can sign in. The first is selected on the consent page; `decide` chooses with `choices.person`. */
  people: string[]
  clock: Clock
  grants: GoogleGrants
  recorder: Recorder
  faults: Faults<IdentityRefusal>
  environment: { GOOGLE_ACCOUNTS_BASE_URL: string; GOOGLE_OAUTH_BASE_URL: string }
  stop: () => Promise<void>
}

/** Starts accounts.google.com (consent) and oauth2.googleapis.com (token and revocation endpoints). */
export async function startGoogleIdentity({
  redirectUri,
  people = ['ada@example.com'],
  seed = 1,
}: {
  redirectUri: string
  people?: string[]
  seed?: number
}): Promise<GoogleIdentity> {
  const clock = new Clock()
  const grants = new GoogleGrants(clock, seed)
  const client = {
    id: `${seed}-vitrine.apps.example.com`,
    secret: `GOCSPX-secret-${seed}`,
    redirectUris: [redirectUri],
  }
  grants.clients.push(client)
  const recorder = new Recorder()
  const faults = new Faults<IdentityRefusal>(
    {
      server_error: () => ({ status: 500, body: { error: 'internal_failure', error_description: 'Backend Error' } }),
      unavailable: () => ({ status: 503, type: 'text/html', body: '<html>503 Service Unavailable</html>' }),
      invalid_grant: () => ({
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
      }),
    },
    // Token replies have one "row": the reply itself.
    { rows: ({ body }) => [body], miscount: () => false, moveDay: () => false },
  )
  const each = { recorder, faults, violation: () => null }
  const accounts = await startServer({
    ...each,
    name: 'google_accounts',
    handle: (incoming) => authorize(incoming, grants, people),
  })
  const oauth = await startServer({ ...each, name: 'google_oauth', handle: (incoming) => token(incoming, grants) })
  return {
    client,
    people,
    clock,
    grants,
    recorder,
    faults,
    environment: { GOOGLE_ACCOUNTS_BASE_URL: accounts.url, GOOGLE_OAUTH_BASE_URL: oauth.url },
    stop: async () => {
      await Promise.all([accounts.stop(), oauth.stop()])
    },
  }
}

function authorize(incoming: Incoming, grants: GoogleGrants, people: string[]): Reply {
  const { url, method } = incoming
  if (url.pathname !== '/o/oauth2/v2/auth') return refusalPage(404, 'The requested URL was not found on this server.')
  const asked = url.searchParams
  const client = grants.clients.find(({ id }) => id === asked.get('client_id'))
  const redirectUri = asked.get('redirect_uri') ?? ''
  const scopes = (asked.get('scope') ?? '').split(' ').filter(Boolean)
  if (!client) return refusalPage(401, 'invalid_client: The OAuth client was not found.')
  if (!client.redirectUris.includes(redirectUri)) return refusalPage(400, 'redirect_uri_mismatch')
  if (asked.get('response_type') !== 'code') return refusalPage(400, 'invalid_request: response_type')
  if (scopes.length === 0) return refusalPage(400, 'invalid_request: Missing required parameter: scope')
  const unknown = scopes.filter((scope) => !knownScopes.includes(scope))
  if (unknown.length > 0) return refusalPage(400, `invalid_scope: ${unknown.join(', ')}`)
  const method256 = asked.get('code_challenge_method')
  if (asked.has('code_challenge') && method256 !== 'S256') {
    return refusalPage(400, 'invalid_request: code_challenge_method')
  }
  if (method === 'GET') return consentPage({ title: 'Sign in with Google', scopes, choices: { person: people } })
  const form = formOf(incoming) ?? new URLSearchParams()
  const target = new URL(redirectUri)
  const state = asked.get('state')
  if (state !== null) target.searchParams.set('state', state)
  if (form.get('decision') !== 'approve') {
    target.searchParams.set('error', 'access_denied')
    return redirect(target)
  }
  const person = form.get('person') ?? (people[0] as string)
  const granted = scopes.filter((scope) => form.getAll('scope').includes(scope))
  const isFirst = !grants.hasConsented(person, client.id)
  const code = grants.issueCode({
    person,
    clientId: client.id,
    redirectUri,
    scopes: granted,
    // A second consent gives no refresh token unless the client asks for the consent page.
    isOffline: asked.get('access_type') === 'offline' && (isFirst || asked.get('prompt') === 'consent'),
    challenge: asked.get('code_challenge'),
  })
  target.searchParams.set('code', code)
  target.searchParams.set('scope', granted.join(' '))
  return redirect(target)
}

function token(incoming: Incoming, grants: GoogleGrants): Reply {
  const { method, url } = incoming
  if (!/^\/(token|revoke)$/.test(url.pathname)) return { status: 404, type: 'text/html', body: '<html>404</html>' }
  const form = formOf(incoming)
  if (method !== 'POST' || !form) return invalidRequest('Required parameter is missing: grant_type')
  if (url.pathname === '/revoke') {
    const isRevoked = grants.revokeToken(form.get('token') ?? url.searchParams.get('token') ?? '')
    if (isRevoked) return { status: 200, body: {} }
    return { status: 400, body: { error: 'invalid_token', error_description: 'Token expired or revoked' } }
  }
  const { id, secret } = credentials(incoming, form)
  const client = grants.clients.find((each) => each.id === id)
  if (!client || client.secret !== secret) {
    return { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } }
  }
  const grantType = form.get('grant_type')
  if (grantType === 'authorization_code') return grants.redeem(form, client.id)
  if (grantType === 'refresh_token') return grants.refresh(form, client.id)
  if (!grantType) return invalidRequest('Required parameter is missing: grant_type')
  return {
    status: 400,
    body: { error: 'unsupported_grant_type', error_description: `Invalid grant_type: ${grantType}` },
  }
}

/** Google accepts the secret of a client in the body and in the Authorization header. */
function credentials({ headers }: Incoming, form: URLSearchParams): { id: string | null; secret: string | null } {
  const basic = /^Basic (.+)$/i.exec(headers['authorization'] ?? '')?.[1]
  if (!basic) return { id: form.get('client_id'), secret: form.get('client_secret') }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) }
}

function invalidRequest(description: string): Reply {
  return { status: 400, body: { error: 'invalid_request', error_description: description } }
}
