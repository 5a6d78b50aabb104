import { randomUUID } from 'node:crypto'
import type { Database } from '../../../shared/db/pool.ts'
import type { Log } from '../../../shared/log/log.ts'
import type { Platform } from '../../../shared/sources/platform.ts'
import type { SourceOptions } from '../../../shared/sources/settings.ts'
import { permanentErrorClass } from '../failures.ts'
import { leaseSeconds, whileLeased } from './leases.ts'
import { readObjects } from './read_objects.ts'
import { isPaused, readWindow } from './read_window.ts'
import type { Reading } from './read_window.ts'
import type { ClaimedSource, SourceWindow } from './source_window.ts'
import { internalErrorsMax, troubleOf } from './trouble.ts'
import { versionNotice } from './version_notice.ts'
import { attentionSeconds } from './waits.ts'

export interface SyncOptions extends SourceOptions {
  platforms: readonly Platform[]
  log: Log
  /** No step begins after this time. The rest is read later. */
  secondsMax?: number
  /** A step sends no request after this time. Its window is then read in halves. */
  stepSecondsMax?: number
  /** Called after each step, for progress on a terminal. */
  onStep?: (source: ClaimedSource, window: SourceWindow) => void
}

export interface SourcePass {
  source_id: string
  /** Steps taken: windows read, requested, polled or delayed. */
  steps: number
  /** Whether another process reads the source or its account, too many sources of the platform are being read, or the platform asked to wait. */
  is_busy?: true
  /** When its next window or single object is due (seconds). Null if none waits. */
  next_seconds?: number | null
}

interface SourceId {
  brand_id: string
  source_id: string
}

/**
 * With both limits, a request that waits (60 s) and times out (120 s), and the write of the reply, a job ends before its own limit
 * (`jobSecondsMax` of shared/db/connections.ts), after which another process would repeat it from the start. The first one is also the share
 * of a source: one job runs at a time, and the rest of the source is queued behind the sources that wait.
 */
const [secondsMaxUsual, stepSecondsMaxUsual] = [60, 240]

/**
 * Plans and reads the windows of one source that are due now. A wait ends the pass: the window is due later. A killed process loses
 * its lease, and the next pass continues.
 */
export async function syncSource(
  sql: Database,
  { brand_id, source_id }: SourceId,
  options: SyncOptions,
): Promise<SourcePass> {
  const lease = randomUUID()
  const [row] = await sql`
    select core.enter_brand(${brand_id}), sources.claim_source(${brand_id}, ${source_id}, ${lease}, ${leaseSeconds}) as source`
  const source = row?.source as ClaimedSource | null
  if (!source) return { source_id, steps: 0, is_busy: true }
  const extend = (seconds: number) => sql`
    select core.enter_brand(${brand_id}), sources.keep_source(${brand_id}, ${source_id}, ${lease}, ${seconds})`
  try {
    return await whileLeased(
      () => extend(leaseSeconds),
      () => readDue(sql, source, lease, options),
    )
  } catch (thrown) {
    // Another process took over the source, because the lease of this one could not be extended in time.
    if (troubleOf(thrown) === 'lost') return { source_id, steps: 0, is_busy: true }
    const error = permanentErrorClass(thrown)
    if (error !== null) {
      // If the failure cannot be recorded, the run fails with the original error.
      await sql`
        select core.enter_brand(${brand_id}),
          sources.note_failed_run(${brand_id}, ${source_id}, ${lease}, ${error}, ${internalErrorsMax})`.catch(
        () => undefined,
      )
    }
    throw thrown
  } finally {
    // A lease that cannot be ended expires.
    await extend(0).catch(() => undefined)
  }
}

async function readDue(sql: Database, source: ClaimedSource, lease: string, options: SyncOptions): Promise<SourcePass> {
  const { brand_id, source_id } = source
  if (source.is_deletion_due) {
    await sql`select core.enter_brand(${brand_id}), sources.delete_data(${brand_id}, ${source_id})`
    return { source_id, steps: 1, next_seconds: null }
  }
  const platform = options.platforms.find(({ name }) => name === source.platform)
  const settings = platform && options.settings(platform)
  if (!platform || !settings) {
    const attention = JSON.stringify({ reason: 'is_not_set_up', values: { platform: source.platform } })
    await sql`
      select core.enter_brand(${brand_id}), sources.need_attention(
        ${brand_id}, ${source_id}, ${attention}::text::jsonb, ${attentionSeconds}
      )`
    return { source_id, steps: 0, next_seconds: null }
  }
  const reports = platform.reports.map(({ name, daysMax, daysBackMax, daysBackMaxWithout }) => {
    const { scope, days } = daysBackMaxWithout ?? {}
    return { name, days_max: daysMax, days_back_max: daysBackMax, back_scope: scope, days_back_max_without: days }
  })
  await sql`
    select core.enter_brand(${brand_id}), sources.plan_windows(
      ${brand_id}, ${source_id}, ${lease}, ${JSON.stringify(reports)}::text::jsonb,
      ${JSON.stringify(options.restatementDays(platform))}::text::jsonb
    )`
  const endsAt = performance.now() + (options.secondsMax ?? secondsMaxUsual) * 1000
  const pace = { seconds: 0, endsAt: Infinity }
  const version = { isEnding: false }
  const reading = { sql, source, lease, platform, settings, options, log: options.log, pace, version }
  const beginStep = () => {
    pace.endsAt = performance.now() + (options.stepSecondsMax ?? stepSecondsMaxUsual) * 1000
  }
  const canGoOn = () => performance.now() < endsAt && !isPaused(reading)
  let steps = 0
  let isStopped = false
  while (!isStopped && canGoOn()) {
    const [next] =
      await sql`select core.enter_brand(${brand_id}), sources.next_window(${brand_id}, ${source_id}) as due`
    if (!next?.due) break
    const window = { ...(next.due as SourceWindow), platform: source.platform }
    beginStep()
    const step = await readWindow(reading, window)
    steps += 1
    options.onStep?.(source, window)
    isStopped = step === 'stopped'
  }
  const finished = new Set<string>()
  while (!isStopped && canGoOn()) {
    beginStep()
    const outcome = await readObjects(reading, finished)
    if (outcome === 'none') break
    steps += 1
    isStopped = outcome === 'stopped'
  }
  await noteVersion(reading)
  // The next pass, which can be one of another process, waits as long as the platform asked.
  if (pace.seconds > 0) {
    await sql`
      select core.enter_brand(${brand_id}),
        sources.wait_for_platform(${brand_id}, ${source_id}, ${lease}, ${pace.seconds * options.waitScale})`
  }
  const [waiting] = await sql`
    select core.enter_brand(${brand_id}), core.clear_failures(${brand_id}, 'sync_sources', ${source_id}),
      sources.seconds_to_next_read(${brand_id}, ${source_id}) as seconds`
  return { source_id, steps, next_seconds: (waiting?.seconds ?? null) as number | null }
}

/** Stores that the version ends. A notice of another version is removed. */
async function noteVersion({ sql, source, lease, platform, settings, version, log }: Reading): Promise<void> {
  const { brand_id, source_id, version_notice } = source
  if (version_notice?.values.version === settings.version) return
  const notice = versionNotice(platform, settings.version, version.isEnding)
  if (notice === null && version_notice === null) return
  if (notice !== null) log({ level: 'warn', source_id, platform: platform.name, ...notice })
  await sql`
    select core.enter_brand(${brand_id}),
      sources.note_version(${brand_id}, ${source_id}, ${lease}, ${notice && JSON.stringify(notice)}::text::jsonb)`
}
