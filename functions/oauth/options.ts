import type { Env } from '../../shared/env.ts'
import type { PublicAnswer } from '../../shared/http/outbound/fetch_public.ts'
import { hostedSignIn } from './sign_in/hosted_sign_in.ts'
import type { HostedSignIn } from './sign_in/hosted_sign_in.ts'

export interface OauthOptions {
  /** Private-use schemes without a dot that clients are known to redirect to (RFC 8252, section 7.1 asks for a dot). */
  redirectSchemes: readonly string[]
  /** For how long a used refresh token still has the answer that it had; 0 is never. */
  refreshGraceSeconds: number
  /** Signs people in at the hosted platform; without it accounts are in the database. */
  hostedSignIn?: HostedSignIn
  /** Whether a client may identify itself by the address of a metadata document; needs egress to the internet. */
  acceptsClientDocuments: boolean
  /** Fetches a client ID metadata document: at most 5 KB, from the public internet. */
  fetchDocument: (address: string) => Promise<PublicAnswer>
}

const documentLimits = { bytesMax: 5 * 1024, secondsMax: 5 }

export function oauthOptions(env: Env): OauthOptions {
  // The platform sets the latter by itself for its functions, and lets nobody set the former.
  const publishableKey = env.SUPABASE_PUBLISHABLE_KEY ?? env.SUPABASE_ANON_KEY
  return {
    redirectSchemes: env.OAUTH_REDIRECT_SCHEMES,
    refreshGraceSeconds: env.OAUTH_REFRESH_GRACE_SECONDS,
    acceptsClientDocuments: env.OAUTH_CLIENT_ID_METADATA_DOCUMENTS,
    fetchDocument: async (address) => {
      // Node's client of HTTP and DNS comes with it: other requests do without.
      const { fetchPublic } = await import('../../shared/http/outbound/fetch_public.ts')
      return await fetchPublic(address, documentLimits)
    },
    ...(env.SUPABASE_URL && publishableKey ? { hostedSignIn: hostedSignIn(env.SUPABASE_URL, publishableKey) } : {}),
  }
}
