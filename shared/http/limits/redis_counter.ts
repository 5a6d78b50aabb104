import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import type { Counter } from './meter.ts'

export interface RedisOptions {
  url: string
  token: string
  patienceMilliseconds?: number
}

/** More than any caller can send in a minute: Redis counts, and only SQL knows how many are too many. */
const countMax = 1_000_000_000

/** Counts fixed minutes in Redis. Whatever is not certainly a count of this very request is thrown. */
export function createRedisCounter({ url, token, patienceMilliseconds = 300 }: RedisOptions): Counter {
  const redis = new Redis({
    url,
    token,
    // Once: `false` would try twice, and what was tried twice may be counted twice.
    retry: { retries: 0 },
    // As a function, for a signal that is no function turns what it aborts into an answer.
    signal: () => AbortSignal.timeout(patienceMilliseconds),
    readYourWrites: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
  })
  const minute = new Ratelimit({
    redis,
    prefix: 'vitrine',
    limiter: Ratelimit.fixedWindow(countMax, '60 s'),
    // Its own timeout lets the request pass, and its cache never forgets.
    timeout: 0,
    ephemeralCache: false,
  })
  return async function count(bucket) {
    const { success, limit, remaining, reset } = await withTimeout(minute.limit(bucket), patienceMilliseconds)
    const used = countMax - remaining
    if (success !== true || limit !== countMax || !Number.isInteger(used) || used < 1) {
      throw new Error(`Redis answered no count: success ${success}, limit ${limit}, remaining ${remaining}.`)
    }
    return { used, resetAt: reset / 1000, resetInSeconds: Math.max(1, Math.ceil((reset - Date.now()) / 1000)) }
  }
}

/** One patience for all of it: a script that Redis has not seen yet takes two requests. */
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
