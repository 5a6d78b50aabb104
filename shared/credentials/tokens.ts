import { sha256 } from './sha256.ts'

/** OAuth tokens: `mcp_at_` or `mcp_rt_` and 256 random bits in base64url. Only their SHA-256 is stored. */
export const tokenPrefixes = { access: 'mcp_at_', refresh: 'mcp_rt_' } as const
export type TokenKind = keyof typeof tokenPrefixes

/** Returns 256 random bits in base64url, for codes, handles and cookies, and with a prefix for tokens. */
export function createSecret(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)))
}

export function createToken(kind: TokenKind): string {
  return tokenPrefixes[kind] + createSecret()
}

/** Returns the hash of a well-formed token of that kind, or null, so that other text never reaches the database. */
export function parseToken(text: string, kind: TokenKind): Uint8Array | null {
  return text.startsWith(tokenPrefixes[kind]) && isSecret(text.slice(tokenPrefixes[kind].length)) ? sha256(text) : null
}

/** Whether a text has the form of `createSecret`. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** Returns the bytes of a text in base64 or base64url. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}
