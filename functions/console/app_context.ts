import type { OauthStore } from '../../shared/db/oauth.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Site } from '../../shared/http/auth/browser.ts'
import type { Mails } from '../../shared/pages/mail_note.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'

/** The services and options that every page of the console receives. */
export interface AppContext extends Site {
  database: Database
  store: OauthStore
  trustedProxyHops: number
  webhooks: WebhookOptions
  /** Whether a signed-in person can create a brand. Otherwise the operator creates brands. */
  createsBrands: boolean
  mails: Mails
  /** Whether this is an installation for development: its page of components is shown. */
  isDevelopment: boolean
  /** The registrations of this installation at platforms, and the key ring of their grants. */
  sources: SourceOptions
  /** The largest file that a person can upload. */
  uploadBytesMax: number
}
