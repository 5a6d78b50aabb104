import { inIso } from './numeric_dates.ts'

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

/** Lower case, plain quotes and dashes, one blank between words, numbers in figures, and no punctuation that means nothing. */
export function normalise(question: string): string {
  const text = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/'s\b/g, '')
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
  return inFigures(inIso(text))
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
      // "which one is better" counts nothing.
      if (word === 'one' || word === 'second') return word
      const number = numbers.get(word)
      return number === undefined ? word : String(number)
    })
    .replace(/\bone (?=(day|week|month|quarter|year)s?\b)/g, '1 ')
}

/** "first" to "fourth" as figures, where an order is meant. */
export function ordinal(word: string): number | null {
  const figure = ordinals[word] ?? word
  const [, digits] = /^(\d)(?:st|nd|rd|th)$/.exec(figure) ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * Repairs slips of the pen: a word that nobody knows becomes the one known word within one edit (two from eight letters
 * on), swapped neighbours counting as one (Damerau 1964). Words that are known, short or hold figures stay.
 */
export function repair(text: string, known: ReadonlySet<string>): string {
  return text.replace(/"[^"]*"|[a-z]+/g, (word) => {
    if (word.startsWith('"') || word.length < 4 || known.has(word) || known.has(word.replace(/s$/, ''))) return word
    const reach = word.length >= 8 ? 2 : 1
    let best: { word: string; edits: number } | null = null
    for (const candidate of known) {
      if (candidate.length < 4 || Math.abs(candidate.length - word.length) > reach) continue
      const edits = distance(word, candidate, reach)
      if (edits > reach) continue
      const isBetter =
        best === null ||
        edits < best.edits ||
        (edits === best.edits && candidate[0] === word[0] && best.word[0] !== word[0])
      if (isBetter) best = { word: candidate, edits }
    }
    return best?.word ?? word
  })
}

/** Insertions, deletions, replacements and swaps of neighbours between two words; more than `max` is as good as infinite. */
export function distance(a: string, b: string, max: number): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min((previous[j] as number) + 1, (row[j - 1] as number) + 1, (previous[j - 1] as number) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] as number) + 1)
      row.push(edits)
    }
    if (Math.min(...row) > max) return max + 1
    before = previous
    previous = row
  }
  return previous[b.length] as number
}
