import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of a key, token, code or cookie, which is all that the database stores. They have enough random
 * bits that no salt is needed. Synchronous, because hashing a short text is faster than the asynchronous WebCrypto
 * call.
 */
export function sha256(content: string | Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(content).digest())
}

/** Returns the SHA-256 of a text in hexadecimal, for parameters of SQL that are text. */
export function sha256Hex(content: string): string {
  return hex(sha256(content))
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
