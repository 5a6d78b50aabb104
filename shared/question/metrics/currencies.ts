import type { Reading } from '../language/spans.ts'

/** The names of currencies, by code. "Dollar" alone means any dollar. */
const names: Readonly<Record<string, string>> = {
  USD: 'us dollars?|usd|american dollars?',
  CAD: 'canadian dollars?|cad|c\\$',
  AUD: 'australian dollars?|aud|a\\$',
  EUR: 'euros?|eur|€',
  GBP: 'pounds?(?: sterling)?|gbp|sterling|quid|£',
  CHF: '(?:swiss )?francs?|chf',
  JPY: 'yen|jpy|¥',
  INR: 'rupees?|inr|₹',
  CNY: 'yuan|cny|rmb|renminbi',
  SEK: '(?:swedish )?kron(?:or|a)|sek',
  NOK: 'norwegian kroner|nok',
  DKK: '(?:danish )?kroner|dkk',
  PLN: 'zlotys?|pln',
  BRL: 'reais|brl',
  MXN: '(?:mexican )?pesos?|mxn',
  NZD: 'new zealand dollars?|nzd',
  SGD: 'singapore dollars?|sgd',
}
const anyDollar = 'dollars?|bucks|\\$(?!\\$)'
const dollars = new Set(['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD'])

/** Returns the words of a currency other than the brand's, or null. Removes the words of the brand's own currency. */
export function foreignCurrency(reading: Reading, currency: string): string | null {
  const found = Object.entries(names).flatMap(([code, words]) =>
    matchesOf(reading, words).map((text) => ({ code, text })),
  )
  const foreign = found.find(({ code }) => code !== currency)
  if (foreign) return foreign.text
  const [dollar] = dollars.has(currency) ? [] : matchesOf(reading, anyDollar)
  if (dollar !== undefined) return dollar
  // The symbol is kept, because it marks the number behind it as an amount.
  for (const words of [names[currency], dollars.has(currency) ? 'dollars?|bucks' : undefined])
    if (words !== undefined)
      reading.takeAll(new RegExp(`(?<![\\w$])(?:in |into )?(?:${words.replace(/\|[€£¥₹]/g, '')})(?![\\w])`, 'g'))
  return null
}

function matchesOf(reading: Reading, words: string): string[] {
  return [...reading.text.matchAll(new RegExp(`(?<![\\w$])(?:${words})(?![a-z])`, 'g'))].map(([text]) => text.trim())
}
