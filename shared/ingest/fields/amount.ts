const plainNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/
const absent = new Set(['', '-', '--', '—', '–', 'n/a', 'na', 'null'])
const currencyBefore = /^(-?)([a-z]{2,3}(?=[\s\d])|[a-z]{0,3}[$€£¥₹₫₩₺])\s*/
const currencyAfter = /\s*[$€£¥₹₫₩₺]$|\s[a-z]{3}$/
const groupingSpace = /(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g

/** Returns the number of a cell; null if nothing was reported, undefined if the text is not a number. */
export function parseAmount(cell: string, hasDecimalComma: boolean): number | null | undefined {
  if (!hasDecimalComma && plainNumber.test(cell)) return finite(cell)
  const text = cell.trim().toLowerCase()
  if (absent.has(text)) return null
  const bare = text.replace(currencyBefore, '$1').replace(currencyAfter, '').replace(groupingSpace, '')
  const plain = withDecimalPoint(bare, hasDecimalComma)
  return plainNumber.test(plain) ? finite(plain) : undefined
}

function finite(text: string): number | undefined {
  const amount = Number(text)
  return Number.isFinite(amount) ? amount : undefined
}

/** Whether a file writes decimals with a comma, judged by its unambiguous numbers; `isPresumed` without any. */
export function showsDecimalComma(cells: readonly string[], isPresumed: boolean): boolean {
  const commas = cells.filter((cell) => /^-?(\d+|\d{1,3}([.\s\u00a0\u202f]\d{3})+),\d{1,2}$/.test(cell)).length
  const points = cells.filter((cell) => /^-?(\d+|\d{1,3}([,\s\u00a0\u202f]\d{3})+)\.\d{1,2}$/.test(cell)).length
  return commas === points ? isPresumed : commas > points
}

/** Returns the number with a decimal point and without thousands separators, where text or file is unambiguous. */
function withDecimalPoint(text: string, hasDecimalComma: boolean): string {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  if (comma >= 0 && point >= 0) {
    const [thousands, decimal] = comma > point ? ['.', ','] : [',', '.']
    const whole = text.slice(0, Math.max(comma, point))
    return isGrouped(whole, thousands) ? text.replaceAll(thousands, '').replace(decimal, '.') : text
  }
  const separator = comma >= 0 ? ',' : '.'
  const isRepeated = text.indexOf(separator) !== text.lastIndexOf(separator)
  const isDecimal = (separator === ',') === hasDecimalComma
  // A repeated separator groups thousands. A single one that is not before three digits is the decimal separator.
  if (isRepeated || (!isDecimal && isGrouped(text, separator))) {
    return isGrouped(text, separator) ? text.replaceAll(separator, '') : text
  }
  return text.replace(separator, '.')
}

/** Whether digits are grouped by threes, or as in India: 12,34,567. */
function isGrouped(text: string, separator: string): boolean {
  return /^-?([1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d\d)*,\d{3})$/.test(text.replaceAll(separator, ','))
}
