import { describe } from 'vitest'

/** What a judge checks. The table of `npm run judges` has a row for each. */
export interface Judged {
  judge: string
  version: string
  checks: string
  /** What is absent, if the original that judges is. The tests are then skipped, and the reason is printed. */
  missing?: string | null
  /** Why nothing judges this. The tests are then skipped, and the reason is printed. */
  unjudged?: string | null
  /** Why the sentences of a text are not listed. The tests are then skipped, and the reason is printed. */
  untraced?: string | null
}

const marks = { missing: 'missing original', unjudged: 'no judge exists', untraced: 'not traced' } as const

/** Why the tests of a row are skipped. */
export interface Skipped {
  state: (typeof marks)[keyof typeof marks]
  reason: string
}

const separator = ' | '

/** Declares the tests of one row of the table. */
export function judge({ judge: name, version, checks, ...row }: Judged, tests: () => void): void {
  const kind = (Object.keys(marks) as (keyof typeof marks)[]).find((each) => row[each])
  const reason = (kind && row[kind]) ?? null
  const state = kind && marks[kind]
  const title = [name, version, checks, ...(reason === null ? [] : [`${state}: ${reason}`])].join(separator)
  if (reason !== null) console.log(`${name}, ${checks}: skipped (${state}), because ${reason}.`)
  describe.skipIf(reason !== null)(title, tests)
}

/** Returns the parts of a title that `judge` made, or null for another title. The last one is there if its tests are skipped. */
export function judgedOf(
  title: string,
): [judge: string, version: string, checks: string, skipped: Skipped | null] | null {
  const [name, version, checks, last, ...others] = title.split(separator)
  if (name === undefined || version === undefined || checks === undefined || others.length > 0) return null
  const state = Object.values(marks).find((mark) => last?.startsWith(`${mark}: `))
  if (last !== undefined && !state) return null
  return [name, version, checks, state ? { state, reason: (last as string).slice(state.length + 2) } : null]
}
