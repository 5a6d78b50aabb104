import type { PlatformAccount, ReportName } from '../../../shared/sources/platform.ts'
import type { VersionNotice } from './version_notice.ts'

/** A source that this process has leased, as `sources.claim_source` returns it. */
export interface ClaimedSource {
  brand_id: string
  source_id: string
  connection_id: string
  platform: string
  external_id: string
  name: string
  currency: string
  timezone: string
  manager_id: string | null
  status: string
  updated_until: string | null
  is_deletion_due: boolean
  version_notice: VersionNotice | null
}

/** A window to read, as `sources.next_window` returns it. */
export interface SourceWindow {
  brand_id: string
  window_id: string
  source_id: string
  platform: string
  report: ReportName
  purpose: string
  first_on: string
  last_on: string
  state: 'due' | 'requested'
  attempts: number
  /** The attempts that failed with an internal error. */
  internal_errors: number
  report_id: string | null
  waited_seconds: number | null
  /** When the report is or was requested, by the clock of the data. It contains nothing that happens later. */
  reported_at: string
}

/** Returns the account of a source as the clients of platforms know it. */
export function accountOf({ external_id, name, currency, timezone, manager_id }: ClaimedSource): PlatformAccount {
  return { id: external_id, name, currency, timezone, ...(manager_id === null ? {} : { managerId: manager_id }) }
}
