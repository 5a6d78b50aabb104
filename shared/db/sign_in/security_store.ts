import { answerOf } from '../oauth.ts'
import type { Query } from '../oauth.ts'
import type { Database } from '../pool.ts'
import type { Passkey } from './passkey_store.ts'

export interface Security {
  person: string
  name: string | null
  /** The names of the brands of which the person is the only owner. */
  sole_brands: string[]
  has_totp: boolean
  passkeys: Passkey[]
  /** The number of unused recovery codes. */
  recovery_codes: number
  sessions: {
    id: string
    device: string | null
    network: string
    created_at: string
    used_at: string
    is_current: boolean
  }[]
}

export type SecurityStore = ReturnType<typeof securityStore>

/** Calls the functions of sql/oauth/sign_in for the account security of a signed-in person. */
export function securityStore(database: Database) {
  const answer = <Answer>(query: Query, clientIp = 'sign-in') => answerOf<Answer>(database, query, clientIp)
  return {
    show: (sessionHash: Uint8Array) => answer<Security>(database`select oauth.show_security(${sessionHash}) as answer`),

    changeName: (sessionHash: Uint8Array, name: string, clientIp: string) =>
      answer<void>(database`select oauth.change_name(${sessionHash}, ${name}, ${clientIp}) as answer`, clientIp),

    deletePerson: (sessionHash: Uint8Array, email: string, clientIp: string) =>
      answer<void>(database`select oauth.delete_person(${sessionHash}, ${email}, ${clientIp}) as answer`, clientIp),

    endSession: (sessionHash: Uint8Array, sessionId: string, clientIp: string) =>
      answer<void>(database`select oauth.end_session(${sessionHash}, ${sessionId}, ${clientIp}) as answer`, clientIp),

    endOtherSessions: (sessionHash: Uint8Array, clientIp: string) =>
      answer<void>(database`select oauth.end_other_sessions(${sessionHash}, ${clientIp}) as answer`, clientIp),

    /** Returns the person, and the encrypted secret of an app whose first code is not yet entered. */
    showTotpSetup: (sessionHash: Uint8Array) =>
      answer<{ person: string; person_id: string; sealed_totp: string | null }>(
        database`select oauth.show_totp_setup(${sessionHash}) as answer`,
      ),

    startTotp: (sessionHash: Uint8Array, sealed: string, secretHash: Uint8Array) =>
      answer<void>(database`select oauth.start_totp(${sessionHash}, ${sealed}, ${secretHash}) as answer`),

    /** Returns whether the code is correct. */
    confirmTotp: (
      sessionHash: Uint8Array,
      code: string,
      secret: Uint8Array,
      recoveryHashes: string[],
      clientIp: string,
    ) =>
      answer<boolean>(
        database`
        select oauth.confirm_totp(${sessionHash}, ${code}, ${secret}, ${recoveryHashes}, ${clientIp}) as answer`,
        clientIp,
      ),

    removeTotp: (sessionHash: Uint8Array, clientIp: string) =>
      answer<void>(database`select oauth.remove_totp(${sessionHash}, ${clientIp}) as answer`, clientIp),

    renewRecoveryCodes: (sessionHash: Uint8Array, recoveryHashes: string[], clientIp: string) =>
      answer<void>(
        database`
        select oauth.renew_recovery_codes(${sessionHash}, ${recoveryHashes}, ${clientIp}) as answer`,
        clientIp,
      ),
  }
}
