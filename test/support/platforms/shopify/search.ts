/** The fields of an object that a search query can name, as comparable texts. */
export type Searchable = Record<string, string>

export interface SearchWarning {
  field: string
  message: string
}

interface Term {
  field: string
  operator: string
  value: string
}

const termPattern = /^(-?)([a-z_]+):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|([^\s'"()]+))$/

/**
 * Reads a search query such as `updated_at:>='2026-11-01T00:00:00Z' AND status:open`. Shopify ignores a field that it does
 * not know, and says so in a warning only.
 */
export function readSearch(
  query: string | null | undefined,
  known: readonly string[],
): { test: (object: Searchable) => boolean; warnings: SearchWarning[] } {
  const terms: Term[] = []
  const warnings: SearchWarning[] = []
  for (const text of wordsOf(query ?? '')) {
    if (text === 'AND') continue
    const [, minus, field = '', operator = '=', single, double, bare] = termPattern.exec(text) ?? []
    if (!field || minus || !known.includes(field))
      warnings.push({ field: field || text, message: 'Invalid search field for this query.' })
    else terms.push({ field, operator, value: single ?? double ?? bare ?? '' })
  }
  return { test: (object) => terms.every((term) => holds(term, object)), warnings }
}

function wordsOf(query: string): string[] {
  return query.match(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g) ?? []
}

function holds({ field, operator, value }: Term, object: Searchable): boolean {
  const found = object[field] ?? ''
  const order = compare(found, value)
  if (operator === '=') return field.endsWith('_at') ? order === 0 : found.toLowerCase() === value.toLowerCase()
  return { '>': order > 0, '>=': order >= 0, '<': order < 0, '<=': order <= 0 }[operator as '>']
}

/** Compares times as instants, numbers as numbers, and all else as text. */
function compare(one: string, other: string): number {
  const [left, right] =
    /^\d+$/.test(one) && /^\d+$/.test(other) ? [Number(one), Number(other)] : [Date.parse(one), Date.parse(other)]
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right
  return one < other ? -1 : one > other ? 1 : 0
}
