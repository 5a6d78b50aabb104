import type { z } from 'zod'
import type { FieldError } from '../../../shared/errors/api_error.ts'
import { measures } from '../../../shared/ingest/ads/ad_fields.ts'
import { sharedColumns } from '../../../shared/ingest/column_names.ts'
import type { FileOptions } from '../../../shared/ingest/import_file.ts'
import { lostMoneyColumns } from '../../../shared/ingest/lost_columns.ts'
import { recordSchemas } from '../../../shared/ingest/recognize_file.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import { currencyFaults } from './currencies.ts'
import { dateFaults } from './dates.ts'

/** The fields of a kind that a person maps to columns of a file. */
export interface MappableFields {
  required: readonly string[]
  optional: readonly string[]
}

const adFields: MappableFields = {
  required: ['date'],
  optional: [
    'platform',
    'campaign_name',
    'campaign_id',
    'adset_name',
    'ad_name',
    'account_id',
    'currency',
    'spend',
    'impressions',
    'clicks',
    'conversions',
    'revenue',
    'purchases',
    'leads',
    'orders',
    'store_revenue',
    'reach',
    'link_clicks',
    'hour',
  ],
}

/** The kinds whose columns can be mapped. The formats of products and reviews have fixed names. */
export const mappableKinds = ['ads', ...(Object.keys(recordSchemas) as (keyof typeof recordSchemas)[])] as const
export type MappableKind = (typeof mappableKinds)[number]

export function isMappable(kind: string | null | undefined): kind is MappableKind {
  return (mappableKinds as readonly (string | null | undefined)[]).includes(kind)
}

export function fieldsOf(kind: MappableKind): MappableFields {
  if (kind === 'ads') return adFields
  const shape = Object.entries(recordSchemas[kind].shape as Record<string, z.ZodType>)
  const isRequired = ([, field]: [string, z.ZodType]) => !field.safeParse(undefined).success
  return {
    required: shape.filter(isRequired).map(([name]) => name),
    optional: shape.filter((field) => !isRequired(field)).map(([name]) => name),
  }
}

export interface GivenMapping extends FileOptions {
  columns: Record<string, string>
  leavesOut: boolean
}

/** Reads the mapping of a submitted form. */
export function readMapping(kind: MappableKind, form: URLSearchParams): GivenMapping {
  const { required, optional } = fieldsOf(kind)
  const given = [...required, ...optional].map((field) => [field, form.get(`column_${field}`) ?? ''] as const)
  const platform = (form.get('platform') ?? '').trim()
  return {
    columns: Object.fromEntries(given.filter(([, column]) => column !== '')),
    ...(platform === '' ? {} : { platform }),
    leavesOut: form.get('leaves_out') === 'yes',
  }
}

/** Returns what is wrong with a mapping, each with the name of its field in the form. */
export function mappingFaults(
  kind: MappableKind,
  form: URLSearchParams,
  file: RecognizedFile,
  currency: string,
): FieldError[] {
  const given = readMapping(kind, form)
  const hasAmounts = fieldsOf(kind).optional.includes('currency')
  return [
    ...missingColumns(kind, given),
    ...Object.entries(sharedColumns(given.columns)).map(([field, other]) => ({
      path: `column_${field}`,
      message: `The field ${words(other)} has this column already. Choose another one.`,
    })),
    ...dateFaults(file, given.columns, form.get('dates') ?? ''),
    ...(hasAmounts ? currencyFaults(file, given.columns, currency, 'column_currency') : []),
    ...lostMoney(file, given),
  ]
}

function missingColumns(kind: MappableKind, { columns, platform }: GivenMapping): FieldError[] {
  const has = (field: string) => columns[field] !== undefined
  const missing = fieldsOf(kind).required.filter((field) => !has(field))
  const faults = missing.map((field) => ({
    path: `column_${field}`,
    message: `Choose the column of ${words(field)}.`,
  }))
  if (kind === 'ads') {
    if (!has('platform') && platform === undefined) {
      faults.push({ path: 'platform', message: 'Enter the platform of the file, or choose its column.' })
    }
    if (!measures.some(has)) {
      faults.push({
        path: 'column_spend',
        message: 'Choose the column of at least one figure, such as spend or clicks.',
      })
    }
  }
  if ((kind === 'orders' || kind === 'journeys') && !has('customer_id') && !has('device_id')) {
    faults.push({ path: 'column_customer_id', message: 'Choose the column of customer id or device id.' })
  }
  return faults
}

/** A column with money is left out only on purpose. */
function lostMoney(file: RecognizedFile, { columns, leavesOut }: GivenMapping): FieldError[] {
  const lost = lostMoneyColumns(file, Object.values(columns))
  if (lost.length === 0 || leavesOut) return []
  const message = `The ${lost.length === 1 ? 'column' : 'columns'} ${lost.join(', ')} may contain money and would not be imported. Choose a field for ${lost.length === 1 ? 'it' : 'each'}, or confirm that you leave ${lost.length === 1 ? 'it' : 'them'} out.`
  return [{ path: 'leaves_out', message }]
}

function words(field: string): string {
  return field.replaceAll('_', ' ')
}
