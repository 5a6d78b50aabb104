const plainNumber = /^-?\d+(\.\d+)?$/
const absent = new Set(['', '-', '--', '—', 'n/a', 'na', 'null'])

/** What a cell says: a number, null where nothing was reported, undefined where it is no number at all. */
export function parseAmount(cell: string, hasDecimalComma: boolean): number | null | undefined {
  if (plainNumber.test(cell) && !hasDecimalComma) return Number(cell)
  const text = cell.trim().toLowerCase()
  if (absent.has(text)) return null
  const bare = text.replace(/^[a-z]{3}(?=[\s\d])|[\s\u00a0\u202f$€£¥']/g, '')
  const plain = withDecimalPoint(bare, hasDecimalComma)
  return plainNumber.test(plain) ? Number(plain) : undefined
}

/** Thousands separators go, and a decimal comma becomes a point, where the text or the file leaves no doubt. */
function withDecimalPoint(text: string, hasDecimalComma: boolean): string {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  const isDecimalComma =
    comma >= 0 && (point >= 0 ? comma > point : hasDecimalComma || !/^-?\d{1,3}(,\d{3})+$/.test(text))
  if (isDecimalComma) return text.replaceAll('.', '').replace(',', '.')
  return hasDecimalComma && /^-?\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text.replaceAll(',', '')
}
