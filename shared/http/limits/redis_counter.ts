import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import type { Counter } from './meter.ts'

export interface RedisOptions {
  url: string
  token: string
  timeoutMilliseconds?: number
}

/** An unreachable maximum: Redis only counts, and SQL compares the count with the limit of the plan. */
const countMax = 1_000_000_000

/**
 * Returns a counter of fixed minutes in Redis. It throws for every response that is not certainly a count of this
 * request.
 */
export function createRedisCounter({ url, token, timeoutMilliseconds = 300 }: RedisOptions): Counter {
  const redis = new Redis({
    url,
    token,
    // `retry: false` would still try twice, and both attempts might be counted.
    retry: { retries: 0 },
    // A function is required: with an AbortSignal object the client turns the abort into a response.
    signal: () => AbortSignal.timeout(timeoutMilliseconds),
    readYourWrites: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
  })
  const minute = new Ratelimit({
    redis,
    prefix: 'vitrine',
    limiter: Ratelimit.fixedWindow(countMax, '60 s'),
    // The limiter's own timeout lets the request pass, and its cache never expires.
    timeout: 0,
    ephemeralCache: false,
  })
  return async function count(bucket) {
    const { success, limit, remaining, reset } = await withTimeout(minute.limit(bucket), timeoutMilliseconds)
    const used = countMax - remaining
    if (success !== true || limit !== countMax || !Number.isInteger(used) || used < 1) {
      throw new Error(`Redis answered no count: success ${success}, limit ${limit}, remaining ${remaining}.`)
    }
    return { used, resetAt: reset / 1000, resetInSeconds: Math.max(1, Math.ceil((reset - Date.now()) / 1000)) }
  }
}

/** Applies one timeout to all requests of a count. A script that Redis has not cached takes two requests. */
async function withTimeout<Answer>(answer: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`Redis took longer than ${milliseconds} ms.`)), milliseconds)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
