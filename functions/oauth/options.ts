import type { Mails } from '../../shared/pages/mail_note.ts'
import type { Env } from '../../shared/env.ts'
import type { PublicAnswer } from '../../shared/http/outbound/fetch_public.ts'
import { hostedSignIn } from './sign_in/hosted_sign_in.ts'
import type { HostedSignIn } from './sign_in/hosted_sign_in.ts'

export interface OauthOptions {
  /** Accepted private-use schemes without a dot, such as `cursor`. RFC 8252, section 7.1, requires a dot. */
  redirectSchemes: readonly string[]
  /** For how many seconds a used refresh token returns the same response again. 0 disables this. */
  refreshGraceSeconds: number
  /** Signs people in with Supabase Auth. Without it, passwords are checked by the database. */
  hostedSignIn?: HostedSignIn
  /** The key ring that encrypts the secrets of authenticator apps (TOTP_SECRET_KEY). Without it none can be set up. */
  totpKey?: string | undefined
  /** Where a requested mail arrives, as far as this function knows: the worker sends it, possibly with another environment. */
  mails?: Mails
  /** Who may create an account on the page /oauth/sign-up: everyone, people with an invitation to a brand, or no one. */
  signUp?: Env['SIGN_UP']
  /** Whether a client id may be the URL of a metadata document. Requires outbound access to the internet. */
  acceptsClientDocuments: boolean
  /** Fetches a client ID metadata document of at most 5 KB from a public address. */
  fetchDocument: (address: string) => Promise<PublicAnswer>
}

const documentLimits = { bytesMax: 5 * 1024, secondsMax: 5 }

export function oauthOptions(env: Env): OauthOptions {
  // Supabase sets SUPABASE_ANON_KEY for its functions and reserves the prefix, so that the other name cannot be set there.
  const publishableKey = env.SUPABASE_PUBLISHABLE_KEY ?? env.SUPABASE_ANON_KEY
  return {
    redirectSchemes: env.OAUTH_REDIRECT_SCHEMES,
    refreshGraceSeconds: env.OAUTH_REFRESH_GRACE_SECONDS,
    totpKey: env.TOTP_SECRET_KEY,
    mails: env.SMTP_URL ? 'sent' : env.MAIL_TO_CONSOLE ? 'printed' : 'unknown',
    signUp: env.SIGN_UP,
    acceptsClientDocuments: env.OAUTH_CLIENT_ID_METADATA_DOCUMENTS,
    fetchDocument: async (address) => {
      // Imported on first use, because it loads Node's HTTP and DNS clients.
      const { fetchPublic } = await import('../../shared/http/outbound/fetch_public.ts')
      return await fetchPublic(address, documentLimits)
    },
    ...(env.SUPABASE_URL && publishableKey ? { hostedSignIn: hostedSignIn(env.SUPABASE_URL, publishableKey) } : {}),
  }
}
