import type { Call, Count, Outcome, Quota } from '../../db/call.ts'
import { ApiError, rateLimited, unavailable } from '../../errors/api_error.ts'

/** Counts one more request of a bucket in the present minute, and throws unless it is certain of the number. */
export type Counter = (bucket: string) => Promise<Count>

export type Caller = Pick<Call, 'credentialHash' | 'clientIp'>

/** A caller with its count, where counting is done outside the database. */
export type CountedCaller = Caller & Pick<Call, 'count'>

/** Has a caller counted and then served: whoever serves holds the count against the limit before any work. */
export type Meter = (caller: Caller, serve: (count: Count) => Promise<Outcome>) => Promise<Outcome>

/**
 * Counts requests outside the database, before anything is read, and so by what is known before anything is read: the
 * bucket of a key bears its hash. A count that cannot be had is a 503.
 */
export function createMeter(counter: Counter): Meter {
  const spentBuckets = new SpentBuckets()
  const count = (bucket: string) => counter(bucket).catch(unavailable)

  return async function meter(caller, serve) {
    const bucket = caller.credentialHash ? `key:${hex(caller.credentialHash)}` : `ip:${caller.clientIp}`
    const spent = spentBuckets.recall(bucket)
    if (spent) return refusal(rateLimited(spent.quota.resetInSeconds), spent)
    const counted = await count(bucket)
    if (counted instanceof ApiError) return refusal(counted)
    const outcome = await serve(counted)
    const { keyId, quota, failuresMax } = outcome
    if (quota?.remaining === 0) spentBuckets.keep(bucket, { keyId, quota })
    // A token is one of several of its grant: the limit is the grant's, however many there are.
    if (keyId?.startsWith('gra_') && quota) {
      const ofGrant = await count(`grant:${keyId}`)
      if (ofGrant instanceof ApiError) return refusal(ofGrant)
      const left = { ...quota, remaining: Math.max(0, quota.limit - ofGrant.used) }
      if (ofGrant.used > quota.limit) return refusal(rateLimited(ofGrant.resetInSeconds), { keyId, quota: left })
      return { ...outcome, quota: left }
    }
    if (failuresMax === null) return outcome
    const failures = await count(`unauthorized:${caller.clientIp}`)
    if (failures instanceof ApiError) return refusal(failures)
    if (failures.used > failuresMax) return refusal(rateLimited(failures.resetInSeconds))
    return outcome
  }
}

interface Spent {
  keyId: string | null
  quota: Quota
}

const spentBucketsMax = 10_000

/**
 * Buckets that are known to be empty until their minute ends, so that their callers make neither Redis nor the
 * database work. It can only refuse: whom it forgets is counted.
 */
class SpentBuckets {
  #resetAt = 0
  readonly #spent = new Map<string, Spent>()

  keep(bucket: string, spent: Spent): void {
    if (spent.quota.resetAt > this.#resetAt) {
      this.#spent.clear()
      this.#resetAt = spent.quota.resetAt
    }
    if (this.#spent.size < spentBucketsMax) this.#spent.set(bucket, spent)
  }

  recall(bucket: string): Spent | null {
    const spent = this.#spent.get(bucket)
    const millisecondsLeft = spent ? spent.quota.resetAt * 1000 - Date.now() : 0
    if (!spent || millisecondsLeft <= 0) return null
    return { ...spent, quota: { ...spent.quota, resetInSeconds: Math.ceil(millisecondsLeft / 1000) } }
  }
}

function refusal(error: ApiError, { keyId, quota }: Partial<Spent> = {}): Outcome {
  return {
    body: null,
    isSimulated: false,
    keyId: keyId ?? null,
    quota: quota ?? null,
    failuresMax: null,
    error,
    scopes: null,
    isReplayed: false,
    missingScope: null,
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
