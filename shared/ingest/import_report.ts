import type { Audience } from '../sentences/audience.ts'
import { ImportError } from './import_error.ts'
import type { Rejection } from './import_error.ts'

export interface ImportReport {
  import_id: string
  brand_id: string
  dialect: string
  file_name: string
  rows_read: number
  rows_accepted: number
  rows_rejected: number
  /** Null if the imported data has no days. */
  first_on: string | null
  last_on: string | null
  warnings: string[]
  /** The first hundred rejections. analytics.import_rejections has all of them. */
  rejections: Rejection[]
}

type Counted = Pick<ImportReport, 'rows_accepted' | 'rows_rejected' | 'rejections'>

/**
 * Throws ImportError if no row was accepted or, under strict, if a row was rejected. Called inside the transaction,
 * which is then rolled back.
 */
export function requireRows<Report extends Counted>(
  report: Report,
  { audience, strict = false }: { audience: Audience; strict?: boolean | undefined },
): Report {
  if (report.rows_accepted === 0) throw nothingAccepted(report, audience)
  if (strict && report.rows_rejected > 0) throw refusedWhole(report, audience)
  return report
}

function refusedWhole({ rows_rejected, rejections }: Counted, { reader }: Audience): ImportError {
  const shown = rejections.slice(0, 10).map(({ line, reason }) => `Line ${line}: ${reason}`)
  const hidden = rows_rejected - shown.length
  const rows = rows_rejected === 1 ? '1 row is wrong' : `${rows_rejected} rows are wrong`
  return new ImportError(
    [
      `Nothing was imported, because ${rows} and ${reader === 'shell' ? '--strict is set' : 'the import is strict'}.`,
      ...shown,
      ...(hidden > 0 ? [`${hidden} more rows are invalid.`] : []),
    ].join('\n'),
  )
}

/** Returns the error of a file without an accepted row. */
function nothingAccepted({ rejections }: Counted, { reader }: Audience): ImportError {
  if (rejections.length === 0) {
    return new ImportError('No row of the file can be imported. There are no rows below the header.')
  }
  // A page lists the rejected rows.
  const reasons = reader === 'page' ? [] : rejections.slice(0, 3).map(({ line, reason }) => `Line ${line}: ${reason}`)
  return new ImportError(['No row of the file can be imported.', ...reasons].join(' '), { rejections })
}
