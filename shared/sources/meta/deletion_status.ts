import type { Database } from '../../db/pool.ts'
import { queryOrApiError } from '../../db/query.ts'

/** A deletion that Meta requested for a person. The times are in ISO 8601. */
export interface DeletionStatus {
  requested_at: string
  /** Null until the worker did it. */
  deleted_at: string | null
}

/** Returns the status of a deletion by the id of its webhook. Null for an unknown one. */
export async function deletionStatus(database: Database, webhookId: string): Promise<DeletionStatus | null> {
  const statement = () => database<DeletionStatus[]>`select * from sources.deletion_status(${webhookId})`
  const [row] = await queryOrApiError(database, 'platform', statement, { sql: 'sources.deletion_status' })
  return row ?? null
}
