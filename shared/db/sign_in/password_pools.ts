import { createPool } from '../pool.ts'
import type { Database, PoolOptions } from '../pool.ts'
import { limitWaiting } from '../query.ts'

/**
 * The pools of password checks. bcrypt uses a processor core for a tenth of a second, so a flood of sign-ins must not
 * take the connections of other requests (a bulkhead). Each pool has one connection and a short queue.
 */
export interface PasswordPools {
  /** Admits all attempts, which is fast, and checks passwords from devices that are known to their account. */
  known: Database
  /** Checks passwords from all other devices. */
  strangers: Database
}

/** About two seconds of password checks. Further attempts receive 429 at once. */
const waitingMax = 24
/** About a second of admissions, which take a few milliseconds. */
const admissionsMax = 200

/** Creates the pools. They connect at the first sign-in. */
export function createPasswordPools(options: Omit<PoolOptions, 'connectionsMax'>): PasswordPools {
  const [known, strangers] = [1, 1].map((connectionsMax) => createPool({ ...options, connectionsMax })) as [
    Database,
    Database,
  ]
  limitWaiting(known, admissionsMax)
  limitWaiting(strangers, waitingMax)
  return { known, strangers }
}
