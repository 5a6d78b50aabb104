import { parseAmount } from '../../../shared/ingest/fields/amount.ts'

/** Thousands or decimals. A point before three decimals without a zero at the end is a stored amount of a currency such as KWD. */
const doubtful = /^\d{1,3}(,\d{3}|\.\d\d0)$/

/**
 * Returns a number that a person entered, as the inputs of operations are written: 4,5 is 4.5, and 1.000,00 is 1000.00. A text that is no
 * number is returned unchanged, so that the operation refuses it. Returns undefined for an empty field.
 */
export function enteredNumber(text: string | null): string | undefined {
  const given = (text ?? '').trim()
  if (given === '') return undefined
  const amount = /^[\d.,'’\s]+$/.test(given) ? parseAmount(given, true) : undefined
  return amount === null || amount === undefined || /^\d+(\.\d+)?$/.test(given) ? given : String(amount)
}

/** Returns why an entered amount is ambiguous, or undefined. 0.125 and 1.000,00 are not. */
export function doubtOf(text: string | null): string | undefined {
  const given = (text ?? '').trim()
  if (!doubtful.test(given) || given.startsWith('0')) return undefined
  const [whole = '', part = ''] = given.split(/[.,]/)
  return `${given} has two meanings. Write ${whole}${part}, or ${whole}.${part.slice(0, 2)} with a point and two digits.`
}
