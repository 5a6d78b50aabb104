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

/**
 * Returns the parts of a result that have warnings: the result itself, its meta, an attribution that a page compares (`own`), and,
 * for lists of imports, its rows.
 */
function listWarned(body: unknown): Warned[] {
  if (typeof body !== 'object' || body === null) return []
  const { meta, own, data } = body as { meta?: Warned; own?: Warned; data?: unknown }
  const rows = Array.isArray(data) && (data[0] as Warned | undefined)?.warnings ? (data as Warned[]) : []
  return [body as Warned, meta, own, ...rows].filter((part): part is Warned => (part?.warnings?.length ?? 0) > 0)
}
