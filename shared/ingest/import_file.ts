import type { Sql } from 'postgres'
import { importAds } from './ads/ads.ts'
import type { AdMapping } from './ads/ad_mapping.ts'
import { importCreatives } from './ads/creatives.ts'
import type { DateOrder } from './fields/date_order.ts'
import type { FileKind } from './file_kinds.ts'
import type { ImportReport } from './import_report.ts'
import type { FileImport } from './import_transaction.ts'
import { importJourneys, importOrders } from './journeys.ts'
import { importProducts, importReviews } from './products/catalog.ts'
import { importSignals } from './signals.ts'

/** How a file is read whose format does not say everything. */
export interface FileOptions {
  /** The column of each field, for a file with an unknown header. */
  columns?: Record<string, string> | undefined
  /** The platform of a file of ads without a column for it. */
  platform?: string | undefined
  /** The currency of amounts without one. */
  currency?: string | undefined
  /** The order of day and month in dates such as 03.04.2026. */
  dates?: DateOrder | undefined
}

/** Imports a file of any kind with the importer of that kind. Throws ImportError if nothing can be imported. */
export async function importFile(
  sql: Sql,
  kind: FileKind,
  { columns, platform, currency, dates }: FileOptions,
  file: FileImport,
): Promise<ImportReport> {
  const cells = { ...(columns ? { mapping: columns } : {}), ...(dates ? { dates } : {}) }
  switch (kind) {
    case 'ads': {
      const adMapping = columns && { columns, ...(platform ? { platform } : {}), ...(currency ? { currency } : {}) }
      return await importAds(sql, {
        ...file,
        ...(dates ? { dates } : {}),
        ...(adMapping ? { mapping: adMapping as AdMapping } : {}),
      })
    }
    case 'orders':
      return await importOrders(sql, { ...file, ...cells })
    case 'journeys':
      return await importJourneys(sql, { ...file, ...cells })
    case 'creatives':
      return await importCreatives(sql, { ...file, ...cells })
    case 'signals':
      return await importSignals(sql, { ...file, ...cells })
    case 'products':
      return await importProducts(sql, { ...file, ...(currency ? { currency } : {}) })
    case 'reviews':
      return await importReviews(sql, file)
  }
}
