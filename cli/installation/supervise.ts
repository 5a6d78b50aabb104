import { setTimeout as delay } from 'node:timers/promises'
import { startProcess } from './process.ts'
import type { RunningProcess } from './process.ts'

export interface Supervised {
  /** The id of the running process, or of the last one. */
  pid: () => number
  stop: () => Promise<void>
}

export interface SupervisionCallbacks {
  /** Called after each unexpected end, with the delay before the restart. */
  onCrash: (waitMilliseconds: number) => void
  onStart?: () => void
}

const waitMillisecondsMax = 30_000
const stableMilliseconds = 60_000

/**
 * Runs a script with `startProcess` and restarts it after an unexpected end: at once, then with exponential backoff up to 30 s.
 * A run of more than one minute resets the backoff.
 */
export function supervise(
  script: string,
  variables: Record<string, string>,
  { onCrash, onStart }: SupervisionCallbacks,
): Supervised {
  let running: RunningProcess
  let waitMilliseconds = 0
  const stopping = new AbortController()

  function start(): void {
    const startedAt = performance.now()
    running = startProcess(script, variables)
    onStart?.()
    running.onCrash(() => void restart(performance.now() - startedAt))
  }

  async function restart(ranMilliseconds: number): Promise<void> {
    if (ranMilliseconds > stableMilliseconds) waitMilliseconds = 0
    const wait = waitMilliseconds
    waitMilliseconds = Math.min(waitMillisecondsMax, Math.max(500, 2 * wait))
    onCrash(wait)
    await delay(wait, undefined, { signal: stopping.signal }).then(start, () => undefined)
  }

  start()
  return {
    pid: () => running.pid,
    stop: async () => {
      stopping.abort()
      await running.stop()
    },
  }
}
