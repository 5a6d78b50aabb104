import { MissingKey, openKeyRing } from '../key_ring.ts'
import type { KeyRing } from '../key_ring.ts'
import type { Grant } from './platform.ts'
import type { SourceOptions } from './settings.ts'

/** Returns the key ring. Throws MissingKey if it is not set. */
export async function ringOf({ tokenKey }: SourceOptions): Promise<KeyRing> {
  if (tokenKey === undefined) throw new MissingKey('of SOURCE_TOKEN_KEY')
  return await openKeyRing(tokenKey)
}

/** Returns the context that binds an encrypted grant to its purpose and its connection. */
export function grantContext(connectionId: string): string {
  return `source grant of ${connectionId}`
}

/** Encrypts a grant for the database. */
export async function sealGrant(ring: KeyRing, connectionId: string, grant: Grant): Promise<string> {
  return await ring.seal(new TextEncoder().encode(JSON.stringify(grant)), grantContext(connectionId))
}

/** Decrypts a grant. Throws MissingKey if the ring lacks its key. */
export async function openGrant(ring: KeyRing, connectionId: string, sealed: string): Promise<Grant> {
  return JSON.parse(new TextDecoder().decode(await ring.open(sealed, grantContext(connectionId)))) as Grant
}

/** Returns the context of the code verifier of an authorization. */
export function verifierContext(stateHash: string): string {
  return `code verifier of ${stateHash}`
}
