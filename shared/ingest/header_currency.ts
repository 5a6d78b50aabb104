import { ImportError } from './import_error.ts'
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

/**
 * Returns the currency in the names of the columns with amounts, or null without one. Throws ImportError for two, because all
 * amounts of a row have one currency, and for another one than that of the mapping.
 */
export function amountsCurrency(names: readonly string[], ofMapping?: string): string | null {
  const [named = null, ...others] = currenciesInNames(names)
  if (others.length > 0) {
    throw new ImportError(
      `The header names amounts in ${[named, ...others].join(' and ')}. Export the report with all amounts in one currency.`,
    )
  }
  if (named !== null && ofMapping !== undefined && named !== ofMapping) {
    throw new ImportError(
      `The header names amounts in ${named}, and the mapping has the currency ${ofMapping}. Correct the mapping.`,
    )
  }
  return named
}
