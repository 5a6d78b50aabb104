import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of a key, token, code or cookie, which is all that the database stores. They have enough random
 * bits that no salt is needed. Synchronous, because hashing a short text is faster than the asynchronous WebCrypto
 * call.
 */
export function sha256(content: string | Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(content).digest())
}
