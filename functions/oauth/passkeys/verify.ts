import { z } from 'zod'
import { fromBase64 } from '../../../shared/credentials/tokens.ts'
import type { NewPasskey, PasskeyResponse } from '../../../shared/db/sign_in/passkey_store.ts'
import type { RelyingParty } from './relying_party.ts'

/** The algorithms of the keys (RFC 9053): ES256, which every authenticator has, and RS256, which some of Windows need. */
export const algorithms = [-7, -257]

/** Bytes in base64url without padding, as browsers send them. */
export const bytes = z.base64url().regex(/^[\w-]+$/)
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') }
const registration = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
})
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.exactOptional(),
  }),
})

/** The response of an authenticator that signs in, as the browser sends it. */
export type Assertion = z.infer<typeof assertion>

/** Returns the response in a field of a form, or null if it has another form. */
export function readAssertion(text: string): Assertion | null {
  return parse(text, assertion)
}

/** Returns the response as the database checks it. */
export function bytesOf({ id, response }: Assertion): PasskeyResponse {
  return {
    credentialId: fromBase64(id),
    userHandle: response.userHandle === undefined ? null : fromBase64(response.userHandle),
    authenticatorData: fromBase64(response.authenticatorData),
    clientData: fromBase64(response.clientDataJSON),
    signature: fromBase64(response.signature),
  }
}

/**
 * Returns the new passkey of a response (Web Authentication, level 3, section 7.1), or null if the response is not valid. The
 * person must have been verified, for example by a fingerprint or a PIN.
 */
export async function verifyNewPasskey(
  text: string,
  challenge: string,
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
): Promise<NewPasskey | null> {
  const given = parse(text, registration)
  // Imported on first use, because few requests need it.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    if (!given || (await hasCertificate(given.response.attestationObject))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...given, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { credential: made, credentialBackedUp, credentialDeviceType } = registrationInfo
    return {
      credentialId: fromBase64(made.id),
      publicKey: made.publicKey,
      counter: made.counter,
      rpId: expectedRPID,
      mayBeSynced: credentialDeviceType === 'multiDevice',
      isSynced: credentialBackedUp,
    }
  } catch {
    // The library throws an Error for each check that fails.
    return null
  }
}

/**
 * Returns whether a response is valid (section 7.2). The database checks it again, except for the origin, because a leaked
 * login of the functions must not sign in as other people.
 */
export async function verifyAssertion(
  response: Assertion,
  known: { challenge: string; publicKey: Uint8Array<ArrayBuffer>; counter: number },
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: known.challenge,
      expectedOrigin,
      expectedRPID,
      credential: { id: response.id, publicKey: known.publicKey, counter: known.counter },
      requireUserVerification: true,
    })
    return verified
  } catch {
    return false
  }
}

/**
 * Returns whether a response contains certificates of the authenticator. The pages do not request any, and the library would
 * fetch the revocation lists that they name, from any address.
 */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(fromBase64(attestationObject))
  return !['none', 'packed'].includes(decoded.get('fmt')) || decoded.get('attStmt').get('x5c') !== undefined
}

function parse<Value>(text: string, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
