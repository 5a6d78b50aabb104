import { setTimeout as delay } from 'node:timers/promises'
import { Backoff } from './backoff.ts'
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

/** Runs a script with `startProcess` and restarts it after an unexpected end, with the delays of `Backoff`. */
export function supervise(
  script: string,
  variables: Record<string, string>,
  { onCrash, onStart }: SupervisionCallbacks,
): Supervised {
  let running: RunningProcess
  const backoff = new Backoff()
  const stopping = new AbortController()

  function start(): void {
    const startedAt = performance.now()
    running = startProcess(script, variables)
    onStart?.()
    running.onCrash(() => void restart(performance.now() - startedAt))
  }

  async function restart(ranMilliseconds: number): Promise<void> {
    const wait = backoff.next(ranMilliseconds)
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
