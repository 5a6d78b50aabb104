/** 32 bits of FNV-1a over a value as JSON: tells lists apart, keeps no secret. */
export function digestOf(value: unknown): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
