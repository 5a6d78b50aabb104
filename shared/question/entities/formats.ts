import type { Reading } from '../language/spans.ts'

const words: Readonly<Record<string, RegExp>> = {
  video: /\bvideos?\b/,
  image: /\b(?:images?|statics?|photos?|pictures?)\b/,
  carousel: /\bcarousels?\b/,
}

/** Returns the formats of creatives that the question asks for. */
export function readFormats(reading: Reading): string[] {
  return Object.entries(words)
    .filter(([, pattern]) => reading.take(pattern) !== null)
    .map(([format]) => format)
}

const fatigue = /\b(?:fatigu\w*|wear(?:s|ing)? out|worn out|wore out|burn(?:ed|t|ing)? out)(?![\w-])/

interface Fatigue {
  states: string[]
  unread: string[]
}

/**
 * Returns the fatigue states that the question asks for. `unread` has the words that the answer does not take into
 * account: a negation, a sort order by fatigue, or fatigue in an answer that is not about creatives.
 */
export function readFatigue(text: string, isOfCreatives: boolean, isSorted: boolean): Fatigue {
  const match = fatigue.exec(text)
  if (!match) return { states: [], unread: [] }
  if (!isOfCreatives) return { states: [], unread: [match[0]] }
  const isNegated = /\b(?:not|no|without|never|isnt|arent|dont|un)\b/.test(text)
  return { states: ['fatigued', 'fatiguing'], unread: isNegated || isSorted ? [match[0]] : [] }
}
