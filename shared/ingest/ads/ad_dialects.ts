import { withoutCurrency } from '../header_currency.ts'
import type { Column, Field } from './ad_fields.ts'
import type { CsvDialect } from './csv_dialect.ts'
import { genericAds } from './generic_ads.ts'
import { googleAds } from './google_ads.ts'
import { metaAds } from './meta_ads.ts'
import { tiktokAds } from './tiktok_ads.ts'

/** All dialects, in the order in which a header is matched. Their required columns exclude each other. */
export const csvDialects: readonly CsvDialect[] = [metaAds, tiktokAds, googleAds, genericAds]

export interface ResolvedHeader {
  dialect: CsvDialect
  columns: Column[]
}

/** Whether a header shows that a report is of the platform of its dialect: by an own column, or by a title above it. */
export function isCertain(header: readonly string[], above: number, { ownColumns }: CsvDialect): boolean {
  const names = header.map((name) => withoutCurrency(name.toLowerCase()))
  return ownColumns === undefined || above > 0 || ownColumns.some((name) => names.includes(name))
}

/** The names of a column of platforms. */
export const platformNames = ['platform', 'plattform', 'plateforme', 'plataforma']

/** Returns the column of platforms that the report format of one platform does not read. */
function ignoredPlatforms(header: readonly string[], dialect: CsvDialect): string | undefined {
  if (!csvDialects.includes(dialect) || dialect.defaults.platform === undefined) return undefined
  return header.find((name) => platformNames.includes(name.trim().toLowerCase()))
}

/**
 * Returns the columns of the dialect's fields in a header, or the required fields that the header lacks.
 * A header with a column of platforms is not that of one platform.
 */
export function resolveHeader(header: readonly string[], dialect: CsvDialect): ResolvedHeader | Field[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const plain = names.map(withoutCurrency)
  const columns: Column[] = []
  for (const [field, aliases] of Object.entries(dialect.columns) as [Field, readonly string[]][]) {
    const alias = aliases.find((candidate) => names.includes(candidate) || plain.includes(candidate))
    if (alias === undefined) continue
    const index = names.includes(alias) ? names.indexOf(alias) : plain.indexOf(alias)
    columns.push({ field, index, header: header[index]?.trim() as string })
  }
  const missing = dialect.required.filter((field) => !columns.some((column) => column.field === field))
  if (missing.length > 0) return missing
  if (ignoredPlatforms(header, dialect) !== undefined) return ['platform']
  return { dialect, columns }
}

/** Returns a sentence with the columns that a header lacks, for each dialect, nearest first. */
export function describeMissing(header: readonly string[], dialects: readonly CsvDialect[]): string {
  return dialects
    .map((dialect) => {
      const missing = resolveHeader(header, dialect)
      const names = Array.isArray(missing) ? missing.map((field) => dialect.columns[field]?.[0] ?? field) : []
      return { name: dialect.name, names, ignored: ignoredPlatforms(header, dialect) }
    })
    .toSorted((one, other) => one.names.length - other.names.length)
    .map(({ name, names, ignored }) =>
      ignored === undefined
        ? `${name} lacks ${names.map((column) => `"${column}"`).join(', ')}`
        : `${name} does not read the column "${ignored.trim()}"`,
    )
    .join('; ')
}
