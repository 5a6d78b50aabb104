import { holds } from './names.ts'
import type { EntityName, FoundName } from './names.ts'
import type { PlatformPhrases } from './platforms.ts'
import type { Reading, Span } from '../language/spans.ts'

/** What the answer excludes. */
export interface Exclusions {
  platforms: Span[]
  names: EntityName[]
  /** Parts of names: "excluding prospecting campaigns". */
  parts: { text: string; level: 'campaign' | 'adset' }[]
}

const strong =
  '(?:(?:not|nor|isnt|arent|wasnt|werent|doesnt|dont|didnt) (?:including|includes?|counting|count|running|run|coming from|come from|came from|in|on|from|for|of|with|the)|exclud(?:e|es|ing)|except(?:ing)?(?: for)?|without|excepting|ex|excl|less(?= \u0001)|other than|aside from|apart from|besides|minus|outside|rather than|instead of|omit(?:ting)?|ignor(?:e|ing)|skip(?:ping)?|leav(?:e|ing) (?:out|aside)|disregard(?:ing)?|(?<=\\b(?:all|every\\w*|any\\w*|each)\\b.*)but(?: not)?|but not|non)'
const weak = '(?:not|no|nor|isnt|arent|wasnt|werent|never)'
const filling =
  '(?:(?:from|on|in|for|of|at|the|our|my|any|all|to|with|include|including|count|counting|run|running|spent|come|coming|campaigns?|platforms?|channels?|sets?|ads?) )*'
// Names and platforms are replaced by runs of one character, so that a pattern can match them.
const thing = '\u0001+'
const things = `${thing}(?:(?: ,| and| or| nor| &| plus)+ ${filling}${thing})*`
// "Meta minus Google" is a difference, not an exclusion.
const before = new RegExp(`(?<![\\w-])(?<!${thing} (?=minus))(?:${strong}|${weak}) ${filling}${things}`, 'g')
const behind = new RegExp(
  `${things}(?: campaigns?| ads?)? (?:(?:is|are|being) )?(?:excluded|left out|omitted|not included|removed|aside)(?![\\w-])`,
  'g',
)
const part = new RegExp(
  `(?<![\\w-])${strong} (?:(?:for|from|on|in|the|our|my|any|all) )*([a-z0-9][a-z0-9 ,&-]*?) (campaigns?|ads?|ones?|one|ad sets?|adsets?|ad groups?)(?![\\w-])`,
)
const unread = new RegExp(`(?<![\\w-])${strong} (?:${filling})?((?:[a-z0-9&-]+ ?){1,3})`)

/** Returns the platforms and names that the question excludes, and removes their words from the text. */
export function readExclusions(
  reading: Reading,
  found: readonly FoundName[],
  names: readonly EntityName[],
  platformNames: PlatformPhrases,
): Exclusions {
  reading.text = reading.text.replace(/(?<![\w-])non-(?=[a-z])/g, 'non ')
  const platforms = reading.spansOf(platformNames.whole)
  let marked = reading.text
  for (const { index, length } of [...found, ...platforms.map(({ index, text }) => ({ index, length: text.length }))])
    marked = marked.slice(0, index) + '\u0001'.repeat(length) + marked.slice(index + length)
  const taken: { from: number; to: number }[] = []
  for (const pattern of [before, behind])
    for (const match of marked.matchAll(pattern)) taken.push({ from: match.index, to: match.index + match[0].length })
  const isLeftOut = ({ index }: { index: number }) => taken.some(({ from, to }) => index >= from && index < to)
  for (const { from, to } of taken) reading.blank(from, to - from)
  return {
    platforms: platforms.filter(isLeftOut),
    names: found.filter(isLeftOut),
    parts: readParts(reading, names),
  }
}

/** Whether the words before this position exclude what follows: "except last week". */
export function isTurned(text: string, index: number): boolean {
  return new RegExp(`(?<![\\w-])(?:${strong}|not|no) ${filling}$`).test(text.slice(0, index))
}

/** Returns the words of an exclusion that no rule matched, or null. */
export function unreadExclusion(reading: Reading): string | null {
  return unread.exec(reading.text)?.[0].trim() ?? null
}

/** Words that are not part of a name. Only the data determines which campaigns they mean, such as the top campaign. */
const described =
  /\b(?:top|best|worst|better|biggest|largest|smallest|highest|lowest|cheapest|strongest|weakest|main|perform\w*|paused?|active|inactive|archived?|ended|stopped|removed|deleted|expensive|profitable|losing|winning)\b/

function readParts(reading: Reading, names: readonly EntityName[]): Exclusions['parts'] {
  const match = part.exec(reading.text)
  if (match && described.test(match[1] as string)) return []
  // If campaigns are called "non-brand", "non" may be part of the name.
  const isName = match?.[0].startsWith('non ') && names.some(({ name }) => /\bnon[ -]?/i.test(name))
  if (match && !isName) {
    reading.blank(match.index, match[0].length)
    const level = /^ad ?(?:set|group)/.test(match[2] as string) ? ('adset' as const) : ('campaign' as const)
    return (match[1] as string)
      .split(/(?: ,| and| or| nor| &)+ /)
      .map((words) => ({ text: stem(words), level }))
      .filter(({ text }) => text !== '')
  }
  const rest = unread.exec(reading.text)
  if (!rest) return []
  if (described.test(rest[1] as string)) return []
  const words = (rest[1] as string).trim().split(' ')
  for (let count = words.length; count > 0; count--) {
    const text = words.slice(0, count).join(' ')
    const level = (['campaign', 'adset'] as const).find((of) =>
      names.some((name) => name.level === of && holds(name, text)),
    )
    if (text.length < 3 || level === undefined) continue
    reading.blank(rest.index, rest[0].indexOf(rest[1] as string) + text.length)
    return [{ text, level }]
  }
  return []
}

/** "branded" campaigns are those whose name contains "brand". */
function stem(words: string): string {
  return words.trim().replace(/(ed|ing|s)$/, '')
}
