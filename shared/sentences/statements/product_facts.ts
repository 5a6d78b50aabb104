import type { Audience } from '../audience.ts'
import { periods } from './explanations.ts'

interface Counted {
  period: string
  products: number
  on: string
  /** The first day of the period whose events are kept, if they are not kept from its first day on. */
  known_from?: string | null
}

const products = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`
const inPeriod = ({ period, on, known_from: knownFrom }: Counted, { day }: Audience) =>
  `in ${periods[period]}, the first on ${day(on)}.${knownFrom ? ` Days before ${day(knownFrom)} are not known.` : ''}`
const discounted = (count: number) =>
  `${count === 0 ? 'no product' : products(count)} ${count === 1 || count === 0 ? 'has' : 'have'} a discount price`
const startOfSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What happened to the products of a brand in compared periods, or on the days of an anomaly. */
export const productStatements = {
  products_ran_out: (given: Counted, audience: Audience) =>
    `${products(given.products)} ran out of stock ${inPeriod(given, audience)}`,
  products_ran_out_on: (given: { products: number; on: string }, { day }: Audience) =>
    `${products(given.products)} ran out of stock on ${day(given.on)}.`,
  prices_changed: (given: Counted, audience: Audience) =>
    `The prices of ${products(given.products)} changed ${inPeriod(given, audience)}`,
  products_on_sale_differ: ({ current, previous }: { current: number; previous: number }) =>
    `${startOfSentence(discounted(current))} in the period, and ${discounted(previous)} in the compared period, by the catalog of today. A discount price does not mean that the product was sold.`,
}
