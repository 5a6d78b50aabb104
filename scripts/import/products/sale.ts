import { readInstant } from './instant.ts'
import { readPrice } from './price.ts'
import { RowFault } from './row_fault.ts'

export interface Priced {
  price: number
  list_price?: number
  currency: string
}

export interface WrittenPrice {
  price: string
  sale: string
  /** "start/end", or '' where the sale holds as long as it is in the file. */
  saleWindow: string
}

/** The price that holds now, and the one before the reduction where there is one. */
export function pricedNow({ price, sale, saleWindow }: WrittenPrice, now: Date, currency?: string): Priced {
  if (price === '') throw new RowFault('price: missing.')
  const regular = readPrice('price', price, currency)
  if (sale === '' || !isWithin(saleWindow, now)) return { price: regular.amount, currency: regular.currency }
  const reduced = readPrice('sale_price', sale, currency)
  if (reduced.currency !== regular.currency) {
    throw new RowFault(`sale_price: is in ${reduced.currency} and the price in ${regular.currency}. Use one currency.`)
  }
  if (reduced.amount > regular.amount) throw new RowFault('sale_price: is above the price. Correct one of them.')
  return reduced.amount === regular.amount
    ? { price: regular.amount, currency: regular.currency }
    : { price: reduced.amount, list_price: regular.amount, currency: regular.currency }
}

/** Whether a span of ISO 8601 times ("start/end") holds the moment; a last day counts to its end. */
function isWithin(span: string, now: Date): boolean {
  if (span === '') return true
  const [start, end, ...more] = span.split('/').map((text) => text.trim())
  const [from, until] = [readInstant(start ?? ''), readInstant(end ?? '', '23:59:59')]
  if (more.length > 0 || from === null || until === null || from > until) {
    throw new RowFault(
      `sale_price_effective_date: "${span.slice(0, 80)}" is no span. Write it as 2026-11-20T00:00+0100/2026-11-30T23:59+0100.`,
    )
  }
  return from <= now.getTime() && now.getTime() <= until
}
