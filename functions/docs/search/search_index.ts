import { isOperation } from '../pages/layout.ts'
import { slug } from '../pages/markdown.ts'
import type { Page } from '../pages/page.ts'
import { Spellings } from './spellings.ts'
import { wordsOf, wordsOfQuery } from './words.ts'

/** A part of a page: from one heading to the next. */
interface Passage {
  page: Page
  /** Null for the part before the first heading. */
  heading: string | null
  /** The text without blocks of code. */
  prose: string
  /** How much each stem counts: in the title 8, in the description 5, in a heading 4, and in the text 1 each time. */
  weights: Map<string, number>
  length: number
}

export type Kind = 'guide' | 'operation' | 'error'

export interface Found {
  path: string
  title: string
  /** The heading that the words are below, with its anchor. */
  heading: { text: string; anchor: string } | null
  excerpt: string
}

export interface Answer {
  /** The best passage of each page, by kind of page, best first. Kinds without a page are absent. */
  found: { kind: Kind; pages: Found[] }[]
  /** The words of the query that no page has, with the near word that was searched instead, or null. */
  replaced: { word: string; by: string | null }[]
  /** The words of the query that were not searched, because it has too many. */
  omitted: string[]
}

/** The number of words of a query that are searched. */
export const queryWordsMax = 8

/** The constants of BM25 (Robertson and Zaragoza 2009). */
const [saturation, lengthPart] = [6, 0.3]
/** The factor of tables of fields: they repeat the words of the guides and of other operations. */
const fieldsPart = 0.3
const excerptLetters = 180
const pagesOfKindMax = 8
/** Guides are for all readers, so they come first unless a page of another kind is much better. */
const importance: Record<Kind, number> = { guide: 2, operation: 1, error: 1 }

/** Ranks the passages of pages by BM25 with weighted fields. */
export class SearchIndex {
  readonly #passages: Passage[]
  /** The passages with a word, by its stem. */
  readonly #postings = new Map<string, Passage[]>()
  readonly #spellings = new Spellings()
  readonly #meanLength: number

  constructor(pages: readonly Page[]) {
    this.#passages = pages.flatMap((page) => passagesOf(page, this.#spellings))
    for (const passage of this.#passages) {
      for (const word of passage.weights.keys()) {
        const postings = this.#postings.get(word)
        if (postings) postings.push(passage)
        else this.#postings.set(word, [passage])
      }
    }
    this.#meanLength = this.#passages.reduce((sum, { length }) => sum + length, 0) / this.#passages.length
  }

  search(query: string): Answer {
    const replaced: Answer['replaced'] = []
    const given = [...new Map(wordsOfQuery(query).map((word) => [word.stem, word])).values()]
    const known = given.slice(0, queryWordsMax).flatMap(({ text, stem }) => {
      const longer = this.#longerStem(stem)
      if (longer !== null) return longer
      const near = this.#spellings.nearest(text, (known) => this.#frequency(known))
      replaced.push({ word: text, by: near?.text ?? null })
      return near?.stem ?? []
    })
    const omitted = given.slice(queryWordsMax).map(({ text }) => text)
    const words = [...new Set(known)]
    const scores = new Map<Passage, { score: number; words: number }>()
    for (const word of words) {
      const postings = this.#postings.get(word) ?? []
      const rarity = Math.log(1 + this.#passages.length / postings.length)
      for (const passage of postings) {
        const before = scores.get(passage) ?? { score: 0, words: 0 }
        scores.set(passage, { score: before.score + rarity * this.#part(passage, word), words: before.words + 1 })
      }
    }
    // A passage with all words precedes one with many occurrences of one word.
    const ranked = [...scores]
      .map(([passage, { score, words: held }]) => ({ passage, score: score * (held / words.length) ** 2 }))
      .toSorted((one, two) => two.score - one.score || one.passage.page.path.localeCompare(two.passage.page.path))
    return { found: byKind(ranked, words), replaced, omitted }
  }

  #part({ page, heading, weights, length }: Passage, word: string): number {
    const weight = weights.get(word) ?? 0
    // A short passage does not precede the page about the word.
    const relativeLength = Math.max(1, length / this.#meanLength)
    const part = isOperation(page) && heading !== null ? fieldsPart : 1
    const isSubject = heading === null && weight >= 5
    return (
      (isSubject ? 0.5 : 0) + (part * weight) / (weight + saturation * (1 - lengthPart + lengthPart * relativeLength))
    )
  }

  /** The stem itself, else the most frequent stem that begins with it. */
  #longerStem(stem: string): string | null {
    if (this.#postings.has(stem)) return stem
    let frequent: string | null = null
    for (const known of stem.length < 3 ? [] : this.#postings.keys())
      if (known.startsWith(stem) && (frequent === null || this.#frequency(known) > this.#frequency(frequent)))
        frequent = known
    return frequent
  }

  #frequency(word: string): number {
    return this.#postings.get(word)?.length ?? 0
  }
}

/** Groups the best passage of each page by kind. The kind with the best page, weighted by importance, is first. */
function byKind(ranked: readonly { passage: Passage; score: number }[], words: readonly string[]): Answer['found'] {
  const pages = new Set<Page>()
  const groups = new Map<Kind, { kind: Kind; pages: Found[]; score: number }>()
  for (const { passage, score } of ranked) {
    if (pages.has(passage.page)) continue
    pages.add(passage.page)
    const kind = kindOf(passage.page)
    const group = groups.get(kind) ?? { kind, pages: [], score: score * importance[kind] }
    if (group.pages.length < pagesOfKindMax) group.pages.push(foundOf(passage, words))
    groups.set(kind, group)
  }
  return [...groups.values()].toSorted((one, two) => two.score - one.score)
}

function kindOf(page: Page): Kind {
  return isOperation(page) ? 'operation' : page.path.startsWith('errors') ? 'error' : 'guide'
}

function passagesOf(page: Page, spellings: Spellings): Passage[] {
  const [, ...parts] = `\n${page.markdown.replace(/^# .+\n/, '## \n')}`.split(/^#{2,3} /m)
  return parts.map((part) => {
    const [first = '', ...lines] = part.split('\n')
    const heading = first.trim() || null
    const markdown = lines.join('\n')
    const text = plain(markdown)
    const prose = plain(markdown.replaceAll(/^```[^]*?^```/gm, ''))
    const weights = new Map<string, number>()
    const add = (words: string, weight: number) => {
      for (const word of wordsOf(words)) {
        weights.set(word.stem, (weights.get(word.stem) ?? 0) + weight)
        spellings.add(word)
      }
    }
    add(page.title, heading === null ? 8 : 3)
    add(`${page.path} ${page.about}`, heading === null ? 5 : 1)
    add(heading ?? '', 4)
    add(text, 1)
    return { page, heading, prose, weights, length: wordsOf(text).length }
  })
}

/** The text of Markdown without its signs. Tables keep their words. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/^<!--.*-->$/gm, '')
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\||^[-#>]+ |-{3,}/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function foundOf({ page, heading, prose }: Passage, words: readonly string[]): Found {
  const anchor = heading === null ? null : { text: heading.replaceAll('`', ''), anchor: slug(heading) }
  return { path: page.path, title: page.title, heading: anchor, excerpt: excerptOf(prose || page.about, words) }
}

/** The part of a text from the sentence with the first of the words on. */
function excerptOf(text: string, words: readonly string[]): string {
  const sentences = text.split(/(?<=[.:]) /)
  const first = sentences.findIndex((sentence) => wordsOf(sentence).some(({ stem }) => words.includes(stem)))
  const rest = sentences.slice(Math.max(0, first)).join(' ')
  return rest.length > excerptLetters ? `${rest.slice(0, excerptLetters).replace(/\s\S*$/, '')} …` : rest
}
