import type { OauthStore } from '../../shared/db/oauth.ts'
import type { PasskeyStore } from '../../shared/db/sign_in/passkey_store.ts'
import type { SecurityStore } from '../../shared/db/sign_in/security_store.ts'
import type { SignInStore } from '../../shared/db/sign_in/store.ts'
import type { Site } from '../../shared/http/auth/browser.ts'
import type { OauthOptions } from './options.ts'

/** The services and options that every handler of the authorization server receives. */
export interface AppContext extends OauthOptions, Site {
  store: OauthStore
  signInStore: SignInStore
  securityStore: SecurityStore
  passkeyStore: PasskeyStore
  /** The issuer identifier (RFC 8414, section 2). It is configured and never taken from a request. */
  issuer: string
  resource: string
  trustedProxyHops: number
}
