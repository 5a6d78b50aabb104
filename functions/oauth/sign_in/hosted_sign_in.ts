import { ApiError } from '../../../shared/errors/api_error.ts'

/** Asks Supabase Auth whether the password is right; answers the id of the session it opened, or null. */
export type HostedSignIn = (email: string, password: string) => Promise<string | null>

/** Loaded only where it is used: the other doors and installations do without the library. */
export function hostedSignIn(url: string, publishableKey: string): HostedSignIn {
  return async (email, password) => {
    const { createClient, isAuthApiError } = await import('@supabase/supabase-js')
    const platform = createClient(url, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    })
    const { data, error } = await platform.auth.signInWithPassword({ email, password })
    if (error && isAuthApiError(error) && error.status < 500 && error.status !== 429) return null
    if (error) {
      const message = 'Nobody can sign in just now. Try again in a few seconds.'
      throw new ApiError('service_unavailable', message, { retryAfterSeconds: 5, cause: error })
    }
    return sessionId(data.session.access_token)
  }
}

/** The `session_id` claim. The token came from the platform itself a moment ago, and the database looks the session up. */
function sessionId(accessToken: string): string | null {
  const [, payload = ''] = accessToken.split('.')
  const claims = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { session_id?: unknown }
  return typeof claims.session_id === 'string' ? claims.session_id : null
}
