type Row = Record<string, unknown>

/** The members that can have a statement of SQL (`platform.statement`). Texts of merchants stay as they are. */
const members = new Set([
  'comparison_context',
  'content',
  'description',
  'reasoning',
  'statement',
  'summary',
  'why_recommended',
])

/**
 * Returns the result of an operation with a sentence in place of each warning and statement that SQL returned
 * (`platform.warning`, `platform.statement`). Imports the sentences on first use.
 */
export async function withSentences<Body>(body: Body): Promise<Body> {
  const places = [...placesIn(body)]
  if (places.length === 0) return body
  const { sentenceOfWarning } = await import('../sentences/warnings/warning.ts')
  const { sentenceOfStatement } = await import('../sentences/statements/statement.ts')
  for (const [holder, name] of places) {
    const member = holder[name]
    holder[name] = Array.isArray(member) ? member.map(sentenceOfWarning) : sentenceOfStatement(member)
  }
  return body
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
    if (name === 'warnings' && Array.isArray(member)) {
      if (member.length > 0) yield [body as Row, name]
    } else if (members.has(name) && 'reason' in member) yield [body as Row, name]
    else yield* placesIn(member)
  }
}
