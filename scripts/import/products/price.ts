import { minorUnits } from './currencies.ts'
import { RowFault } from './row_fault.ts'

export interface Price {
  /** In major units. */
  amount: number
  currency: string
}

/** Signs that one currency alone bears; $ and ¥ are those of several. */
const signs = new Map(Object.entries({ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', '₺': 'TRY', '₫': 'VND' }))

const written = /^([a-z]{3}|[€£₹₩₺₫$¥])?\s*(-?\d[\d.,\s'’]*)([a-z]{3}|[€£₹₩₺₫$¥])?$/i
const grouped = /^[1-9]\d{0,2}(,\d{3})+$|^[1-9]\d?(,\d\d)*,\d{3}$/

/**
 * A price as feeds write it: "12.50 EUR", "EUR 12,50", "1.234,50 EUR". The currency is that of the text, or the given one
 * where the text has none. Throws RowFault where it can be read in two ways ("1,234 USD").
 */
export function readPrice(column: string, text: string, currency?: string): Price {
  const [, before, number, behind] = written.exec(text.length > 40 ? '' : text.trim()) ?? []
  if (number === undefined) throw new RowFault(`${column}: "${text.slice(0, 40)}" is no price. Write it as 12.50 EUR.`)
  if (number.startsWith('-')) throw new RowFault(`${column}: must not be negative.`)
  const code = currencyOf(column, text, before ?? behind, currency)
  if (before !== undefined && behind !== undefined && currencyOf(column, text, behind, currency) !== code) {
    throw new RowFault(`${column}: "${text}" names two currencies. Write it as 12.50 EUR.`)
  }
  return { amount: readAmount(column, number.trim(), minorUnits.get(code) as number), currency: code }
}

function currencyOf(column: string, text: string, mark: string | undefined, currency: string | undefined): string {
  const code = mark === undefined ? currency : (signs.get(mark) ?? mark.toUpperCase())
  if (code !== undefined && minorUnits.has(code)) return code
  // A $ is the shop's own where we were told which one that is.
  if (mark !== undefined && /[$¥]/.test(mark) && currency !== undefined) {
    if ((mark === '¥') === /^(JPY|CNY)$/.test(currency)) return currency
  }
  throw new RowFault(
    `${column}: "${text}" names no currency of ISO 4217. Write the code behind the amount, as in 12.50 EUR.`,
  )
}

function readAmount(column: string, text: string, minorUnit: number): number {
  const number = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
  const plain = withDecimalPoint(number, minorUnit)
  if (plain === null) {
    throw new RowFault(`${column}: "${text}" can be read in two ways. Write it without separators, as in 1234.50.`)
  }
  if (!/^\d+(\.\d+)?$/.test(plain)) throw new RowFault(`${column}: "${text}" is no number. Write it as 1234.50.`)
  return Number(plain)
}

/** Null where a separator may be that of thousands or that of decimals. */
function withDecimalPoint(text: string, minorUnit: number): string | null {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma >= 0 && point >= 0) {
    const decimal = comma > point ? ',' : '.'
    const [whole, fraction] = [text.slice(0, Math.max(comma, point)), text.slice(Math.max(comma, point) + 1)]
    const separator = decimal === ',' ? '.' : ','
    return grouped.test(whole.replaceAll(separator, ',')) ? `${whole.replaceAll(separator, '')}.${fraction}` : text
  }
  const separator = comma >= 0 ? ',' : '.'
  const parts = text.split(separator)
  if (parts.length === 1) return text
  if (parts.length > 2) return grouped.test(parts.join(',')) ? parts.join('') : text
  if (!/^[1-9]\d{0,2},\d{3}$/.test(parts.join(','))) return parts.join('.')
  // Three digits behind it: a currency with mills has decimals there, one without minor units cannot have any.
  if (minorUnit === 3 && separator === '.') return text
  return minorUnit === 0 && separator === ',' ? parts.join('') : null
}
