import type { Database } from './pool.ts'

/** A copy of a database that follows it and takes reads off it. */
export interface Replica {
  database: Database
  /** How far behind it may be before the primary is asked instead. */
  lagSecondsMax: number
  /** What became of the reads that it was asked for. */
  reads: Record<ReadOutcome, number>
}

/** behind: it has not heard enough yet. unavailable: it cannot be asked, or was cut short. Both are read on the primary. */
export type ReadOutcome = 'served' | 'behind' | 'unavailable'

const replicas = new WeakMap<Database, Replica>()

/** Has reads that may be some seconds late answered by a replica. */
export function readFrom(database: Database, replica: Pick<Replica, 'database' | 'lagSecondsMax'>): void {
  replicas.set(database, { ...replica, reads: { served: 0, behind: 0, unavailable: 0 } })
}

export function replicaOf(database: Database): Replica | undefined {
  return replicas.get(database)
}
