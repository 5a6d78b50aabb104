import { normalize } from '../language/normalize.ts'
import { escape } from '../language/spans.ts'
import type { QuestionContext } from '../question_context.ts'
import { platformPhrases } from './platforms.ts'

/**
 * Replaces the name of the brand, or its first word, in a question of how it does or of its numbers: "how is Aurora doing", "spend of
 * Aurora". A word that also names a platform, a campaign or another entity stays.
 */
export function withoutBrand(question: string, { brand_name: name = '', names, ...context }: QuestionContext): string {
  const wordsOf = (text: string) => normalize(text).split(/[^a-z0-9]+/)
  const { words: platforms } = platformPhrases(context.platforms, context.platform_aliases)
  const others = new Set(names.flatMap((entity) => wordsOf(entity.name)))
  const meant = [name, name.split(' ')[0] ?? '']
    .filter((part) => part.length > 2 && wordsOf(part).every((word) => !platforms.has(word) && !others.has(word)))
    .map(escape)
  if (meant.length === 0) return question
  const own = `(?:${meant.join('|')})`
  const doing = `\\b(how (?:is|was|are|did|does|has)) ${own} (do|doing|going|perform|performing|been)\\b`
  return question
    .replace(new RegExp(doing, 'i'), '$1 it $2')
    .replace(new RegExp(`\\b(of|for|in|at|from) ${own}(?=[ ?.,!]|$)(?! brand\\b)`, 'i'), '$1 us')
}
