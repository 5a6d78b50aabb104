import type { Database } from './pool.ts'

/** A read replica. */
export interface Replica {
  database: Database
  /** The maximum lag. With more lag the primary runs the read. */
  lagSecondsMax: number
  /** Counts of the reads by outcome. */
  reads: Record<ReadOutcome, number>
}

/** behind: the replica lags too much. unavailable: it did not respond. The primary runs both. */
export type ReadOutcome = 'served' | 'behind' | 'unavailable'

const replicas = new WeakMap<Database, Replica>()

/** Routes reads that may lag to a replica. */
export function readFrom(database: Database, replica: Pick<Replica, 'database' | 'lagSecondsMax'>): void {
  replicas.set(database, { ...replica, reads: { served: 0, behind: 0, unavailable: 0 } })
}

export function replicaOf(database: Database): Replica | undefined {
  return replicas.get(database)
}
