import { minorUnits } from './products/fields/currencies.ts'

const bracketed = /\s*[([]([a-z]{3})[)\]]$/i

/** Returns the currency in brackets at the end of the name of a column, such as "Amount spent (USD)". Null without one. */
export function currencyInName(name: string): string | null {
  const code = bracketed.exec(name.trim())?.[1]?.toUpperCase() ?? ''
  return minorUnits.has(code) ? code : null
}

/** Returns the name of a column without the currency at its end. */
export function withoutCurrency(name: string): string {
  return currencyInName(name) === null ? name.trim() : name.trim().replace(bracketed, '')
}

/** Returns the currencies in the names of columns, each once. */
export function currenciesInNames(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => currencyInName(name) ?? []))]
}
