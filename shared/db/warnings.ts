import type { Audience } from '../sentences/audience.ts'
import type { Warning } from '../sentences/warnings/warning.ts'

type Row = Record<string, unknown>

/** The members that can have a statement of SQL (`platform.statement`). Texts of merchants stay as they are. */
const members = new Set([
  'attention',
  'comparison_context',
  'content',
  'description',
  'failure',
  'last_week_reason',
  'reasoning',
  'reliability',
  'statement',
  'summary',
  'undo_refused',
  'version_notice',
  'why_recommended',
])

/** The members that are lists of warnings: those of a result, and the reasons of a recommendation. */
const lists = new Set(['warnings', 'reasons'])

/**
 * Returns the result of an operation with a sentence for an audience, by default callers of the API, in place of each
 * warning and statement that SQL returned (`platform.warning`, `platform.statement`). Imports the sentences on first use.
 */
export async function withSentences<Body>(body: Body, audience?: Audience): Promise<Body> {
  const places = [...placesIn(body)]
  if (places.length === 0) return body
  const { sentenceOfWarning, sentencesOfWarnings } = await import('../sentences/warnings/warning.ts')
  const { sentenceOfStatement } = await import('../sentences/statements/statement.ts')
  const reader = audience ?? (await import('../sentences/audience.ts')).api
  for (const [holder, name] of places) {
    const member = holder[name]
    if (lists.has(name)) holder[name] = sentencesOfWarnings(member as Warning[], reader)
    else if (name === 'reason') holder[name] = sentenceOfRejection(member as Warning | Warning[])
    else holder[name] = sentenceOfStatement(member, reader)
  }
  return body

  function sentenceOfRejection(reasons: Warning | Warning[]): string {
    return [reasons]
      .flat()
      .map((reason) => sentenceOfWarning(reason, reader))
      .join(' ')
  }
}

/** Yields the objects of a result that have warnings or statements, with the names of these members. */
function* placesIn(body: unknown): Generator<[holder: Row, name: string]> {
  if (typeof body !== 'object' || body === null) return
  if (Array.isArray(body)) {
    // The rows of a list have the same form, so a list of texts or numbers is skipped by its first element.
    if (typeof body[0] === 'object') for (const row of body) yield* placesIn(row)
    return
  }
  for (const [name, member] of Object.entries(body as Row)) {
    if (typeof member !== 'object' || member === null) continue
    if (lists.has(name) && Array.isArray(member)) {
      if (member.length > 0) yield [body as Row, name]
    } else if (name === 'reason' && (Array.isArray(member) || 'reason' in member)) yield [body as Row, name]
    else if (members.has(name) && 'reason' in member) yield [body as Row, name]
    else yield* placesIn(member)
  }
}
