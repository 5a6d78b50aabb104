import { answerOf } from '../oauth.ts'
import type { Query } from '../oauth.ts'
import type { Database } from '../pool.ts'
import type { SigningIn } from './store.ts'

/** A passkey as pages list it. */
export interface Passkey {
  /** The credential id in base64url. */
  id: string
  name: string
  is_synced: boolean
  /** Whether it signs in only after the password, since a reset of the password. */
  needs_password: boolean
  created_at: string
  used_at: string | null
}

/** A verified new passkey. */
export interface NewPasskey {
  credentialId: Uint8Array
  publicKey: Uint8Array
  counter: number
  /** The host to which the passkey belongs. */
  rpId: string
  mayBeSynced: boolean
  isSynced: boolean
}

/** The response of an authenticator that signs in. */
export interface PasskeyResponse {
  credentialId: Uint8Array
  userHandle: Uint8Array | null
  authenticatorData: Uint8Array
  clientData: Uint8Array
  signature: Uint8Array
}

export type PasskeyStore = ReturnType<typeof passkeyStore>

/** Calls the functions of sql/oauth/sign_in for passkeys. Challenges are base64url. A holder is a session, or a browser that signs in. */
export function passkeyStore(database: Database) {
  const answer = <Answer>(query: Query, clientIp = 'sign-in') => answerOf<Answer>(database, query, clientIp)
  return {
    /** Throws 400 if the challenge was used or has expired. */
    openChallenge: (holderHash: Uint8Array) =>
      answer<string>(database`select oauth.open_challenge(${holderHash}) as answer`),

    dropChallenge: (holderHash: Uint8Array) =>
      answer<void>(database`select oauth.drop_challenge(${holderHash}) as answer`),

    start: (sessionHash: Uint8Array) =>
      answer<{ challenge: string; person: string; user_handle: string; passkeys: Passkey[] }>(
        database`select oauth.start_passkey(${sessionHash}) as answer`,
      ),

    /** Returns whether the recovery codes are the ones given here. They are not if the person has others. */
    add: (
      sessionHash: Uint8Array,
      challenge: string,
      name: string,
      made: NewPasskey,
      recoveryHashes: string[],
      clientIp: string,
    ) =>
      answer<boolean>(
        database`
        select oauth.add_passkey(${sessionHash}, ${challenge}, ${name}, ${made.credentialId}, ${made.publicKey}, ${made.rpId},
          ${made.counter}, ${made.mayBeSynced}, ${made.isSynced}, ${recoveryHashes}, ${clientIp}) as answer`,
        clientIp,
      ),

    remove: (sessionHash: Uint8Array, credentialId: Uint8Array, clientIp: string) =>
      answer<void>(
        database`select oauth.remove_passkey(${sessionHash}, ${credentialId}, ${clientIp}) as answer`,
        clientIp,
      ),

    startSignIn: (browserHash: Uint8Array, pendingHash: Uint8Array, clientIp: string) =>
      answer<{ challenge: string; passkeys: Passkey[] }>(
        database`select oauth.start_passkey_sign_in(${browserHash}, ${pendingHash}, ${clientIp}) as answer`,
        clientIp,
      ),

    /** Returns the open challenge of the browser, and the public key in hexadecimal. */
    find: (browserHash: Uint8Array, credentialId: Uint8Array) =>
      answer<{ challenge: string; public_key: string; counter: number }>(
        database`select oauth.find_passkey(${browserHash}, ${credentialId}) as answer`,
      ),

    /** Returns whether the response proves a passkey, and opens a session then. */
    signIn: (
      browserHash: Uint8Array,
      response: PasskeyResponse,
      pendingHash: Uint8Array,
      sessionHash: Uint8Array,
      from: SigningIn,
    ) =>
      answer<boolean>(
        database`
        select oauth.sign_in_with_passkey(${browserHash}, ${response.credentialId}, ${response.userHandle},
          ${response.authenticatorData}, ${response.clientData}, ${response.signature}, ${pendingHash}, ${sessionHash},
          ${from.deviceHash}, ${from.device}, ${from.clientIp}) as answer`,
        from.clientIp,
      ),
  }
}
