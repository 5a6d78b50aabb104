import { z } from 'zod'
import { isHmacOf } from '../../credentials/hmac.ts'
import { parseLossless } from '../lossless_json.ts'
import { digits } from '../reply_form.ts'

const payloadForm = z.object({
  algorithm: z.string().regex(/^HMAC-SHA256$/i),
  user_id: digits,
  /** Seconds since 1970. */
  issued_at: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
})

export interface SignedRequest {
  /** The id of the person for this app. */
  userId: string
  /** When Meta signed it (seconds since 1970). */
  issuedAt?: number
}

/**
 * Returns what a `signed_request` of Meta says: the signature and the payload in base64url, with a dot between. The signature is the
 * HMAC-SHA256 of the encoded payload with the app secret. Returns null if Meta did not sign it.
 */
export function readSignedRequest(signedRequest: string, secrets: readonly string[]): SignedRequest | null {
  const [signature = '', payload = '', ...others] = signedRequest.split('.')
  if (others.length > 0 || !isHmacOf(payload, Buffer.from(signature, 'base64url'), secrets)) return null
  const { success, data } = payloadForm.safeParse(parsed(Buffer.from(payload, 'base64url').toString('utf8')))
  if (!success) return null
  return { userId: data.user_id, ...(data.issued_at === undefined ? {} : { issuedAt: Number(data.issued_at) }) }
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text)
  } catch {
    return null
  }
}
