/**
 * The lists of text feeds of Google Merchant Center: commas separate the values, and colons the parts of a value. A part with a comma, a
 * colon or a quotation mark is quoted, and quotation marks within it are doubled (Merchant Center Help, product_highlight and product_detail).
 */

/** Returns the text of a list of values with their parts. With `quotesAll`, every part is quoted. */
export function writeGoogleList(values: readonly (readonly string[])[], { quotesAll = false } = {}): string {
  const written = (part: string) => (quotesAll || /[,:"]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part)
  return values.map((parts) => parts.map(written).join(':')).join(',')
}

/** Returns the values of a list with their parts, or null for a text that is quoted in another way. */
export function readGoogleList(text: string): string[][] | null {
  const token = /(?:\s*"((?:[^"]|"")*)"\s*|([^",:]*))(,|:|$)/y
  const values: string[][] = [[]]
  for (;;) {
    const found = token.exec(text)
    if (!found) return null
    const [, quoted, plain = '', separator] = found
    values.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (separator === '') return values
    if (separator === ',') values.push([])
  }
}

/** Returns the parts of a detail: section, attribute and value, or attribute and value. */
export function partsOfDetail(detail: string): string[] {
  const [first = '', second, ...rest] = detail.split(':')
  const parts = second === undefined ? [first] : rest.length === 0 ? [first, second] : [first, second, rest.join(':')]
  return parts.map((part) => part.trim())
}
