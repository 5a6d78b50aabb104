import { answerOf } from '../oauth.ts'
import type { Query } from '../oauth.ts'
import type { PasswordPools } from './password_pools.ts'
import type { Database } from '../pool.ts'

/** The browser of a sign-in. */
export interface SigningIn {
  clientIp: string
  /** The hash of the secret that the browser keeps for 400 days. A known device has a budget of its own. */
  deviceHash: Uint8Array
  /** Browser and operating system, for the list of sessions. Null if unknown. */
  device: string | null
}

export type SignInStore = ReturnType<typeof signInStore>

/** Calls the functions of sql/oauth/sign_in that the login of the functions may execute. */
export function signInStore(database: Database, passwords: PasswordPools = { known: database, strangers: database }) {
  const answer = <Answer>(query: Query) => answerOf<Answer>(database, query)
  const { known, strangers } = passwords

  /** Returns the pool that checks the password of this attempt. Throws 429 if the attempt exceeds a limit. */
  async function admitPassword(email: string, { clientIp, deviceHash }: SigningIn): Promise<Database> {
    const admission = known`select oauth.admit_password(${email}, ${clientIp}, ${deviceHash}) as answer`
    return (await answerOf<boolean>(known, admission)) ? known : strangers
  }

  return {
    admitPassword,

    failPassword: (email: string, { clientIp, deviceHash }: SigningIn) =>
      answerOf<void>(known, known`select oauth.fail_password(${email}, ${clientIp}, ${deviceHash}) as answer`),

    /** Returns whether the password is correct, and opens a session then. */
    signIn: async (email: string, password: string, sessionHash: Uint8Array, from: SigningIn) => {
      const pool = await admitPassword(email, from)
      return await answerOf<boolean>(
        pool,
        pool`
          select oauth.sign_in(${email}, ${password}, ${sessionHash}, ${from.deviceHash}, ${from.device},
            ${from.clientIp}) as answer`,
      )
    },

    enterHostedSession: (hostedSessionId: string, sessionHash: Uint8Array, from: SigningIn) =>
      answer<boolean>(database`
        select oauth.enter_hosted_session(${hostedSessionId}, ${sessionHash}, ${from.deviceHash}, ${from.device},
          ${from.clientIp}) as answer`),

    signOut: (sessionHash: Uint8Array) => answer<void>(database`select oauth.sign_out(${sessionHash}) as answer`),
  }
}
