import { ApiError } from '../../errors/api_error.ts'
import { answerOf } from '../oauth.ts'
import type { Query } from '../oauth.ts'
import type { PasswordPools } from './password_pools.ts'
import type { NotificationKind } from '../../schema/console/notification_kinds.ts'
import type { Database } from '../pool.ts'

/** The browser of a sign-in. */
export interface SigningIn {
  clientIp: string
  /** The hash of the secret that the browser keeps for 400 days. A known device has a budget of its own. */
  deviceHash: Uint8Array
  /** Browser and operating system, for the list of sessions. Null if unknown. */
  device: string | null
}

/** second_factor: the password is correct, and the hash identifies a sign-in that waits for the second factor. */
export type SignInOutcome = 'signed_in' | 'second_factor' | 'wrong'

/** unreadable: the code was not checked against the app, because its secret was not given. */
export type CodeOutcome = 'signed_in' | 'wrong' | 'unreadable'

/** A sign-in that waits for the second factor. */
export interface WaitingSignIn {
  person: string
  person_id: string
  /** The encrypted secret of the authenticator app. */
  sealed_totp: string | null
  has_totp: boolean
  has_passkey: boolean
}

/** What a link in a mail allows. */
export type MailKind = 'reset' | 'unlock'

/** The mails that a link turns off. */
export interface Unsubscription {
  brand_id: string
  brand: string
  kind: NotificationKind
  /** Whether the person got them before. */
  is_on: boolean
}

/** What a person enters to create an account. */
export interface NewAccount {
  name: string
  password: string
}

export type SignInStore = ReturnType<typeof signInStore>

/** The pools of passwords serve one queue each, which is limited as a whole (`limitWaiting`). */
const checks = 'passwords'

/** Runs a query of a password pool. Throws 429 if its queue is full, because most attempts are of other people then. */
async function check<Answer>(pool: Database, query: Query): Promise<Answer> {
  try {
    return await answerOf<Answer>(pool, query, checks)
  } catch (error) {
    // A limit that the database counts has a reason. The limit of the queue has none.
    if (!(error instanceof ApiError) || error.code !== 'rate_limited' || error.raised) throw error
    throw new ApiError('rate_limited', 'Too many sign-ins at this moment. Retry in 5 s.', { retryAfterSeconds: 5 })
  }
}

/** Calls the functions of sql/oauth/sign_in that the login of the functions may execute, for pages without a session. */
export function signInStore(database: Database, passwords: PasswordPools = { known: database, strangers: database }) {
  const answer = <Answer>(query: Query, clientIp = 'sign-in') => answerOf<Answer>(database, query, clientIp)
  const { known, strangers } = passwords

  /** Returns the pool that checks the password of this attempt. Throws 429 if the attempt exceeds a limit. */
  async function admitPassword(email: string, { clientIp, deviceHash }: SigningIn): Promise<Database> {
    const admission = known`select oauth.admit_password(${email}, ${clientIp}, ${deviceHash}) as answer`
    return (await check<boolean>(known, admission)) ? known : strangers
  }

  return {
    admitPassword,

    failPassword: (email: string, { clientIp, deviceHash }: SigningIn) =>
      check<void>(known, known`select oauth.fail_password(${email}, ${clientIp}, ${deviceHash}) as answer`),

    signIn: async (email: string, password: string, sessionHash: Uint8Array, from: SigningIn) => {
      const pool = await admitPassword(email, from)
      return await check<SignInOutcome>(
        pool,
        pool`
          select oauth.sign_in(${email}, ${password}, ${sessionHash}, ${from.deviceHash}, ${from.device},
            ${from.clientIp}) as answer`,
      )
    },

    enterHostedSession: (hostedSessionId: string, sessionHash: Uint8Array, from: SigningIn) =>
      answer<SignInOutcome>(
        database`
        select oauth.enter_hosted_session(${hostedSessionId}, ${sessionHash}, ${from.deviceHash}, ${from.device},
          ${from.clientIp}) as answer`,
        from.clientIp,
      ),

    showSecondFactor: (pendingHash: Uint8Array) =>
      answer<WaitingSignIn>(database`select oauth.show_second_factor(${pendingHash}) as answer`),

    /** Opens a session if the code is correct. The secret is that of the app, or null if it cannot be decrypted. */
    signInWithCode: (
      pendingHash: Uint8Array,
      code: string,
      secret: Uint8Array | null,
      sessionHash: Uint8Array,
      from: SigningIn,
    ) =>
      answer<CodeOutcome>(
        database`
        select oauth.sign_in_with_code(${pendingHash}, ${code}, ${secret}, ${sessionHash}, ${from.deviceHash}, ${from.device},
          ${from.clientIp}) as answer`,
        from.clientIp,
      ),

    signOut: (sessionHash: Uint8Array) => answer<void>(database`select oauth.sign_out(${sessionHash}) as answer`),

    requestMail: (email: string, kind: MailKind, clientIp: string) =>
      answer<void>(database`select oauth.request_mail(${email}, ${kind}, ${clientIp}) as answer`, clientIp),

    /** Returns the e-mail address of the person of a link. Throws 404 for a link that is unknown, used or expired. */
    showLink: (tokenHash: Uint8Array, kind: MailKind) =>
      answer<string>(database`select oauth.show_link(${tokenHash}, ${kind}) as answer`),

    /** Returns which mails a link turns off. Throws 404 for a link that is not valid. */
    showUnsubscription: (tokenHash: Uint8Array) =>
      answer<Unsubscription>(database`select oauth.show_unsubscription(${tokenHash}) as answer`),

    /** Turns off the mails of a link, and returns which they are. */
    unsubscribe: (tokenHash: Uint8Array, clientIp: string) =>
      answer<Unsubscription>(database`select oauth.unsubscribe(${tokenHash}, ${clientIp}) as answer`, clientIp),

    requestSignUp: (email: string, isOpen: boolean, clientIp: string) =>
      answer<void>(database`select oauth.request_sign_up(${email}, ${isOpen}, ${clientIp}) as answer`, clientIp),

    /** Returns the e-mail address for which a link creates an account. Throws 404 for a link that is not valid. */
    showSignUp: (tokenHash: Uint8Array) => answer<string>(database`select oauth.show_sign_up(${tokenHash}) as answer`),

    /** Creates the account of a link, and opens a session. */
    signUp: (tokenHash: Uint8Array, account: NewAccount, sessionHash: Uint8Array, from: SigningIn) =>
      check<void>(
        strangers,
        strangers`
          select oauth.sign_up(${tokenHash}, ${account.name}, ${account.password}, ${sessionHash}, ${from.deviceHash},
            ${from.device}, ${from.clientIp}) as answer`,
      ),

    unlock: (tokenHash: Uint8Array, from: SigningIn) =>
      answer<void>(
        database`select oauth.unlock(${tokenHash}, ${from.deviceHash}, ${from.clientIp}) as answer`,
        from.clientIp,
      ),

    resetPassword: (tokenHash: Uint8Array, password: string, from: SigningIn) =>
      check<void>(
        strangers,
        strangers`
          select oauth.reset_password(${tokenHash}, ${password}, ${from.deviceHash}, ${from.clientIp}) as answer`,
      ),

    /** Returns false if the present password is wrong. */
    changePassword: async (sessionHash: Uint8Array, password: string, newPassword: string, from: SigningIn) => {
      const email = await answer<string>(database`select oauth.session_email(${sessionHash}) as answer`)
      const pool = await admitPassword(email, from)
      return await check<boolean>(
        pool,
        pool`
          select oauth.change_password(${sessionHash}, ${password}, ${newPassword}, ${from.deviceHash},
            ${from.clientIp}) as answer`,
      )
    },
  }
}
