import { setTimeout as delay } from 'node:timers/promises'
import { SourceError } from '../source_error.ts'
import type { SourceReason } from '../source_error.ts'

const secondsMax = 10
const attemptsMax = 4

/** Runs work again after errors with one of these reasons. Without reasons, after a refusal because of a limit only. */
export type Retry = <Result>(work: () => Promise<Result>, reasons?: readonly SourceReason[]) => Promise<Result>

/**
 * Returns a way to run requests again while a person waits. All waits together take at most 10 seconds, and a wait that the platform names is
 * never cut: a longer one fails at once.
 */
export function retrying(waitScale: number): Retry {
  let secondsLeft = secondsMax
  return async (work, reasons = ['limit_is_reached']) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (thrown) {
        if (!(thrown instanceof SourceError) || !reasons.includes(thrown.reason)) throw thrown
        const seconds = thrown.retryAfterSeconds ?? 2 ** (attempt - 1)
        if (attempt === attemptsMax || seconds > secondsLeft) throw thrown
        secondsLeft -= seconds
        await delay(seconds * waitScale * 1000)
      }
    }
  }
}
