import { normalize } from '../language/normalize.ts'
import type { Reading } from '../language/spans.ts'
import { fillers } from '../language/words.ts'
import type { Interpretation } from '../interpretation.ts'
import type { QuestionContext } from '../question_context.ts'
import type { EntityName, NamePart } from './names.ts'

const notNames =
  /^(?:\d+(?:[.,]\d+)?%?|not|no|non|nor|without|except|but|other|than|minus|or|should|shall|must|if|why|when|who|brand|company|shop|store)$/

/** Words of time, which are no name by themselves: "days" is not the ad set "Visitors 30 days". */
const ofTime = /^(?:days?|weeks?|months?|quarters?|years?|hours?|today|yesterday|left|remaining|ago|past|last|next)$/

/**
 * Returns the words that no rule has matched and that names of campaigns or ad sets contain as whole words: "tents" for
 * "Search | Tents". A plural matches its singular. Campaigns are preferred to ad sets, and whole names to parts.
 */
export function partsOfQuestion(reading: Reading, known: readonly EntityName[]): NamePart[] {
  const words = groupsOf(reading)
  if (words.length === 0) return []
  const names = known.map((name) => ({ name, words: wordsOf(name) }))
  return words.flatMap((group) => {
    const named = group.filter((word) => names.some((name) => name.words.some((other) => isSame(word, other))))
    if (named.every((word) => ofTime.test(word))) return []
    const holding = names.filter((name) => named.every((word) => name.words.some((other) => isSame(word, other))))
    const text = named.join(' ')
    if (holding.length === 0) return named.map((word) => partOf(word, names, [word]))
    return [partOf(text, holding, named)]
  })
}

const ofNames = ['campaign_name', 'campaign_name_not', 'adset_name', 'adset_name_not']

/** Adds how many names no word was compared with, if one of them could have changed how the question is read. */
export function withNamesLeftOut(
  read: Interpretation,
  { names_left_out: leftOut = 0 }: QuestionContext,
): Interpretation {
  const isOfNames = read.unmatched.length > 0 || read.intent === null || ofNames.some((name) => name in read.filters)
  if (leftOut === 0 || !isOfNames) return read
  const warning =
    `The words of the question were compared with 5000 names of campaigns and ad sets and 5000 names of accounts and ads. ` +
    `The brand has ${leftOut} more, so a name can be missing.`
  return { ...read, warnings: [...read.warnings, warning] }
}

interface SplitName {
  name: EntityName
  words: string[]
}

function partOf(text: string, names: readonly SplitName[], words: readonly string[]): NamePart {
  const holding = names.filter((name) => words.every((word) => name.words.some((other) => isSame(word, other))))
  const level = ['campaign', 'adset', 'account', 'ad'].find((of) => holding.some(({ name }) => name.level === of))
  const ofLevel = holding.filter(({ name }) => name.level === level)
  const whole = ofLevel.filter((name) => name.words.join(' ') === text)
  return { text, names: (whole.length > 0 ? whole : ofLevel).map(({ name }) => name) }
}

function wordsOf({ name }: EntityName): string[] {
  return normalize(name).match(/[a-z0-9]+/g) ?? []
}

function isSame(word: string, other: string): boolean {
  return word === other || (word.length > 3 && (word === `${other}s` || other === `${word}s`))
}

/** The remaining words with a meaning, neighbors together. */
function groupsOf(reading: Reading): string[][] {
  const groups: string[][] = []
  let end = -9
  for (const match of reading.text.matchAll(/[a-z0-9][a-z0-9%.']*/g)) {
    const [word] = match
    if (fillers.has(word) || word.length < 2 || notNames.test(word)) continue
    const isNext = /^(?: |-| [|&/-] ?)$/.test(reading.text.slice(end, match.index))
    if (isNext && end > 0) groups.at(-1)?.push(word)
    else groups.push([word])
    end = match.index + word.length
  }
  return groups
}
