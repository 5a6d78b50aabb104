import { ApiError } from '../../../../shared/errors/api_error.ts'
import { parseAmount } from '../../../../shared/ingest/fields/amount.ts'
import { currencyDecimals } from '../../../../shared/sentences/audience.ts'
import { namedBy, signsOf } from './currency_signs.ts'

/** Matches a single separator before exactly three digits, which can separate thousands or decimals. */
const ambiguous = /^([1-9]\d{0,2})([.,])(\d{3})$/
const digits = /^\d[\d.,'’\s]*$/

/**
 * Returns a number that a person entered, as the inputs of operations are written: 4,5 is 4.5, and 1.000,00 is 1000.00. A text that is no
 * number is returned unchanged, so that the operation refuses it. Returns undefined for an empty field.
 */
export function enteredNumber(text: string | null): string | undefined {
  const given = (text ?? '').trim()
  if (given === '') return undefined
  const amount = digits.test(given) ? parseAmount(given, true) : undefined
  return amount === null || amount === undefined || /^\d+(\.\d+)?$/.test(given) ? given : String(amount)
}

/** Returns an entered amount without the code or sign of its own currency: $1,200.50 is 1,200.50 in USD. Other texts stay as they are. */
export function withoutSign(text: string, currency: string | undefined): string {
  const given = text.trim()
  for (const sign of currency ? signsOf(currency) : []) {
    const rest = given.toUpperCase().startsWith(sign)
      ? given.slice(sign.length).trim()
      : given.toUpperCase().endsWith(sign)
        ? given.slice(0, -sign.length).trim()
        : ''
    if (digits.test(rest)) return rest
  }
  return given
}

/** Whether the meaning of a text depends on the currency of the brand: it has a sign besides digits, or ambiguous separators. */
export function dependsOnCurrency(text: string | null): boolean {
  const given = (text ?? '').trim()
  return ambiguous.test(given) || (/\d/.test(given) && !digits.test(given))
}

/**
 * Returns why an entered number is not read, with what to enter: it is in another currency, or has two meanings. Undefined for other
 * texts. 0.125, 1 000 and 1.000,00 have one meaning. A number that is no amount, such as a ROAS, has no currency.
 */
export function faultOf(text: string | null, currency: string | undefined): string | undefined {
  const given = withoutSign(text ?? '', currency)
  if (currency === undefined) return doubtOf(given)
  const [, before = '', amount = '', after = ''] = /^(\D*?)\s*(\d[\d.,'’\s]*?)\s*([^\d.,'’\s]*)$/.exec(given) ?? []
  const named = amount === '' ? undefined : namedBy(before || after)
  if (named !== undefined) {
    return `${given} is an amount in ${named}, and amounts of this brand are in ${currency}. Enter an amount in ${currency}, such as ${currencyDecimals(currency) === 0 ? '1200' : '1,200.50'}.`
  }
  return doubtOf(given, currency)
}

/**
 * Returns an entered number without its sign. Throws invalid_request with the field if `faultOf` says
 * why it is not read.
 */
export function readNumber(text: string | null, path: string, currency: string | undefined): string | undefined {
  const message = faultOf(text, currency)
  if (message !== undefined) throw new ApiError('invalid_request', message, { fields: [{ path, message }] })
  return enteredNumber(withoutSign(text ?? '', currency))
}

function doubtOf(given: string, currency?: string): string | undefined {
  const [, whole = '', separator, part = ''] = ambiguous.exec(given) ?? []
  if (whole === '') return undefined
  const decimals = currency === undefined ? part.length : currencyDecimals(currency)
  // A stored number with three decimals is shown in its field with a point, and without a zero at the end.
  const isStored = separator === '.' && decimals >= part.length && !part.endsWith('0')
  if (isStored) return undefined
  const thousands = `${given} can mean thousands or decimals. Write ${whole}${part}`
  if (decimals === 0) return `${thousands}. Amounts in ${currency} have no decimals.`
  const smallest = part.replace(/0+$/, '')
  return smallest.length > decimals
    ? `${thousands}, or an amount with at most ${decimals} decimals.`
    : `${thousands}, or ${whole}.${smallest.padEnd(2, '0')} for decimals.`
}
