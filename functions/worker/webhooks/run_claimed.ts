import { nextOf } from './next_of.ts'

export interface PassLimits {
  /** The most claimed rows at once. */
  concurrencyMax?: number | undefined
  /** The time after which the pass claims no more. */
  passSecondsMax?: number | undefined
}

/**
 * Claims rows and runs each one, beside the others, until none is left. `run` receives the seconds that are left of the pass. It throws
 * if it cannot record a result; the pass then claims no more, and throws when the others have ended.
 */
export async function runClaimed<Claimed>(
  claim: (count: number) => Promise<Claimed[]>,
  run: (claimed: Claimed, secondsLeft: number) => Promise<void>,
  { concurrencyMax = 16, passSecondsMax = 30 }: PassLimits,
): Promise<void> {
  const endsAt = performance.now() + passSecondsMax * 1000
  const underWay = new Set<Promise<void>>()
  let ended = 0
  let broken: Error | null = null
  do {
    const free = performance.now() < endsAt && !broken ? concurrencyMax - underWay.size : 0
    const endedBefore = ended
    const claimed = free > 0 ? await claim(free) : []
    const secondsLeft = (endsAt - performance.now()) / 1000
    for (const each of claimed) {
      const running = run(each, secondsLeft)
        // The row is claimed again when its lease expires.
        .catch((cause: Error) => void (broken = cause))
        .finally(() => {
          ended++
          underWay.delete(running)
        })
      underWay.add(running)
    }
    // A row that ended since the claim can make another one claimable, so there is no wait.
    if (claimed.length === 0 && endedBefore === ended) {
      if (underWay.size === 0) break
      await nextOf(underWay)
    }
  } while (underWay.size > 0 || performance.now() < endsAt)
  if (broken) throw broken
}
