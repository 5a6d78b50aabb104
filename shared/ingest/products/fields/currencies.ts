import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** ISO 4217 codes with their minor units. Mirrors the database. */
export const minorUnits: ReadonlyMap<string, number> = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '../../../../sql/core/currencies.sql'), 'utf8').matchAll(
      /\('(\w+)', (\d)\)/g,
    ),
  ].map(([, currency, exponent]) => [currency as string, Number(exponent)]),
)
