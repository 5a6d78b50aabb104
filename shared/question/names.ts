import { normalise } from './normalise.ts'
import { escape } from './spans.ts'
import type { Reading } from './spans.ts'

export interface EntityName {
  name: string
  level: 'campaign' | 'adset' | 'ad'
}

/** A name with the place in the text where it stood. */
export interface FoundName extends EntityName {
  index: number
  length: number
}

export interface FoundNames {
  found: FoundName[]
  isAmbiguous: boolean
  candidates: string[]
}

const lengthMin = 4
const commonWords = new Set([
  'brand',
  'search',
  'shopping',
  'video',
  'test',
  'sales',
  'leads',
  'traffic',
  'google',
  'meta',
  'facebook',
  'tiktok',
  'campaign',
  'spend',
  'revenue',
])

/**
 * The brand's own names in a question: quoted ones as they are or as the only name that holds them, others where the whole
 * name stands in the text, longest first. A quoted text that several names hold is ambiguous.
 */
export function findNames(reading: Reading, names: readonly EntityName[]): FoundNames {
  const found: FoundName[] = []
  for (let match = reading.take(/"([^"]+)"/); match; match = reading.take(/"([^"]+)"/)) {
    const quoted = (match[1] as string).trim()
    const exact = names.filter(({ name }) => normalise(name) === quoted)
    const holding = names.filter(({ name }) => normalise(name).includes(quoted))
    const candidates = exact.length > 0 ? exact.slice(0, 1) : holding
    if (candidates.length > 1)
      return { found, isAmbiguous: true, candidates: candidates.slice(0, 3).map(({ name }) => name) }
    found.push({ ...(candidates[0] ?? { name: quoted, level: 'campaign' }), ...placeOf(match) })
  }
  const spelled = names
    .map((entity) => ({ entity, text: normalise(entity.name) }))
    .filter(({ text }) => text.length >= lengthMin && !commonWords.has(text))
    .toSorted((a, b) => b.text.length - a.text.length)
  for (const { entity, text } of spelled) {
    if (!reading.text.includes(text)) continue
    const match = reading.take(new RegExp(`(?<![\\w-])${escape(text)}(?![\\w-])`))
    if (match) found.push({ ...entity, ...placeOf(match) })
  }
  if (found.length === 0) {
    // A name that the brand does not have is still no other name: "in prospecting us" must not answer for everything.
    const spoken = reading.take(
      /(?<=\b(?:in|for|from|within|of) (?:the )?(?:campaign |ad set )?)((?:[a-z0-9&|_-]+ ){0,3}(?:prospecting|retargeting|remarketing|lookalikes?|awareness|evergreen|pmax|performance max|brand search|non-?brand|dpa|asc)(?: [a-z0-9&|_-]+){0,2}?)(?= (?:by|on|in|last|this|for|over|during|$)| {2}| campaigns?|$)/,
    )
    if (spoken) found.push({ name: (spoken[1] as string).trim(), level: 'campaign', ...placeOf(spoken) })
  }
  return { found, isAmbiguous: false, candidates: [] }
}

function placeOf(match: RegExpExecArray): { index: number; length: number } {
  return { index: match.index, length: match[0].length }
}
