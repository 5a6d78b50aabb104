import { html } from 'hono/html'
import type { FieldError } from '../../../shared/errors/api_error.ts'
import { minorUnits } from '../../../shared/ingest/products/fields/currencies.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { guessColumns } from './guess_columns.ts'

/** Codes that are also words. A column of them alone is no column of currencies, unless its name says so. */
const wordCodes = new Set(['ALL', 'COP', 'CUP', 'GEL', 'MOP', 'PEN', 'TOP'])
const bracketed = /[([]([A-Za-z]{3})[)\]]$/

type Columns = Readonly<Record<string, string>>

/** Returns the currencies that the beginning of a file names: in its header, or in the cells of its currency column. */
export function currenciesOf(file: RecognizedFile, mapped: Columns): string[] {
  const column = mapped.currency ?? guessColumns(['currency'], file.columns).currency
  const inCells = column === undefined ? [] : codesIn(file, file.columns.indexOf(column))
  if (inCells.length > 0) return inCells
  if (file.currency !== null) return [file.currency]
  const inHeader = file.columns.map((name) => bracketed.exec(name.trim())?.[1]?.toUpperCase() ?? '')
  return [...new Set(inHeader.filter((code) => minorUnits.has(code)))]
}

/**
 * Returns the fault of a column with codes of currencies that is not read, although it has another currency than the
 * chosen one. The amounts would be stored in the chosen currency without a conversion.
 */
export function currencyFaults(file: RecognizedFile, mapped: Columns, chosen: string, path: string): FieldError[] {
  if (mapped.currency !== undefined) return []
  const used = Object.values(mapped)
  return file.columns.flatMap((name, index) => {
    if (used.includes(name)) return []
    const codes = codesIn(file, index)
    const isNamed = guessColumns(['currency'], [name]).currency !== undefined
    const others = codes.filter((code) => code !== chosen)
    if (others.length === 0 || (!isNamed && codes.every((code) => wordCodes.has(code)))) return []
    const message = `The column ${name} has the currency ${others.slice(0, 5).join(', ')}, and the amounts would be stored as ${chosen}. Choose the columns of the file, with ${name} as the column of currency.`
    return [{ path, message }]
  })
}

/** The currencies of a report of ads that differ from that of the brand, and what happens to their amounts. */
export function otherCurrencies(currencies: readonly string[], ofBrand: string): Markup | string {
  const others = currencies.filter((code) => code !== ofBrand)
  if (others.length === 0) return ''
  return html`<ul class="warnings">
    <li>
      The file has amounts in ${others.join(', ')}, and the currency of the brand is ${ofBrand}. Amounts are converted
      at the exchange rate of their day. An amount of a day without a rate stays "not reported", and the result of the
      import names the missing rates. Only the operator of this installation imports rates: ask for those of these days
      before you import the file.
    </li>
  </ul>`
}

/** Returns the codes of a column of the sample. Empty if one of its cells is no code of ISO 4217. */
function codesIn({ sample }: RecognizedFile, index: number): string[] {
  const cells = sample
    .map((row) => (row[index] ?? '').trim().toUpperCase())
    .filter((cell) => cell !== '' && cell !== '--')
  return cells.every((cell) => minorUnits.has(cell)) ? [...new Set(cells)] : []
}
