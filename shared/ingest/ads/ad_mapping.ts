import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { plainMessage } from '../../http/input/plain_messages.ts'
import { refuseSharedColumns } from '../column_names.ts'
import { ImportError } from '../import_error.ts'
import { entityFields, measures } from './ad_fields.ts'
import type { Field, Measure } from './ad_fields.ts'
import type { CsvDialect } from './csv_dialect.ts'

const column = z.string().min(1).optional()
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Use an ISO 4217 code such as USD.')
  .optional()

/** One channel of a wide file: its entity, and the columns of its measures. */
const channelSchema = z
  .object({
    platform: z.string().min(1),
    account_id: column,
    account_name: column,
    campaign_id: column,
    campaign_name: column,
  })
  .extend(Object.fromEntries(measures.map((measure) => [measure, column])) as Record<Measure, typeof column>)
  .strict()
  .superRefine((channel, context) =>
    refuseSharedColumns(Object.fromEntries(measures.map((measure) => [measure, channel[measure]])), context),
  )

/** The mapping of a wide file: one line per date, one group of columns per channel (shared/ingest/README.md). */
const wideSchema = z.object({ date: z.string().min(1), currency, channels: z.array(channelSchema).min(1) }).strict()

/** The fields that a column can be mapped to. */
export const mappableFields = ['date', 'hour', ...entityFields, ...measures] as const

/** The mapping of a file with other column names: the column of each field. */
const columnsSchema = z
  .object({
    columns: z
      .object(
        Object.fromEntries(mappableFields.map((field) => [field, column])) as Record<
          (typeof mappableFields)[number],
          typeof column
        >,
      )
      .strict()
      .refine(({ date }) => date !== undefined, 'must name the column of the date.')
      .superRefine(refuseSharedColumns),
    platform: z.string().trim().min(1).max(50).optional(),
    currency,
  })
  .strict()
  .refine(({ columns, platform }) => columns.platform !== undefined || platform !== undefined, {
    error: 'Name the platform of the file, or its column.',
  })

export type WideMapping = z.infer<typeof wideSchema>
export type ColumnMapping = z.infer<typeof columnsSchema>
export type AdMapping = WideMapping | ColumnMapping

/** Returns a mapping, given itself or as the path of a JSON file. Throws ImportError with what is wrong with it. */
export function readMapping(given: string | AdMapping): AdMapping {
  const name = typeof given === 'string' ? `The mapping ${given}` : 'The mapping'
  const value = typeof given === 'string' ? readJson(given, name) : given
  const isWide = typeof value !== 'object' || value === null || !('columns' in value)
  const parsed = (isWide ? wideSchema : columnsSchema).safeParse(value, { error: plainMessage })
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'mapping'}: ${issue.message}`)
  throw new ImportError(`${name} is invalid. ${complaints.join(' ')}`)
}

/** Returns the format of a file whose columns are mapped one by one. Every named column must exist. */
export function mappedDialect({ columns, platform, currency }: ColumnMapping): CsvDialect {
  const named = Object.entries(columns).filter(([, name]) => name !== undefined) as [Field, string][]
  return {
    name: 'mapped',
    defaults: { ...(platform ? { platform } : {}), ...(currency ? { currency } : {}) },
    needsCampaign: false,
    required: named.map(([field]) => field),
    columns: Object.fromEntries(named.map(([field, name]) => [field, [name.trim().toLowerCase()]])),
  }
}

function readJson(path: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new ImportError(`${name} is not readable JSON.`, { cause })
  }
}
