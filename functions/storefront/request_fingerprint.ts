import { createHmac } from 'node:crypto'

export const depthMax = 32

/** Returns whether a JSON value has more levels than `requestFingerprint` accepts. */
export function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; depth <= depthMax; depth += 1) {
    level = level
      .filter((value) => value !== null && typeof value === 'object')
      .flatMap((value) => Object.values(value as object))
    if (level.length === 0) return false
  }
  return true
}

/** Returns the text of a JSON value with the members of objects in order, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}

/**
 * Returns the hash by which the body of a repeated idempotency key is compared with the first one, of all protocols with checkout
 * sessions. It covers every member, also those that are not used. It is keyed with the idempotency key, which is not stored: a body
 * with payment data cannot be guessed from it. Bodies that differ in the order of members or in spaces are equal, because a message
 * of MCP has no bytes of its own.
 */
export function requestFingerprint(key: string, body: unknown): string {
  return createHmac('sha256', key).update(canonicalJson(body)).digest('hex')
}
