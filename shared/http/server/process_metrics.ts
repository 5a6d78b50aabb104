import process from 'node:process'
import { setInterval } from 'node:timers'
import { schemaVersion } from '../../db/readiness.ts'
import type { Env } from '../../env.ts'
import { version } from '../../version.ts'
import type { Sample } from './sample.ts'

/** The labels of `vitrine_build_info`. */
export type Build = Record<'function' | 'version' | 'commit' | 'schema' | 'runtime', string>

export function buildOf(name: string, env: Pick<Env, 'VITRINE_COMMIT'>): Build {
  const { deno, node } = process.versions as { deno?: string; node: string }
  return {
    function: name,
    version,
    commit: env.VITRINE_COMMIT ?? 'unknown',
    schema: schemaVersion,
    runtime: deno ? `deno ${deno}` : `node ${node}`,
  }
}

const checkMilliseconds = 100
/** A lag is reported for one to two of these windows, so that scrapes of any interval up to a window see it. */
export const lagWindowSeconds = 30
const startedAt = Date.now() / 1000 - process.uptime()

/** The longest delays of the event loop in the current and the previous window, in seconds. */
const lag = { isWatched: false, current: 0, previous: 0 }

/** Starts to measure the delay of the event loop with a timer, because Deno does not implement `monitorEventLoopDelay` usably. */
export function watchEventLoop(): void {
  if (lag.isWatched) return
  lag.isWatched = true
  let expectedAt = performance.now() + checkMilliseconds
  let windowEndsAt = performance.now() + lagWindowSeconds * 1000
  const timer = setInterval(() => {
    const now = performance.now()
    if (now > windowEndsAt) {
      Object.assign(lag, { previous: lag.current, current: 0 })
      windowEndsAt = now + lagWindowSeconds * 1000
    }
    lag.current = Math.max(lag.current, (now - expectedAt) / 1000)
    expectedAt = now + checkMilliseconds
  }, checkMilliseconds)
  timer.unref()
}

/** Returns CPU, memory, start time and event-loop lag of the process, and its build. A runtime may lack a part, which is then absent. */
export function processSamples(build: Build | undefined): Sample[] {
  const samples = [
    sample('gauge', 'process_start_time_seconds', 'When the process started, in Unix seconds.', () => startedAt),
    sample('counter', 'process_cpu_seconds', 'CPU time of the process.', () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1_000_000
    }),
    sample('gauge', 'process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage().rss),
    sample('gauge', 'vitrine_heap_used_bytes', 'Memory of JavaScript objects.', () => process.memoryUsage().heapUsed),
    sample(
      'gauge',
      'vitrine_event_loop_lag_seconds',
      'The longest delay of the event loop in the last 30 to 60 s.',
      () => Math.max(lag.current, lag.previous),
    ),
  ].flat()
  if (!build) return samples
  const info = { type: 'gauge' as const, name: 'vitrine_build_info', help: 'The release of the process; always 1.' }
  return [...samples, { ...info, labels: build, value: 1 }]
}

function sample(type: Sample['type'], name: string, help: string, read: () => number): Sample[] {
  try {
    const value = read()
    return Number.isFinite(value) ? [{ type, name, help, labels: {}, value }] : []
  } catch {
    return []
  }
}
