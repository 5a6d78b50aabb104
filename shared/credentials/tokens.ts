import { sha256 } from './sha256.ts'

/** OAuth tokens: `mcp_at_` or `mcp_rt_` and 256 random bits in base64url. Only their SHA-256 is ever stored. */
export const tokenPrefixes = { access: 'mcp_at_', refresh: 'mcp_rt_' } as const
export type TokenKind = keyof typeof tokenPrefixes

/** 256 random bits in base64url: codes, handles and cookies; with a prefix, tokens. */
export function createSecret(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)))
}

export function createToken(kind: TokenKind): string {
  return tokenPrefixes[kind] + createSecret()
}

/** The hash of a well-formed token of that kind, or null for junk, which never reaches the database. */
export function parseToken(text: string, kind: TokenKind): Uint8Array | null {
  return text.startsWith(tokenPrefixes[kind]) && isSecret(text.slice(tokenPrefixes[kind].length)) ? sha256(text) : null
}

/** Whether a text can be one of ours at all. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}
