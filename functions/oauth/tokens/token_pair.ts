import { base64Url } from '../../../shared/credentials/tokens.ts'

export interface TokenPair {
  access_token: string
  refresh_token: string
}

const nonceBytes = 12

/**
 * Encrypts a pair with AES-256-GCM under a key derived from the used refresh token. The database stores only the hash of that
 * token, so only its holder can decrypt the pair. Returns base64url of nonce and ciphertext.
 */
export async function sealPair(pair: TokenPair, usedToken: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const text = new TextEncoder().encode(JSON.stringify(pair))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(usedToken), text))
  return base64Url(new Uint8Array([...iv, ...sealed]))
}

/** Decrypts a pair. Throws an OperationError if it was sealed with another token or modified. */
export async function openPair(sealed: string, usedToken: string): Promise<TokenPair> {
  const bytes = Uint8Array.from(atob(sealed.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  const parameters = { name: 'AES-GCM', iv: bytes.slice(0, nonceBytes) }
  const opened = await crypto.subtle.decrypt(parameters, await keyOf(usedToken), bytes.slice(nonceBytes))
  return JSON.parse(new TextDecoder().decode(opened)) as TokenPair
}

/** HKDF (RFC 5869) without salt, because a token has 256 random bits. The stored hash does not reveal the key. */
async function keyOf(usedToken: string): Promise<CryptoKey> {
  const token = await crypto.subtle.importKey('raw', new TextEncoder().encode(usedToken), 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('vitrine refresh grace')
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return await crypto.subtle.deriveKey(parameters, token, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}
