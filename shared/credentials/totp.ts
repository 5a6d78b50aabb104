/** Returns the context that binds the encrypted secret of an authenticator app (key_ring.ts) to its person. */
export function totpContext(personId: string): string {
  return `authenticator app of ${personId}`
}
