import { totpContext } from '../../../shared/credentials/totp.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { openKeyRing } from '../../../shared/key_ring.ts'

const secretBytes = 20
/** Why no authenticator app can be set up. Its key, TOTP_SECRET_KEY, is not set. */
export const noTotpKey =
  'Authenticator apps cannot be used here yet. Ask the people who run Vitrine for you to allow them.'

/** Returns a new secret of an authenticator app, and the same encrypted for the database. Throws 503 without a key ring. */
export async function makeTotpSecret(totpKey: string | undefined, personId: string) {
  if (!totpKey)
    throw new ApiError('service_unavailable', noTotpKey, { cause: new Error('TOTP_SECRET_KEY is not set.') })
  const secret = crypto.getRandomValues(new Uint8Array(secretBytes))
  return { secret, sealed: await (await openKeyRing(totpKey)).seal(secret, totpContext(personId)) }
}

/** Returns the secret of an authenticator app. Throws the error of a secret that no key of the ring opens. */
export async function openTotpSecret(
  totpKey: string | undefined,
  personId: string,
  sealed: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (!totpKey) throw new Error('TOTP_SECRET_KEY is not set.')
    return await (await openKeyRing(totpKey)).open(sealed, totpContext(personId))
  } catch (cause) {
    throw unreadableTotp(cause)
  }
}

/** Returns the 503 for a code of an app whose secret cannot be decrypted. The cause, which names the key, is logged only. */
function unreadableTotp(cause: unknown): ApiError {
  const message =
    'Codes of authenticator apps cannot be checked now, because a key of this installation is missing. ' +
    'Use a passkey or a recovery code, and report this to the operator.'
  return new ApiError('service_unavailable', message, { cause })
}
