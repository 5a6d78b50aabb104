import type { Audience } from '../sentences/audience.ts'
import type { Warning } from '../sentences/warnings/warning.ts'

/** The members of a result that may hold warnings. */
interface Warned {
  warnings?: Warning[]
  /** The reasons of a recommendation. */
  reasons?: Warning[]
  /** The reason of a rejected row, or several. */
  reason?: Warning | Warning[]
}

/**
 * Returns the result of an operation with a sentence for an audience, by default callers of the API, in place of each
 * warning that SQL returned (`platform.warning`). Imports the sentences on first use.
 */
export async function withSentences<Body>(body: Body, audience?: Audience): Promise<Body> {
  const warned = listWarned(body)
  if (warned.length === 0) return body
  const { sentenceOfWarning } = await import('../sentences/warnings/warning.ts')
  const reader = audience ?? (await import('../sentences/audience.ts')).api
  const sentenceOf = (warning: Warning) => sentenceOfWarning(warning, reader)
  for (const part of warned) {
    if (part.warnings) part.warnings = part.warnings.map(sentenceOf)
    if (part.reasons) part.reasons = part.reasons.map(sentenceOf)
    if (part.reason) part.reason = [part.reason].flat().map(sentenceOf).join(' ')
  }
  return body
}

/** Returns the parts of a result that have warnings: the result, objects nested in it, the rows of `data`, and rejected rows. */
function listWarned(body: unknown): Warned[] {
  if (typeof body !== 'object' || body === null) return []
  const { warnings, data, rejections } = body as Warned & { data?: unknown; rejections?: Warned[] }
  const rows = Array.isArray(data) && isWarned(data[0] as Warned | undefined) ? (data as Warned[]) : []
  const nested = Object.values(body).filter((member) => !Array.isArray(member))
  const own = Array.isArray(warnings) && warnings.length > 0 ? [body as Warned] : []
  return [...own, ...rows, ...(Array.isArray(rejections) ? rejections : []), ...nested.flatMap(listWarned)]
}

const isWarned = (row: Warned | undefined) => Array.isArray(row?.warnings) || Array.isArray(row?.reasons)
