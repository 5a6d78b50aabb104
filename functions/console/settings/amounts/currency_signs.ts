/** The signs of currencies in upper case, such as US$, $ and €, and the currencies that have each. */
let known: Map<string, string[]> | undefined

function currenciesBySign(): Map<string, string[]> {
  if (known !== undefined) return known
  known = new Map()
  for (const currency of Intl.supportedValuesOf('currency')) {
    for (const sign of signsOf(currency)) known.set(sign, [...(known.get(sign) ?? []), currency])
  }
  return known
}

/** Returns the code and the signs of a currency in upper case, the longest first: US$, USD and $. */
export function signsOf(currency: string): string[] {
  const [symbol, narrow] = (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')
      ?.value.toUpperCase(),
  )
  const ofCountry = narrow === '$' ? `${currency.slice(0, 2)}$` : undefined
  const signs = [currency, ofCountry, symbol, narrow].filter((sign) => sign !== undefined)
  return [...new Set(signs)].toSorted((one, two) => two.length - one.length)
}

/**
 * Returns the name of the currency of a code or sign. A sign of several currencies is returned as it is. Undefined for other texts, and
 * for a single letter, which has other meanings: 12k.
 */
export function namedBy(sign: string): string | undefined {
  const [first, another] = currenciesBySign().get(sign.trim().toUpperCase()) ?? []
  if (first === undefined || /^[a-z]$/i.test(sign.trim())) return undefined
  if (another !== undefined) return `another currency (${sign.trim()})`
  return `${new Intl.DisplayNames('en', { type: 'currency' }).of(first)} (${first})`
}
