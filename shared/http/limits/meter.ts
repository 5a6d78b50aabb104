import { hex } from '../../credentials/sha256.ts'
import { uncounted } from '../../db/call.ts'
import type { Call, Count, Outcome, Quota } from '../../db/call.ts'
import { ApiError, rateLimited, tooManyFailures, unavailable } from '../../errors/api_error.ts'
import { TokenGrants } from './token_grants.ts'

/** Counts one request of a bucket in the current minute and returns the new count. Throws if the count is uncertain. */
export type Counter = (bucket: string) => Promise<Count>

export type Caller = Pick<Call, 'credentialHash' | 'clientIp' | 'agent' | 'platformOrigin'>

/** A caller, with its count if requests are counted outside the database. */
export type CountedCaller = Caller & Pick<Call, 'count' | 'audience'>

/**
 * Counts a request, then serves it. `serve` compares the count with the limit before any other work. `resolve` only
 * resolves the credential; it is given where access tokens are accepted.
 */
export type Meter = (
  caller: Caller,
  serve: (count: Count) => Promise<Outcome>,
  resolve?: (count: Count) => Promise<Outcome>,
) => Promise<Outcome>

/**
 * Returns a meter that counts before the database is called. The bucket is the grant of an access token, the hash of a
 * key, the verified agent, or the client address. If the count is unavailable, the outcome is a 503.
 */
export function createMeter(counter: Counter): Meter {
  const spentBuckets = new SpentBuckets()
  const tokenGrants = new TokenGrants()
  const count = (bucket: string) => counter(bucket).catch(unavailable)

  return async function meter(caller, serve, resolve) {
    const credential = caller.credentialHash && hex(caller.credentialHash)
    const owner = credential && resolve ? await tokenGrants.find(credential, () => resolve(uncounted)) : null
    if (owner?.error) return await countFailure(owner, caller)
    const bucket = owner?.keyId?.startsWith('gra_')
      ? `grant:${owner.keyId}`
      : credential
        ? `key:${credential}`
        : caller.agent
          ? `agent:${caller.agent}`
          : `ip:${caller.clientIp}`
    const spent = spentBuckets.recall(bucket)
    if (spent) return refusal(rateLimited(spent.quota.resetInSeconds), spent)
    const counted = await count(bucket)
    if (counted instanceof ApiError) return refusal(counted)
    const outcome = await serve(counted)
    const { keyId, quota } = outcome
    if (quota?.remaining === 0) spentBuckets.keep(bucket, { keyId, quota })
    return await countFailure(outcome, caller)
  }

  /** Counts an unknown credential by the client address. */
  async function countFailure(outcome: Outcome, { clientIp }: Caller): Promise<Outcome> {
    if (outcome.failuresMax === null) return outcome
    const failures = await count(`unauthorized:${clientIp}`)
    if (failures instanceof ApiError) return refusal(failures)
    return failures.used > outcome.failuresMax ? refusal(tooManyFailures(failures.resetInSeconds)) : outcome
  }
}

interface Spent {
  keyId: string | null
  quota: Quota
}

const spentBucketsMax = 10_000

/**
 * Buckets whose limit is used up until the current minute ends. Their requests are refused without Redis or the
 * database. Losing an entry is safe: the request is counted again.
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
