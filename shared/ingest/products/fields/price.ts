import { minorUnits } from './currencies.ts'
import { warning } from '../../../sentences/warnings/stored_warning.ts'
import { RowError } from '../row_error.ts'

export type DecimalMark = 'point' | 'comma'

export interface PriceContext {
  /** Currency of prices without one. */
  currency?: string | undefined
  /** The decimal separator of the file, for ambiguous amounts. */
  decimal?: DecimalMark | undefined
  /** Counts unambiguous amounts by decimal separator. */
  evidence?: Record<DecimalMark, number> | undefined
}

export interface Price {
  /** In major units of the currency. */
  amount: number
  currency: string
}

/** Signs of a single currency. Several currencies share $ and ¥. */
const signs = new Map(Object.entries({ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', '₺': 'TRY', '₫': 'VND' }))

const written = /^([a-z]{3}|[€£₹₩₺₫$¥])?\s*(-?\d[\d.,\s'’]*)([a-z]{3}|[€£₹₩₺₫$¥])?$/i
const readableInTwoWays = /^[1-9]\d{0,2}[.,]\d{3}$/
const grouped = /^[1-9]\d{0,2}(,\d{3})+$|^[1-9]\d?(,\d\d)*,\d{3}$/

/**
 * Returns a price such as "12.50 EUR", "EUR 12,50" or "1.234,50 EUR". Without a currency in the text it uses the given
 * one. Throws RowError for an ambiguous amount ("1,234 USD") if the file's decimal separator is unknown.
 */
export function readPrice(column: string, text: string, context: PriceContext = {}): Price {
  const { currency } = context
  const [, before, number, behind] = written.exec(text.length > 40 ? '' : text.trim()) ?? []
  if (number === undefined) throw new RowError(warning('price_is_unreadable', { column, text: text.slice(0, 40) }))
  if (number.startsWith('-')) throw new RowError(warning('price_is_negative', { column }))
  const code = currencyOf(column, text, before ?? behind, currency)
  if (before !== undefined && behind !== undefined && currencyOf(column, text, behind, currency) !== code) {
    throw new RowError(warning('price_has_two_currencies', { column, text }))
  }
  return { amount: readAmount(column, number.trim(), minorUnits.get(code) as number, context), currency: code }
}

function currencyOf(column: string, text: string, mark: string | undefined, currency: string | undefined): string {
  const code = mark === undefined ? currency : (signs.get(mark) ?? mark.toUpperCase())
  if (code !== undefined && minorUnits.has(code)) return code
  // $ and ¥ mean the given currency.
  if (mark !== undefined && /[$¥]/.test(mark) && currency !== undefined) {
    if ((mark === '¥') === /^(JPY|CNY)$/.test(currency)) return currency
  }
  throw new RowError(warning('price_has_no_currency', { column, text }))
}

function readAmount(column: string, text: string, minorUnit: number, { decimal, evidence }: PriceContext): number {
  const number = text.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
  if (evidence !== undefined) {
    const mark = decimalMarkOf(number)
    if (mark !== null) evidence[mark] += 1
  }
  const plain = withDecimalPoint(number, minorUnit, decimal)
  if (plain === null) {
    throw new RowError(warning('price_is_ambiguous', { column, text }))
  }
  if (!/^\d+(\.\d+)?$/.test(plain)) throw new RowError(warning('price_is_not_a_number', { column, text }))
  return Number(plain)
}

/** Returns the decimal separator of an amount; null if it has none or is ambiguous. */
function decimalMarkOf(text: string): DecimalMark | null {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma < 0 && point < 0) return null
  if (comma >= 0 && point >= 0) return comma > point ? 'comma' : 'point'
  const parts = text.split(comma >= 0 ? ',' : '.')
  // A repeated separator groups thousands, so the other one separates decimals.
  if (parts.length > 2) return grouped.test(parts.join(',')) ? (comma >= 0 ? 'point' : 'comma') : null
  return readableInTwoWays.test(text) ? null : comma >= 0 ? 'comma' : 'point'
}

/** Returns the amount with a decimal point, or null if it is ambiguous. */
function withDecimalPoint(text: string, minorUnit: number, decimal: DecimalMark | undefined): string | null {
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
  if (!readableInTwoWays.test(text)) return parts.join('.')
  const isDecimal = decimal === (separator === ',' ? 'comma' : 'point')
  if (decimal !== undefined && !isDecimal) return parts.join('')
  if (isDecimal && minorUnit > 0) return parts.join('.')
  // With three digits behind the separator: currencies with three decimals have decimals there, those without decimals
  // cannot.
  if (minorUnit === 3 && separator === '.') return text
  return minorUnit === 0 && separator === ',' ? parts.join('') : null
}
