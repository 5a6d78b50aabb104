import { base64Url } from '../../../shared/credentials/tokens.ts'

export interface TokenPair {
  access_token: string
  refresh_token: string
}

const nonceBytes = 12

/**
 * AES-256-GCM under a key that follows from the refresh token which the pair was given for: the database holds that
 * token's hash only, so that nobody but its holder opens what is kept there.
 */
export async function sealPair(pair: TokenPair, usedToken: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const text = new TextEncoder().encode(JSON.stringify(pair))
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(usedToken), text))
  return base64Url(new Uint8Array([...iv, ...sealed]))
}

/** Throws for what another token sealed, or was tampered with. */
export async function openPair(sealed: string, usedToken: string): Promise<TokenPair> {
  const bytes = Uint8Array.from(atob(sealed.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  const parameters = { name: 'AES-GCM', iv: bytes.slice(0, nonceBytes) }
  const opened = await crypto.subtle.decrypt(parameters, await keyOf(usedToken), bytes.slice(nonceBytes))
  return JSON.parse(new TextDecoder().decode(opened)) as TokenPair
}

/** A token has 256 random bits of its own; what is derived here is not what is stored of it. */
async function keyOf(usedToken: string): Promise<CryptoKey> {
  const token = await crypto.subtle.importKey('raw', new TextEncoder().encode(usedToken), 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('vitrine refresh grace')
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return await crypto.subtle.deriveKey(parameters, token, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}
