import type { Warning } from '../sentences/warnings/warning.ts'

interface Warned {
  warnings?: Warning[]
}

/**
 * Returns the result of an operation with a sentence in place of each warning that SQL returned (`platform.warning`).
 * Imports the sentences on first use.
 */
export async function withSentences<Body>(body: Body): Promise<Body> {
  const warned = listWarned(body)
  if (warned.length === 0) return body
  const { sentenceOfWarning } = await import('../sentences/warnings/warning.ts')
  for (const part of warned) part.warnings = part.warnings?.map(sentenceOfWarning) ?? []
  return body
}

/** Returns the objects of a result that have warnings: the result, objects nested in it, and the rows of `data`. */
function listWarned(body: unknown): Warned[] {
  if (typeof body !== 'object' || body === null) return []
  const { warnings, data } = body as Warned & { data?: unknown }
  const rows = Array.isArray(data) && (data[0] as Warned | undefined)?.warnings ? (data as Warned[]) : []
  const nested = Object.values(body).filter((member) => !Array.isArray(member))
  const own = Array.isArray(warnings) && warnings.length > 0 ? [body as Warned] : []
  return [...own, ...rows, ...nested.flatMap(listWarned)]
}
