import { editDistance } from '../../../shared/text/edit_distance.ts'
import type { Word } from './words.ts'

interface Spelling extends Word {
  /** One bit for each letter from a to z that it contains. */
  letters: number
}

/** The spellings of the documentation, to correct a word that has none of them. */
export class Spellings {
  readonly #byLength = new Map<number, Spelling[]>()
  readonly #known = new Set<string>()

  add({ text, stem }: Word): void {
    if (this.#known.has(text)) return
    this.#known.add(text)
    const spelling = { text, stem, letters: lettersOf(text) }
    const same = this.#byLength.get(text.length)
    if (same) same.push(spelling)
    else this.#byLength.set(text.length, [spelling])
  }

  /**
   * Returns the spelling with the fewest edits: at most one from four letters on, at most two from seven letters on. Of several, the one
   * with the most passages. Null if there is none. Compares only spellings of a similar length and with similar letters, because anyone
   * may send words that no page has.
   */
  nearest(word: string, passagesOf: (stem: string) => number): Word | null {
    if (word.length < 4) return null
    const most = word.length < 7 ? 1 : 2
    const letters = lettersOf(word)
    let best: { spelling: Spelling; edits: number; passages: number } | null = null
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const spelling of this.#byLength.get(length) ?? []) {
        // An edit adds one letter and removes one, at most.
        if (bitsOf(letters ^ spelling.letters) > 2 * most) continue
        const edits = editDistance(word, spelling.text, most)
        if (edits > most || edits > (best?.edits ?? most)) continue
        const passages = passagesOf(spelling.stem)
        if (best === null || edits < best.edits || passages > best.passages) best = { spelling, edits, passages }
      }
    }
    return best?.spelling ?? null
  }
}

function lettersOf(word: string): number {
  let letters = 0
  for (const letter of word) if (letter >= 'a' && letter <= 'z') letters |= 1 << (letter.charCodeAt(0) - 97)
  return letters
}

function bitsOf(number: number): number {
  let bits = 0
  for (let rest = number; rest !== 0; rest &= rest - 1) bits++
  return bits
}
