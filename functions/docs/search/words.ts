/** Words that a question has and that say nothing about its subject. */
const stopWords = new Set(
  'a an and are as at be by can do does for from how i if in into is it my of on or our that the this to was we what when where which why with you your'.split(
    ' ',
  ),
)

export interface Word {
  /** As it is written, in lower case. */
  text: string
  /** As it is compared: without endings. */
  stem: string
}

/** Returns the words of a text. The parts of names in camel case and snake case are words. */
export function wordsOf(text: string): Word[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word.length <= 40)
    .map((word) => ({ text: word, stem: stemOf(word) }))
}

/** The words of a query without stop words, unless it has no others. */
export function wordsOfQuery(query: string): Word[] {
  const words = wordsOf(query)
  const telling = words.filter(({ text }) => !stopWords.has(text))
  return telling.length > 0 ? telling : words
}

/** Removes the endings of plurals, of verbs and of nouns made from verbs, so that "rotating" and "rotation" match "rotate". */
function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  const singular = word.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '')
  const short = singular.replace(/(ing|ed|ions?|e)$/, '')
  return short.length < 3 ? singular : short
}
