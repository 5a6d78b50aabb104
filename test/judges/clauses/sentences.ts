/** A sentence of a text with the heading above it. */
export interface Sentence {
  heading: string
  text: string
}

/**
 * Returns the sentences of a Markdown text that contain MUST, without its code blocks. Lines of a paragraph or a list item are
 * joined, and a row of a table is one sentence. After a sentence with MUST that ends with a colon, all items of the list and rows
 * of the table count.
 */
export function mustSentences(markdown: string): Sentence[] {
  const found: Sentence[] = []
  let heading = ''
  let block: string[] = []
  let isCode = false
  let isListed = false
  const close = () => {
    const text = block.join(' ').replaceAll(/\s+/g, ' ').trim()
    block = []
    if (text === '') return
    if (/^\|[-:| ]+$/.test(text)) {
      // The row above is the head of the table.
      if (isListed) found.pop()
      return
    }
    const item = /^(?:[-*+]|\d+\.) (.*)$/.exec(text)?.[1]
    isListed &&= item !== undefined || text.startsWith('|')
    const sentences = text.startsWith('|') ? [text] : sentencesOf(item ?? text)
    for (const sentence of sentences) {
      if (isListed || /\bMUST\b/.test(sentence)) found.push({ heading, text: sentence })
    }
    const last = sentences.at(-1) ?? ''
    isListed ||= /\bMUST\b/.test(last) && last.endsWith(':')
  }
  for (const line of markdown.split('\n')) {
    const shown = line.trim()
    if (/^(```|~~~)/.test(shown)) {
      close()
      isCode = !isCode
    } else if (!isCode) {
      if (shown === '' || /^(#|[-*+] |\d+\. |\||!!!|===)/.test(shown)) close()
      if (shown.startsWith('#')) {
        heading = shown.replace(/^#+ /, '')
        isListed = false
      } else if (shown !== '') block.push(shown)
    }
  }
  close()
  return found
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:][*)"`]*) (?=[*("`]*[A-Z])/).map((sentence) => sentence.trim())
}
