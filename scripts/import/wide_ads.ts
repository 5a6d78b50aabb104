import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { entityFields, ImportError, measures } from './ad_fields.ts'
import type { Column, EntityField, Field, Measure, RowSource, SourceRow } from './ad_fields.ts'
import { parseHead, readCsv } from './csv.ts'

const channel = z
  .object({ platform: z.string().min(1) })
  .extend(Object.fromEntries([...entityFields, ...measures].map((field) => [field, z.string().optional()])))
  .strict()

/** The mapping of a wide file: one line a date, one group of columns a channel (scripts/import/README.md). */
const mappingSchema = z
  .object({
    date: z.string(),
    currency: z.string().length(3).optional(),
    channels: z.array(channel).min(1),
  })
  .strict()

type Channel = { platform: string } & Partial<Record<EntityField | Measure, string>>

/** Opens a file that has one column per channel: each line becomes a row for each channel that reports something. */
export function openWide(path: string, head: string, mappingPath: string): RowSource {
  const mapping = readMapping(mappingPath)
  const [header = [], delimiter] = headerOf(head, mapping.date)
  const indexOf = (name: string) => {
    const index = header.indexOf(name)
    if (index < 0)
      throw new ImportError(
        `The mapping names the column "${name}", which the file lacks. It has: ${header.join(', ')}.`,
      )
    return index
  }
  const channels = mapping.channels as Channel[]
  const used = measures.filter((measure) => channels.some((entry) => entry[measure] !== undefined))
  const fields: Field[] = ['date', 'platform', 'account_id', 'campaign_id', 'campaign_name', ...used]
  const dateIndex = indexOf(mapping.date)
  const readers = channels.map((entry) => ({
    fixed: [entry.platform, entry.account_id ?? entry.platform, entry.campaign_id ?? '', entry.campaign_name ?? ''],
    indexes: used.map((measure) => (entry[measure] === undefined ? -1 : indexOf(entry[measure]))),
  }))
  const columns: Column[] = fields.map((field, index) => ({ field, index }))
  return {
    dialect: 'wide',
    columns,
    defaults: mapping.currency ? { currency: mapping.currency } : {},
    hasDecimalComma: delimiter === ';',
    batches: spread(readCsv(path, delimiter)),
  }

  async function* spread(batches: AsyncIterable<SourceRow[]>): AsyncGenerator<SourceRow[]> {
    for await (const batch of batches) {
      yield batch
        .filter((row) => row.line > 1 && row.cells.length === header.length)
        .flatMap((row) =>
          readers.map(({ fixed, indexes }) => ({
            line: row.line,
            cells: [row.cells[dateIndex], ...fixed, ...indexes.map((index) => (index < 0 ? '' : row.cells[index]))],
          })),
        )
    }
  }
}

function readMapping(path: string): z.infer<typeof mappingSchema> {
  let text: unknown
  try {
    text = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new ImportError(`The mapping ${path} is not readable JSON.`, { cause })
  }
  const parsed = mappingSchema.safeParse(text)
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'mapping'}: ${issue.message}`)
  throw new ImportError(`The mapping ${path} is wrong. ${complaints.join(' ')}`)
}

function headerOf(head: string, dateColumn: string): [string[], string] {
  for (const delimiter of [',', '\t', ';']) {
    const [header = []] = parseHead(head, delimiter)
    if (header.includes(dateColumn)) return [header, delimiter]
  }
  throw new ImportError(`The mapping takes the date from "${dateColumn}", which the header lacks.`)
}
