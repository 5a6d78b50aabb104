import { sha256 } from '../sha256.ts'

/** Whether two secrets are the same, in a time that tells nothing of where they differ. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [sha256(given), sha256(expected)]
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] as number)), 0) === 0
}
