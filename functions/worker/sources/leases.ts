import { setTimeout as delay } from 'node:timers/promises'

/** Seconds of a lease in the database. A killed process blocks its work for this time. */
export const leaseSeconds = 20

const renewalMilliseconds = 5000

/** Extends a lease while work runs, and waits for the last extension, so that none follows the end of the work. */
export async function whileLeased<Result>(
  extend: () => PromiseLike<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const renewal = renew(extend, stop.signal)
  try {
    return await work()
  } finally {
    stop.abort()
    await renewal
  }
}

async function renew(extend: () => PromiseLike<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(renewalMilliseconds, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    // A lease that cannot be extended expires, and the database refuses the writes of this process.
    await Promise.resolve(extend()).catch(() => undefined)
  }
}
