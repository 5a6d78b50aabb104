import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ShopNotice } from './notice.ts'

/**
 * Returns the HMAC of a notice with the client secret, in hexadecimal. It is stored with the notice, so that the worker does only what a webhook
 * demanded: the login of the functions can store notices, and does not know the secret.
 */
export function proofOf(notice: ShopNotice, secret: string): string {
  const { notice_id, kind, shop, object_ids, customer_id, request_id } = notice
  const content = JSON.stringify(['shop_notice', notice_id, kind, shop, object_ids, customer_id, request_id])
  return createHmac('sha256', secret).update(content).digest('hex')
}

/** Whether a proof was made of this notice with one of the secrets. */
export function isProven(notice: ShopNotice, proof: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(proof, 'hex')
  return secrets.some((secret) => {
    const expected = Buffer.from(proofOf(notice, secret), 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
