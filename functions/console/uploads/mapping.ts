import type { z } from 'zod'
import { measures } from '../../../shared/ingest/ads/ad_fields.ts'
import type { FileKind } from '../../../shared/ingest/file_kinds.ts'
import { lostMoneyColumns } from '../../../shared/ingest/lost_columns.ts'
import { recordSchemas } from '../../../shared/ingest/recognize_file.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'

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

export function isMappable(kind: string | undefined): kind is MappableKind {
  return (mappableKinds as readonly (string | undefined)[]).includes(kind)
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

/** Other names of fields in reports, in English, German, French and Spanish. */
const aliases: Record<string, RegExp> = {
  date: /^(date|day|datum|tag|jour|fecha|dia|día)$/,
  ordered_at: /^(ordered at|order date|created at|date|datum|bestelldatum)$/,
  order_id: /^(order id|order|order no|order number|order name|bestellnummer)$/,
  customer_id: /^(customer id|customer|email|kundennummer|kunde)$/,
  touched_at: /^(touched at|time|timestamp|date|datum)$/,
  campaign_name: /^(campaign|campaign name|kampagne|campagne|campaña)$/,
  adset_name: /^(ad set|ad group|anzeigengruppe)$/,
  ad_name: /^(ad|ad name|anzeige)$/,
  spend: /^(spend|cost|costs|kosten|ausgaben|amount spent|dépenses|coût|gasto|coste)\b/,
  impressions: /^(impressions|impr|impressionen|impresiones)\b/,
  clicks: /^(clicks|klicks|clics)\b/,
  conversions: /^(conversions|conversionen|conversiones)\b/,
  revenue: /^(revenue|umsatz|conversion value|conv value|sales|total|amount|ingresos|chiffre d'affaires)\b/,
}

/** Returns the column that most likely contains a field, or undefined. Each column is guessed once. */
export function guessColumns(fields: readonly string[], columns: readonly string[]): Record<string, string> {
  const guessed: Record<string, string> = {}
  for (const field of fields) {
    const words = field.replaceAll('_', ' ')
    const free = columns.filter((column) => !Object.values(guessed).includes(column))
    const found = free.find((column) => {
      const name = column
        .toLowerCase()
        .replaceAll(/[_.-]+/g, ' ')
        .trim()
      return name === words || aliases[field]?.test(name)
    })
    if (found !== undefined) guessed[field] = found
  }
  return guessed
}

export interface GivenMapping {
  columns: Record<string, string>
  platform: string
  currency: string
  leavesOut: boolean
}

/** Reads the mapping of a submitted form. */
export function readMapping(kind: MappableKind, form: URLSearchParams): GivenMapping {
  const { required, optional } = fieldsOf(kind)
  const given = [...required, ...optional].map((field) => [field, form.get(`column_${field}`) ?? ''] as const)
  return {
    columns: Object.fromEntries(given.filter(([, column]) => column !== '')),
    platform: (form.get('platform') ?? '').trim(),
    currency: (form.get('currency') ?? '').trim().toUpperCase(),
    leavesOut: form.get('leaves_out') === 'yes',
  }
}

/** Returns what is wrong with a mapping, or null. A column with money is left out only on purpose. */
export function mappingError(
  kind: MappableKind,
  { columns, platform, leavesOut }: GivenMapping,
  file: RecognizedFile,
): string | null {
  const mapped = Object.keys(columns)
  const missing = fieldsOf(kind).required.filter((field) => !mapped.includes(field))
  if (missing.length > 0) return `Choose the column of ${missing.map(words).join(', ')}.`
  if (kind === 'ads') {
    if (!mapped.includes('platform') && platform === '') return 'Enter the platform of the file, or choose its column.'
    if (!mapped.some((field) => (measures as readonly string[]).includes(field))) {
      return 'Choose the column of at least one figure, such as spend or clicks.'
    }
  }
  if ((kind === 'orders' || kind === 'journeys') && !mapped.includes('customer_id') && !mapped.includes('device_id')) {
    return 'Choose the column of customer id or device id.'
  }
  const lost = lostMoneyColumns(file, Object.values(columns))
  if (lost.length === 0 || leavesOut) return null
  return `The ${lost.length === 1 ? 'column' : 'columns'} ${lost.join(', ')} may contain money and would not be imported. Choose a field for ${lost.length === 1 ? 'it' : 'each'}, or confirm below that you leave ${lost.length === 1 ? 'it' : 'them'} out.`
}

function words(field: string): string {
  return field.replaceAll('_', ' ')
}

/** Whether the columns of a file of this kind can be mapped: it has columns, and the kind has fields. */
export function takesMapping(kind: FileKind | null, file: RecognizedFile): boolean {
  return file.columns.length > 0 && (kind === null || isMappable(kind))
}
