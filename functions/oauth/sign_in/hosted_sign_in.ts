import { ApiError } from '../../../shared/errors/api_error.ts'

/** Checks a password with Supabase Auth. Returns the id of the new session, or null if the password is wrong. */
export type HostedSignIn = (email: string, password: string) => Promise<string | null>

/** Creates the check. The library is imported on first use, so that installations without Supabase do not load it. */
export function hostedSignIn(url: string, publishableKey: string): HostedSignIn {
  return async (email, password) => {
    const { createClient, isAuthApiError } = await import('@supabase/supabase-js')
    const platform = createClient(url, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    })
    const { data, error } = await platform.auth.signInWithPassword({ email, password })
    if (error && isAuthApiError(error) && error.status < 500 && error.status !== 429) return null
    if (error) {
      const message = 'Sign-in is not available. Try again in a few seconds.'
      throw new ApiError('service_unavailable', message, { retryAfterSeconds: 5, cause: error })
    }
    return sessionId(data.session.access_token)
  }
}

/**
 * Returns the `session_id` claim. The signature is not checked: the token comes directly from Supabase Auth, and the database
 * looks up the session.
 */
function sessionId(accessToken: string): string | null {
  const [, payload = ''] = accessToken.split('.')
  const claims = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { session_id?: unknown }
  return typeof claims.session_id === 'string' ? claims.session_id : null
}
