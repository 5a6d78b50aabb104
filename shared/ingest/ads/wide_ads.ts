import { warning } from '../../sentences/warnings/stored_warning.ts'
import { amountsCurrency } from '../header_currency.ts'
import { measures, moneyFields } from './ad_fields.ts'
import { ImportError } from '../import_error.ts'
import type { RowSource, SourceRow } from './ad_fields.ts'
import type { WideMapping } from './ad_mapping.ts'
import { parseHead, readCsv } from '../files/csv.ts'
import type { CsvRecord } from '../files/csv.ts'
import type { FileSource } from '../files/input_file.ts'

const placing = ['platform', 'account_id', 'account_name', 'campaign_id', 'campaign_name'] as const
const money = measures.filter((measure) => moneyFields.includes(measure))

/** Opens a file with one group of columns per channel. Each line becomes one row per channel that reports a measure. */
export function openWide(file: FileSource, head: string, mapping: WideMapping): RowSource {
  const [header, delimiter] = headerOf(head, mapping.date)
  const used = measures.filter((measure) => mapping.channels.some((channel) => channel[measure] !== undefined))
  if (used.length === 0) throw new ImportError('The mapping has no measure such as spend in any channel.')
  const dateIndex = indexOf(header, mapping.date)
  const named = mapping.channels.flatMap((channel) => money.flatMap((measure) => channel[measure] ?? []))
  const currency = amountsCurrency(named, mapping.currency) ?? mapping.currency
  const channels = mapping.channels.map((channel) => ({
    place: placing.map((field) => channel[field]),
    indexes: used.map((measure) => (channel[measure] === undefined ? -1 : indexOf(header, channel[measure]))),
  }))
  const fields = ['date', ...placing, ...used] as const
  return {
    dialect: 'wide',
    columns: fields.map((field, index) => ({ field, index, header: field })),
    defaults: currency ? { currency } : {},
    needsCampaign: false,
    hasDecimalComma: delimiter === ';',
    batches: rows(),
  }

  async function* rows(): AsyncGenerator<SourceRow[]> {
    for await (const records of readCsv(file, delimiter)) yield records.flatMap(spread)
  }

  function spread({ line, cells, isOpenEnded }: CsvRecord): SourceRow[] {
    if (line === 1 || cells.every((cell) => cell.trim() === '')) return []
    if (cells.length !== header.length) {
      const error = warning('row_has_other_cells', { cells: cells.length, header_cells: header.length })
      if (!isOpenEnded) return [{ line, cells, error }]
      throw new ImportError(`The file ends in the middle of line ${line}. Export it again.`)
    }
    return channels.map(({ place, indexes }) => ({
      line,
      cells: [cells[dateIndex], ...place, ...indexes.map((index) => (index < 0 ? undefined : cells[index]))],
    }))
  }
}

function headerOf(head: string, dateColumn: string): [string[], string] {
  for (const delimiter of [',', '\t', ';']) {
    const header = parseHead(head, delimiter)[0]?.map((name) => name.trim()) ?? []
    if (header.includes(dateColumn)) return [header, delimiter]
  }
  throw new ImportError(
    `The mapping takes the date from the column "${dateColumn}", which is not in the first line of the file.`,
  )
}

function indexOf(header: string[], name: string): number {
  const index = header.indexOf(name)
  if (index >= 0) return index
  throw new ImportError(`The mapping names the column "${name}", which the file lacks. It has: ${header.join(', ')}.`)
}
