import { normalize } from '../language/normalize.ts'
import { escape } from '../language/spans.ts'
import type { Reading } from '../language/spans.ts'

export interface EntityName {
  name: string
  level: 'campaign' | 'adset' | 'ad' | 'account'
}

/** Neighboring words of a question that are words of names, with every name that contains them all. */
export interface NamePart {
  text: string
  names: EntityName[]
}

/** A name with its position in the text. */
export interface FoundName extends EntityName {
  index: number
  length: number
}

export interface FoundNames {
  found: FoundName[]
  /** A quoted text that no name contains. */
  unknown: string | null
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
 * Finds the brand's own names in a question: quoted ones if they equal a name or only one name contains them, others if
 * the whole name is in the text, longest first, and "the tents campaigns" if names contain that word. A quoted text
 * that several names contain is ambiguous; one that no name contains is unknown. `parts` are words that the caller matched
 * to one name each.
 */
export function findNames(
  reading: Reading,
  names: readonly EntityName[],
  isWord: (word: string) => boolean,
  parts: readonly NamePart[] = [],
): FoundNames {
  const found: FoundName[] = []
  for (const { text, names: meant } of parts) {
    const match = reading.take(
      new RegExp(`(?<![\\w-])${text.split(' ').map(escape).join('(?: |-| [|&/-] ?)')}(?![\\w-])`),
    )
    if (match && meant[0]) found.push({ ...meant[0], ...placeOf(match) })
  }
  for (let match = reading.take(/"([^"]+)"/); match; match = reading.take(/"([^"]+)"/)) {
    const quoted = (match[1] as string).trim()
    const exact = names.filter(({ name }) => normalize(name) === quoted)
    const candidates =
      exact.length > 0 ? exact.slice(0, 1) : names.filter(({ name }) => normalize(name).includes(quoted))
    if (candidates.length > 1)
      return { found, unknown: null, isAmbiguous: true, candidates: candidates.slice(0, 3).map(({ name }) => name) }
    if (!candidates[0]) return { found, unknown: quoted, isAmbiguous: false, candidates: [] }
    found.push({ ...candidates[0], ...placeOf(match) })
  }
  const spelled = names
    .map((entity) => ({ entity, text: normalize(entity.name) }))
    .filter(({ text }) => text.length >= lengthMin && !commonWords.has(text))
    .toSorted((a, b) => b.text.length - a.text.length)
  for (const { entity, text } of spelled) {
    if (!reading.text.includes(text)) continue
    const match = reading.take(new RegExp(`(?<![\\w-])${escape(text)}(?![\\w-])`))
    if (match) found.push({ ...entity, ...placeOf(match) })
  }
  return {
    found: [...found, ...partsOfNames(reading, names, isWord)],
    unknown: null,
    isAmbiguous: false,
    candidates: [],
  }
}

const calledSo = /(?<![\w-])((?:[a-z0-9&|_-]+ ){1,3})(campaigns?|ad sets?|adsets?|ad groups?)(?![\w-])/g
const turned =
  /\b(?:not|non|without|exclud\w*|except\w*|but|other|than|minus|besides|apart|aside|ignor\w*|omit\w*|skip\w*|nor)\b/

/** Returns the names that contain the words before "campaigns" or "ad set", if these words have no other meaning. */
function partsOfNames(reading: Reading, names: readonly EntityName[], isWord: (word: string) => boolean): FoundName[] {
  const found: FoundName[] = []
  for (const match of reading.text.matchAll(calledSo)) {
    if (turned.test(reading.text.slice(Math.max(0, match.index - 20), match.index + (match[1] as string).length)))
      continue
    const level = /^ad ?(?:set|group)/.test(match[2] as string) ? 'adset' : 'campaign'
    const words = (match[1] as string).trim().split(' ')
    const from = words.findLastIndex((word) => isWord(word)) + 1
    const part = words.slice(from).join(' ')
    const holding = part.length < 3 ? [] : names.filter((name) => name.level === level && holdsWords(name, part))
    const index = match.index + (match[1] as string).indexOf(part)
    found.push(...holding.map((name) => ({ ...name, index, length: part.length })))
    if (holding.length > 0) reading.blank(index, part.length)
  }
  return found
}

/** Whether a name contains the words. */
export function holds({ name }: EntityName, text: string): boolean {
  return ` ${normalize(name).replace(/[^a-z0-9]+/g, ' ')}`.includes(` ${text}`)
}

function holdsWords(name: EntityName, words: string): boolean {
  return ` ${normalize(name.name).replace(/[^a-z0-9]+/g, ' ')} `.includes(` ${words} `)
}

function placeOf(match: RegExpExecArray): { index: number; length: number } {
  return { index: match.index, length: match[0].length }
}
