import { setTimeout as delay } from 'node:timers/promises'
import { Backoff } from './backoff.ts'
import { startPostgres } from './postgres.ts'
import type { Postgres, PostgresOptions } from './postgres.ts'

const checkMilliseconds = 500

/**
 * Starts Postgres and restarts it on the same port after an unexpected end, with the delays of `Backoff`. `onCrash` is called
 * after each end and each failed restart, with the delay before the next attempt.
 */
export async function supervisePostgres(
  options: PostgresOptions,
  onCrash: (waitMilliseconds: number, cause?: unknown) => void,
): Promise<Pick<Postgres, 'url' | 'stop'>> {
  let cluster = await startPostgres(options)
  const port = Number(new URL(cluster.url).port)
  const stopping = new AbortController()
  const watching = watch().catch(() => undefined)
  return {
    url: cluster.url,
    stop: async () => {
      stopping.abort()
      await watching
      await cluster.stop()
    },
  }

  async function watch(): Promise<void> {
    const backoff = new Backoff()
    let startedAt = performance.now()
    let cause: unknown
    for (;;) {
      await delay(checkMilliseconds, undefined, { signal: stopping.signal })
      if (cluster.isAlive()) continue
      const wait = backoff.next(performance.now() - startedAt)
      onCrash(wait, cause)
      await delay(wait, undefined, { signal: stopping.signal })
      startedAt = performance.now()
      cause = await startPostgres({ ...options, port, keepsLog: true }).then(
        (restarted) => void (cluster = restarted),
        (error: unknown) => error,
      )
    }
  }
}
