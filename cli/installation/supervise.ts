import { setTimeout as delay } from 'node:timers/promises'
import { startProcess } from './process.ts'
import type { RunningProcess } from './process.ts'

export interface Supervised {
  /** Of the process that runs now, or of the one that ended last. */
  pid: () => number
  stop: () => Promise<void>
}

export interface Supervision {
  /** Told of every end that nobody asked for, with the wait before the next start. */
  onCrash: (waitMilliseconds: number) => void
  onStart?: () => void
}

const waitMillisecondsMax = 30_000
const soundMilliseconds = 60_000

/** Runs a script as `startProcess` does, and again whenever it ends by itself: at once, then ever later until it stays up for a minute. */
export function supervise(script: string, variables: Record<string, string>, told: Supervision): Supervised {
  let running: RunningProcess
  let waitMilliseconds = 0
  const stopping = new AbortController()

  function start(): void {
    const startedAt = performance.now()
    running = startProcess(script, variables)
    told.onStart?.()
    running.onCrash(() => void restart(performance.now() - startedAt))
  }

  async function restart(livedMilliseconds: number): Promise<void> {
    if (livedMilliseconds > soundMilliseconds) waitMilliseconds = 0
    const wait = waitMilliseconds
    waitMilliseconds = Math.min(waitMillisecondsMax, Math.max(500, 2 * wait))
    told.onCrash(wait)
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
