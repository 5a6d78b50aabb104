import type { Sql } from 'postgres'
import { importAds } from './ads/ads.ts'
import type { AdMapping } from './ads/ad_mapping.ts'
import { importCreatives } from './ads/creatives.ts'
import type { FileKind } from './file_kinds.ts'
import type { ImportReport } from './import_report.ts'
import type { FileImport } from './import_transaction.ts'
import { importJourneys, importOrders } from './journeys.ts'
import { importProducts, importReviews } from './products/catalog.ts'
import { importSignals } from './signals.ts'

/** How a file is read whose format does not say everything. */
export interface FileOptions {
  /** The column of each field, for a file with an unknown header. */
  columns?: Record<string, string>
  /** The platform of a file of ads without a column for it. */
  platform?: string
  /** The currency of amounts without one. */
  currency?: string
}

/** Imports a file of any kind with the importer of that kind. Throws ImportError if nothing can be imported. */
export async function importFile(
  sql: Sql,
  kind: FileKind,
  { columns, platform, currency }: FileOptions,
  file: FileImport,
): Promise<ImportReport> {
  const mapping = columns && { mapping: columns }
  switch (kind) {
    case 'ads': {
      const adMapping = columns && { columns, ...(platform ? { platform } : {}), ...(currency ? { currency } : {}) }
      return await importAds(sql, { ...file, ...(adMapping ? { mapping: adMapping as AdMapping } : {}) })
    }
    case 'orders':
      return await importOrders(sql, { ...file, ...mapping })
    case 'journeys':
      return await importJourneys(sql, { ...file, ...mapping })
    case 'creatives':
      return await importCreatives(sql, { ...file, ...mapping })
    case 'signals':
      return await importSignals(sql, { ...file, ...mapping })
    case 'products':
      return await importProducts(sql, { ...file, ...(currency ? { currency } : {}) })
    case 'reviews':
      return await importReviews(sql, file)
  }
}
