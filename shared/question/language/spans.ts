export interface Span {
  name: string
  text: string
  index: number
}

/** A question during interpretation. Words that a rule has matched are blanked, so that each word is used once. */
export class Reading {
  text: string

  constructor(text: string) {
    this.text = ` ${text} `
  }

  /** Returns the first match of a pattern and removes it from the text. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(this.text)
    if (match) this.blank(match.index, match[0].length)
    return match
  }

  /** Removes every match of a global pattern. */
  takeAll(pattern: RegExp): void {
    for (const match of this.text.matchAll(pattern)) this.blank(match.index, match[0].length)
  }

  has(pattern: RegExp): boolean {
    return pattern.test(this.text)
  }

  /** Returns all phrases that occur, in the order of the text, and removes them. Longer phrases take precedence. */
  takePhrases(phrases: Readonly<Record<string, readonly string[]>>): Span[] {
    const found: Span[] = []
    for (const { name, phrase } of longestFirst(phrases)) {
      if (!this.text.includes(phrase)) continue
      const pattern = new RegExp(`(?<![\\w-])${escape(phrase)}(?![\\w-])`)
      for (let match = this.take(pattern); match; match = this.take(pattern)) {
        found.push({ name, text: phrase, index: match.index })
      }
    }
    return found.toSorted((a, b) => a.index - b.index)
  }

  /** Returns all phrases that occur, and keeps them. */
  spansOf(phrases: Readonly<Record<string, readonly string[]>>): Span[] {
    const copy = new Reading('')
    copy.text = this.text
    return copy.takePhrases(phrases)
  }

  blank(index: number, length: number): void {
    this.text = this.text.slice(0, index) + ' '.repeat(length) + this.text.slice(index + length)
  }

  /** The words that no rule has removed. */
  get words(): string[] {
    return this.text.match(/[a-z0-9][a-z0-9%.'-]*/g) ?? []
  }
}

export function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

interface Phrase {
  name: string
  phrase: string
}

const sorted = new WeakMap<Readonly<Record<string, readonly string[]>>, readonly Phrase[]>()

function longestFirst(phrases: Readonly<Record<string, readonly string[]>>): readonly Phrase[] {
  const known = sorted.get(phrases)
  if (known) return known
  const list = Object.entries(phrases)
    .flatMap(([name, texts]) => texts.map((phrase) => ({ name, phrase })))
    .toSorted((a, b) => b.phrase.length - a.phrase.length)
  sorted.set(phrases, list)
  return list
}

export function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
