/** The most recognized credentials of a process. The one that was used longest ago is forgotten first. */
const recognizedMax = 10_000
/** Credentials that the database has resolved, oldest use first. They divide connections and prove nothing. */
const recognized = new Set<string>()

/**
 * Returns the name by which connections are divided. A credential that the database has resolved before has a share of
 * its own. All other requests of a network address share that of the address, so that random keys of one address take
 * no more turns than one caller.
 */
export function callerName(credentialHash: Uint8Array | null, clientIp: string): string {
  const name = credentialHash && nameOf(credentialHash)
  return name !== null && recognized.has(name) ? name : clientIp
}

/** Records whether the database resolved a credential. */
export function recognize(credentialHash: Uint8Array | null, isResolved: boolean): void {
  if (!credentialHash) return
  const name = nameOf(credentialHash)
  recognized.delete(name)
  if (!isResolved) return
  recognized.add(name)
  if (recognized.size > recognizedMax) recognized.delete(recognized.values().next().value as string)
}

function nameOf(hash: Uint8Array): string {
  return String.fromCharCode(...hash)
}
