import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { connectorResource } from '../../shared/connector.ts'
import { oauthStore } from '../../shared/db/oauth.ts'
import { passkeyStore } from '../../shared/db/sign_in/passkey_store.ts'
import { securityStore } from '../../shared/db/sign_in/security_store.ts'
import { signInStore } from '../../shared/db/sign_in/store.ts'
import { isBeforeJson } from '../../shared/http/accept.ts'
import { createApp, exposedHeaders } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { refuseOtherMethods } from '../../shared/http/method_not_allowed.ts'
import { pageHeaders } from '../../shared/pages/send_document.ts'
import { authorize } from './authorization/authorize.ts'
import { disconnect, listGrants, revokeGrant, showConnections } from './connections.ts'
import { decide, showConsent } from './authorization/consent.ts'
import { authorizationServer, protectedResource } from './discovery.ts'
import type { AppContext } from './app_context.ts'
import { oauthErrorBody } from './errors.ts'
import type { OauthOptions } from './options.ts'
import { renderFailure } from './pages/page.ts'
import { addPasskey, removePasskey, showNewPasskey } from './passkeys/add.ts'
import { passkeyScript } from './passkeys/script.ts'
import { showPasskeySignIn, signInWithPasskey } from './passkeys/sign_in.ts'
import { register } from './registration/register.ts'
import { revoke } from './tokens/revoke.ts'
import {
  changeName,
  changePassword,
  deletePerson,
  endOtherSessions,
  endSession,
  showSecurity,
} from './security/security.ts'
import { renewRecoveryCodes } from './security/recovery_codes.ts'
import { confirmTotp, removeTotp, setUpTotp } from './security/totp.ts'
import { requestMail, showLink, showMailRequest, useResetLink, useUnlockLink } from './sign_in/mail_links.ts'
import { passSecondFactor, showSecondFactor } from './sign_in/second_factor.ts'
import { showUnsubscription, unsubscribe } from './sign_in/unsubscribe.ts'
import { showSignIn, signIn, signOut } from './sign_in/sign_in.ts'
import { createAccount, requestSignUp, showSignUp, showSignUpLink } from './sign_in/sign_up.ts'
import { stylesheet } from './pages/stylesheet.ts'
import { token } from './tokens/token.ts'

/** Creates the authorization server of the connector (OAuth 2.1): discovery, registration, consent, tokens, connected apps. */
export function createOauth(services: Services, options: OauthOptions): App {
  const issuer = services.publicBaseUrl
  const resource = connectorResource(issuer)
  const { trustedProxyHops } = services
  const appContext: AppContext = {
    ...options,
    store: oauthStore(services.database, resource),
    signInStore: signInStore(services.database, services.passwords),
    securityStore: securityStore(services.database),
    passkeyStore: passkeyStore(services.database),
    issuer,
    publicBaseUrl: issuer,
    resource,
    trustedProxyHops,
  }
  const app = createApp({ services, renderError: oauthErrorBody })

  // Some clients run in browsers. Any origin is safe, because these endpoints do not read cookies.
  const anyOrigin = cors({ origin: '*', exposeHeaders: exposedHeaders })
  app.use('/.well-known/*', anyOrigin)
  app.get('/.well-known/oauth-protected-resource', protectedResource(appContext))
  app.get('/.well-known/oauth-protected-resource/mcp', protectedResource(appContext))
  app.get('/.well-known/oauth-authorization-server', authorizationServer(appContext))

  for (const path of ['/api/oauth/register', '/api/oauth/token', '/api/oauth/revoke']) app.use(path, anyOrigin)
  app.post('/api/oauth/register', register(appContext))
  app.post('/api/oauth/token', token(appContext))
  app.post('/api/oauth/revoke', revoke(appContext))

  app.get('/api/oauth/grants', listGrants(appContext))
  app.delete('/api/oauth/grants/:grant_id', revokeGrant(appContext))

  app.get('/oauth/style.css', stylesheet)
  app.get('/oauth/passkeys.js', passkeyScript)
  app.route('/oauth', pages(appContext))
  refuseUnroutedMethods(app)
  return app
}

/**
 * The HTML pages. Their errors are HTML too. The error of an unknown path is HTML only for a browser, because apps guess
 * paths such as /oauth/introspect.
 */
function pages(appContext: AppContext): App {
  const app: App = new Hono<AppEnv>({ strict: true })
  app.use(pageHeaders)
  app.onError(renderFailure(appContext.publicBaseUrl))
  app.get('/authorize', authorize(appContext))
  app.get('/sign-in', showSignIn(appContext))
  app.post('/sign-in', signIn(appContext))
  app.get('/second-factor', showSecondFactor(appContext))
  app.post('/second-factor', passSecondFactor(appContext))
  app.post('/passkey', showPasskeySignIn(appContext))
  app.post('/passkey/sign-in', signInWithPasskey(appContext))
  app.post('/sign-out', signOut(appContext))
  for (const kind of ['reset', 'unlock'] as const) {
    app.get(`/${kind}`, showMailRequest(appContext, kind))
    app.post(`/${kind}`, requestMail(appContext, kind))
    app.get(`/${kind}/link`, showLink(appContext, kind))
  }
  app.post('/reset/link', useResetLink(appContext))
  app.post('/unlock/link', useUnlockLink(appContext))
  app.get('/sign-up', showSignUp(appContext))
  app.post('/sign-up', requestSignUp(appContext))
  app.get('/sign-up/link', showSignUpLink(appContext))
  app.post('/sign-up/link', createAccount(appContext))
  app.get('/unsubscribe', showUnsubscription(appContext))
  app.post('/unsubscribe', unsubscribe(appContext))
  app.get('/security', showSecurity(appContext))
  app.post('/security/name', changeName(appContext))
  app.post('/security/deletion', deletePerson(appContext))
  app.post('/security/password', changePassword(appContext))
  app.post('/security/sessions/end', endSession(appContext))
  app.post('/security/sessions/end-others', endOtherSessions(appContext))
  app.post('/security/app', setUpTotp(appContext))
  app.post('/security/app/confirm', confirmTotp(appContext))
  app.post('/security/app/remove', removeTotp(appContext))
  app.post('/security/passkeys', showNewPasskey(appContext))
  app.post('/security/passkeys/add', addPasskey(appContext))
  app.post('/security/passkeys/remove', removePasskey(appContext))
  app.post('/security/recovery-codes', renewRecoveryCodes(appContext))
  app.get('/consent', showConsent(appContext))
  app.post('/authorize/decision', decide(appContext))
  app.get('/connections', showConnections(appContext))
  app.post('/connections/disconnect', disconnect(appContext))
  refuseUnroutedMethods(app)
  app.all('/*', async ({ req }, next) => {
    if (isBeforeJson(req.header('Accept') ?? '', 'text/html'))
      throw new ApiError('not_found', `There is no page ${req.path}.`)
    await next()
  })
  return app
}

/** Responds with 405 to the other methods of all paths. */
function refuseUnroutedMethods(app: App): void {
  const routes = app.routes.filter(({ method }) => method !== 'ALL')
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    refuseOtherMethods(
      app,
      path,
      ofPath.map(({ method }) => method),
    )
  }
}
