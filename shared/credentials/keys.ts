/** API keys: `<prefix><32 base62><6 base62 CRC-32>`. Only their SHA-256 is stored. */
import { sha256 } from './sha256.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checksumLength = 6

/** The prefixes of all kinds of key, longest first, because some begin with another. Mirrors `core.key_kinds`. */
export const keyPrefixes = [
  'svc_sk_live_',
  'svc_sk_test_',
  'sk_live_',
  'sk_test_',
  'pk_live_',
  'pk_test_',
  'svc_ak_',
] as const
export type KeyPrefix = (typeof keyPrefixes)[number]

export interface ParsedKey {
  prefix: KeyPrefix
  hash: Uint8Array
}

/** Creates a random key. Show `key` once; store `hash` and `display`. */
export function createKey(prefix: KeyPrefix): { key: string; hash: Uint8Array; display: string } {
  const body = prefix + randomBase62(randomLength)
  const key = body + checksum(body)
  return { key, hash: sha256(key), display: `${prefix}...${key.slice(-4)}` }
}

/**
 * Returns prefix and hash of a key, or null if its form or checksum is wrong, so that such a key never reaches the
 * database.
 */
export function parseKey(text: string): ParsedKey | null {
  const prefix = keyPrefixes.find((candidate) => text.startsWith(candidate))
  if (!prefix || text.length !== prefix.length + randomLength + checksumLength) return null
  const body = text.slice(0, -checksumLength)
  if (checksum(body) !== text.slice(-checksumLength)) return null
  return { prefix, hash: sha256(text) }
}

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Reject bytes from 248 (4 x 62) on, which would make the first characters more likely.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

function checksum(text: string): string {
  let value = crc32(new TextEncoder().encode(text))
  let encoded = ''
  for (let place = 0; place < checksumLength; place++) {
    encoded = alphabet[value % 62] + encoded
    value = Math.floor(value / 62)
  }
  return encoded
}

/** CRC-32 of ISO 3309, reflected polynomial EDB88320. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
