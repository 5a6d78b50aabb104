import { ImportError } from './ad_fields.ts'

export interface Rejection {
  line: number
  reason: string
}

export interface ImportReport {
  import_id: string
  brand_id: string
  dialect: string
  file_name: string
  rows_read: number
  rows_accepted: number
  rows_rejected: number
  /** Null where what was imported has no days. */
  first_on: string | null
  last_on: string | null
  warnings: string[]
  /** The first hundred; all of them stand in analytics.import_rejections. */
  rejections: Rejection[]
}

/** What to say when there is nothing to take from a file. */
export function nothingAccepted({ rejections }: ImportReport): ImportError {
  const reasons = rejections.slice(0, 3).map(({ line, reason }) => `Line ${line}: ${reason}`)
  return new ImportError(
    `No row of the file can be imported. ${reasons.join(' ') || 'There are no rows below the header.'}`,
  )
}
