import { createHash } from 'node:crypto'

/**
 * What is stored of every key, token, code and cookie: they have enough random bits that a plain hash leaves nothing to guess.
 * Synchronous: so short a text is hashed in less time than handing it to another thread takes.
 */
export function sha256(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text).digest())
}
