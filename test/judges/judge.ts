import { describe } from 'vitest'

/** What a judge checks. The table of `npm run judges` has a row for each. */
export interface Judged {
  judge: string
  version: string
  checks: string
  /** What is absent, if the original that judges is. The tests are then skipped, and the reason is printed. */
  missing?: string | null
}

const separator = ' | '

/** Declares the tests of one row of the table. */
export function judge({ judge: name, version, checks, missing = null }: Judged, tests: () => void): void {
  const title = [name, version, checks, ...(missing === null ? [] : [missing])].join(separator)
  if (missing !== null) console.log(`${name}, ${checks}: skipped, because ${missing}.`)
  describe.skipIf(missing !== null)(title, tests)
}

/** Returns the parts of a title that `judge` made, or null for another title. The last one is there if the original is absent. */
export function judgedOf(title: string): [judge: string, version: string, checks: string, missing?: string] | null {
  const parts = title.split(separator)
  return parts.length === 3 || parts.length === 4 ? (parts as [string, string, string, string?]) : null
}
