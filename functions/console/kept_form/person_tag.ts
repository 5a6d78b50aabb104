import { base64Url } from '../../../shared/credentials/tokens.ts'
import { sha256 } from '../../../shared/credentials/sha256.ts'

/** Identifies a person in a form without naming the person. */
export function personTag(person: string): string {
  return base64Url(sha256(`person ${person}`)).slice(0, 16)
}
