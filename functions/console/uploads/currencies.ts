import { html } from 'hono/html'
import type { z } from 'zod'
import type { FieldError } from '../../../shared/errors/api_error.ts'
import { currenciesInNames, currencyInName } from '../../../shared/ingest/header_currency.ts'
import { minorUnits } from '../../../shared/ingest/products/fields/currencies.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import type { upload } from '../../../shared/operations/console/upload.ts'
import { formatDays } from '../../../shared/pages/day.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { count, platformName } from '../parts/format.ts'
import { guessColumns } from './guess_columns.ts'

/** Codes that are also words. A column of them alone is no column of currencies, unless its name says so. */
const wordCodes = new Set(['ALL', 'COP', 'CUP', 'GEL', 'MOP', 'PEN', 'TOP'])

type Upload = z.output<(typeof upload)['output']>
type Columns = Readonly<Record<string, string>>

/** Returns the currencies that the beginning of a file names: in its header, or in the cells of its currency column. */
export function currenciesOf(file: RecognizedFile, mapped: Columns): string[] {
  const column = mapped.currency ?? guessColumns(['currency'], file.columns).currency
  const inCells = column === undefined ? [] : codesIn(file, file.columns.indexOf(column))
  if (inCells.length > 0) return inCells
  if (file.currency !== null) return [file.currency]
  return currenciesInNames(file.columns).filter((code) => !wordCodes.has(code))
}

/**
 * Returns the faults of a file whose columns name another currency than the chosen one: in the name of a column that is
 * read, or in the cells of one that is not. The amounts would be stored in the chosen currency without a conversion.
 */
export function currencyFaults(file: RecognizedFile, mapped: Columns, chosen: string, path: string): FieldError[] {
  if (mapped.currency !== undefined) return []
  const used = Object.values(mapped)
  return file.columns.flatMap((name, index) => {
    if (used.includes(name)) {
      const code = currencyInName(name) ?? chosen
      // Clicks (all) is no column in Albanian lek.
      if (wordCodes.has(code)) return []
      const message = `The column ${name} has amounts in ${code}, and they would be stored as ${chosen}. Set the currency to ${code}, or choose a column that contains it.`
      return code === chosen ? [] : [{ path, message }]
    }
    const codes = codesIn(file, index)
    const isNamed = guessColumns(['currency'], [name]).currency !== undefined
    const others = codes.filter((code) => code !== chosen)
    if (others.length === 0 || (!isNamed && codes.every((code) => wordCodes.has(code)))) return []
    const message = `The column ${name} has the currency ${others.slice(0, 5).join(', ')}, and the amounts would be stored as ${chosen}. Choose the columns of the file, with ${name} as the column of currency.`
    return [{ path, message }]
  })
}

/** The accounts that a report without a currency can be of, and whose known currency is another one than that of the brand. */
export function foreignAccounts(
  { platform }: RecognizedFile,
  known: Upload['account_currencies'],
): Upload['account_currencies'] {
  return known.filter((account) => platform === null || account.platform === platform)
}

/** States the currency of amounts without one: that of their account, or else of the brand. */
export function currencyOfRest(accounts: Upload['account_currencies'], ofBrand: string): string {
  if (accounts.length === 0) return `Amounts without a currency are in ${ofBrand}, the currency of the brand.`
  const listed = accounts
    .slice(0, 5)
    .map(
      ({ platform, account_id, currency }) => `${currency} for the account ${account_id} of ${platformName(platform)}`,
    )
  const more = accounts.length > 5 ? `, and others for ${count(accounts.length - 5)} more accounts` : ''
  return (
    `Amounts without a currency are in the currency that their account had in an earlier report: ${listed.join(', ')}${more}. ` +
    `Those of all other accounts are in ${ofBrand}, the currency of the brand. If this is not so, add a column "currency" to the file.`
  )
}

/** The currencies of a report of ads that differ from that of the brand, their known rates, and what happens to their amounts. */
export function otherCurrencies(
  currencies: readonly string[],
  ofBrand: string,
  rates: Upload['rates'],
): Markup | string {
  const others = currencies.filter((code) => code !== ofBrand)
  if (others.length === 0) return ''
  return html`<ul class="warnings">
    <li>
      The file has amounts in ${others.join(', ')}, and the currency of the brand is ${ofBrand}. Amounts are converted
      at the exchange rate of their day. ${others.map((code) => knownRates(code, rates)).join(' ')} An amount of a day
      without a rate stays "not reported", and the result of the import names the missing rates. Only the operator of
      this installation imports rates: ask for those of the missing days before you import the file.
    </li>
  </ul>`
}

/** States for which days the installation has rates of a currency. */
function knownRates(code: string, rates: Upload['rates']): string {
  const known = rates.find(({ from_currency }) => from_currency === code)
  if (known === undefined) return `No rate of ${code} is known.`
  const { date_from, date_to, days } = known
  return `Rates of ${code} are known for ${count(days)} ${days === 1 ? 'day' : 'days'}, ${formatDays(date_from, date_to)}.`
}

/** Returns the codes of a column of the sample. Empty if one of its cells is no code of ISO 4217. */
function codesIn({ sample }: RecognizedFile, index: number): string[] {
  const cells = sample
    .map((row) => (row[index] ?? '').trim().toUpperCase())
    .filter((cell) => cell !== '' && cell !== '--')
  return cells.every((cell) => minorUnits.has(cell)) ? [...new Set(cells)] : []
}
