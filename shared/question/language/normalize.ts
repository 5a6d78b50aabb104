import { editDistance } from '../../text/edit_distance.ts'
import { inIso } from '../time/numeric_dates.ts'

const units = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const teens = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen']
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const numbers = new Map<string, number>([
  ...[...units, ...teens].map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
  ['couple', 2],
  ['dozen', 12],
  ['hundred', 100],
])

const ordinals: Record<string, string> = { first: '1st', second: '2nd', third: '3rd', fourth: '4th' }

/**
 * Returns the question in lower case, with plain quotes and dashes, single spaces, number words as digits, and without
 * meaningless punctuation.
 */
export function normalize(question: string): string {
  const text = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/'s\b/g, '')
    .replace(/s'(?= |$)/g, 's')
    .replace(/(?<![\w/])w\/o(?![\w/])/g, 'without')
    .replace(/(?<![\w/])w\/ ?(?= |[a-z]{3})/g, 'with ')
    .replace(/'(?=[a-z])/g, '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/(?:>=|≥|=>) ?(?=[$€£]?\d)/g, ' at least ')
    .replace(/(?:<=|≤|=<) ?(?=[$€£]?\d)/g, ' at most ')
    .replace(/> ?(?=[$€£]?\d)/g, ' over ')
    .replace(/< ?(?=[$€£]?\d)/g, ' under ')
    .replace(/= ?(?=[$€£]?\d)/g, ' exactly ')
    .replace(/[?!;:()[\]{}<>*_~#|]+/g, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/,/g, ' , ')
    .replace(/\b(per|by|each|every)-(?=[a-z])/g, '$1 ')
    .replace(/\s+-\s+|--+/g, ' - ')
    .replace(/\s+/g, ' ')
    .trim()
  return inWords(inFigures(inIso(text)))
}

/** Abbreviations of time words. */
const shorthand: Readonly<Record<string, string>> = {
  lst: 'last',
  lw: 'last week',
  lm: 'last month',
  ly: 'last year',
  py: 'previous year',
  lq: 'last quarter',
  ttm: 'last 12 months',
  ltm: 'last 12 months',
  yest: 'yesterday',
  yday: 'yesterday',
  mth: 'month',
  mnth: 'month',
  mths: 'months',
  mnths: 'months',
  excl: 'excluding',
  incl: 'including',
  sans: 'without',
  avg: 'average',
  avrg: 'average',
  versus: 'vs',
}

function inWords(text: string): string {
  return text
    .replace(/\b[a-z]+\b/g, (word) => (Object.hasOwn(shorthand, word) ? (shorthand[word] as string) : word))
    .replace(
      /\b(?:t|p|l)(\d{1,3})(d|w|m)\b/g,
      (_, count, unit) => `last ${count} ${unit === 'd' ? 'days' : unit === 'w' ? 'weeks' : 'months'}`,
    )
    .replace(/\b(?:last |past )?(\d{1,3})d\b/g, 'last $1 days')
}

function inFigures(text: string): string {
  return text
    .replace(/\ba couple (of )?/g, '2 ')
    .replace(/\b([a-z]+)-(one|two|three|four|five|six|seven|eight|nine)\b/g, '$1 $2')
    .replace(
      /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) (one|two|three|four|five|six|seven|eight|nine)\b/g,
      (_, ten, unit) => String((numbers.get(ten as string) as number) + (numbers.get(unit as string) as number)),
    )
    .replace(/\b[a-z]+\b/g, (word) => {
      // "one" in "which one is better" is not a number.
      if (word === 'one' || word === 'second') return word
      const number = numbers.get(word)
      return number === undefined ? word : String(number)
    })
    .replace(/\bone (?=(day|week|month|quarter|year)s?\b)/g, '1 ')
}

/** Returns the number of an ordinal such as "first" or "3rd", or null. */
export function ordinal(word: string): number | null {
  const figure = ordinals[word] ?? word
  const [, digits] = /^(\d)(?:st|nd|rd|th)$/.exec(figure) ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * Repairs typing errors: an unknown word becomes the only known word within one edit (two from eight letters on), a
 * swap of neighboring letters counting as one (Damerau 1964). The first letter must be right or swapped with the
 * second. Words that are known, short or contain digits are kept.
 */
export function repair(text: string, known: ReadonlySet<string>, kept: ReadonlySet<string>): string {
  return text.replace(/"[^"]*"|[a-z]+/g, (word) => {
    const isKnown = known.has(word) || kept.has(word) || known.has(word.replace(/s$/, ''))
    if (word.startsWith('"') || word.length < 4 || isKnown) return word
    const reach = word.length >= 8 ? 2 : 1
    let best: { word: string; edits: number } | null = null
    for (const candidate of known) {
      if (candidate.length < 4 || Math.abs(candidate.length - word.length) > reach) continue
      const isSwapped = candidate[0] === word[1] && candidate[1] === word[0]
      if (candidate[0] !== word[0] && !isSwapped) continue
      const edits = editDistance(word, candidate, reach)
      if (edits > reach || (edits === 1 && isOtherWord(word, candidate))) continue
      if (best === null || edits < best.edits) best = { word: candidate, edits }
    }
    return best?.word ?? word
  })
}

/** Returns the typed words by what they were repaired to, without words that were also typed right. */
export function typedWords(plain: string, repaired: string): ReadonlyMap<string, string> {
  const typed = plain.split(' ')
  const pairs = repaired.split(' ').map((word, index) => [word, typed[index] ?? word] as const)
  return new Map(pairs.filter(([word, before]) => word !== before && !typed.includes(word)))
}

/** Whether a letter of a short word is replaced by one that is neither near on the keyboard nor similar in sound. */
function isOtherWord(word: string, candidate: string): boolean {
  if (word.length !== candidate.length || word.length > 5) return false
  const differing = [...word].map((letter, index) => [letter, candidate[index]] as const).filter(([a, b]) => a !== b)
  if (differing.length !== 1) return false
  const [a, b] = differing[0] as readonly [string, string]
  return !areNeighbors(a, b) && !(/[aeiou]/.test(a) && /[aeiou]/.test(b))
}

const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function areNeighbors(a: string, b: string): boolean {
  const place = (letter: string) => {
    const row = keyboard.findIndex((letters) => letters.includes(letter))
    return { row, column: (keyboard[row] ?? '').indexOf(letter) }
  }
  const [from, to] = [place(a), place(b)]
  return Math.abs(from.row - to.row) <= 1 && Math.abs(from.column - to.column) <= 1
}

/**
 * Replaces verbs of motion before a bound: "fell below 3" becomes "below 3", because a bound applies to the value, not
 * to the change.
 */
export function withoutMotion(text: string): string {
  return text.replace(
    /\b(?:fall|falls|fell|fallen|drop|drops|dropped|dip|dips|dipped|go|goes|went|rise|rises|rose|climb|climbs|climbed|stay|stays|stayed) (?=(?:over|above|below|under|beneath) [$€£]?\d)/g,
    '',
  )
}
