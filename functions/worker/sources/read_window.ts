import { setTimeout as delay } from 'node:timers/promises'
import { addDays } from '../../../shared/calendar/days.ts'
import type { Database } from '../../../shared/db/pool.ts'
import { causeOf } from '../../../shared/log/log.ts'
import type { Log } from '../../../shared/log/log.ts'
import type { Grant, Platform, PlatformSettings, Report } from '../../../shared/sources/platform.ts'
import type { SourceOptions } from '../../../shared/sources/settings.ts'
import type { Call } from '../../../shared/sources/call.ts'
import { callOf } from '../../../shared/sources/access/platform_call.ts'
import { retryAfter } from '../../../shared/sources/retry_after.ts'
import { SourceError } from '../../../shared/sources/source_error.ts'
import { currentGrant } from './grants.ts'
import type { OpenGrant } from './grants.ts'
import { accountOf } from './source_window.ts'
import type { ClaimedSource, SourceWindow } from './source_window.ts'
import { storeReply } from './store_reply.ts'
import { attentionOf, isInternal, needsPerson, troubleOf } from './trouble.ts'
import type { Trouble } from './trouble.ts'
import { attentionSeconds, pollSeconds, waitSeconds } from './waits.ts'

interface Pace {
  seconds: number
  endsAt: number
}

/** What reading the windows of one source needs. */
export interface Reading {
  sql: Database
  source: ClaimedSource
  lease: string
  platform: Platform
  settings: PlatformSettings
  options: SourceOptions
  log: Log
  /** How long the platform asks to wait before the next request, and when the step must send no more (`performance.now()`). */
  pace: Pace
  /** Whether the platform announced the end of its version. */
  version: { isEnding: boolean }
}

/** `next`: other windows can be read. `stopped`: the source needs a person, or another process has it. */
export type Step = 'next' | 'stopped'

/** A process waits so long. A longer wait ends the pass. */
const paceSecondsMax = 60
/** A report that is not ready after this time is requested again. */
const patienceSeconds = 3 * 3600

/**
 * Takes one window one step further: requests, polls, or reads and stores its report. An error of the platform is handled as its
 * remedy says. The database refuses the result if this process lost its lease.
 */
export async function readWindow(reading: Reading, window: SourceWindow): Promise<Step> {
  try {
    await takeStep(reading, window)
    return 'next'
  } catch (thrown) {
    const trouble = troubleOf(thrown)
    if (trouble === null) throw thrown
    if (trouble === 'lost') return 'stopped'
    const { reason, remedy } = trouble
    const { source_id, report, first_on, last_on } = window
    reading.log({ level: 'warn', source_id, report, first_on, last_on, reason, remedy, cause: causeOf(thrown) })
    return await unlessLost(() => handle(reading, window, trouble))
  }
}

/** Returns `stopped` if another process has the source, or if a person disconnected it meanwhile. */
async function unlessLost(handled: () => Promise<Step>): Promise<Step> {
  try {
    return await handled()
  } catch (thrown) {
    if (troubleOf(thrown) === 'lost') return 'stopped'
    throw thrown
  }
}

async function takeStep(reading: Reading, window: SourceWindow): Promise<void> {
  const report = reading.platform.reports.find(({ name }) => name === window.report)
  if (!report) throw new SourceError('request_is_refused', 'stop', { report: window.report })
  const grant = await grantOf(reading)
  try {
    await follow(reading, window, report, grant)
  } catch (thrown) {
    // An access token can end before its time. A refresh shows whether the grant is dead too.
    if (!(thrown instanceof SourceError) || thrown.remedy !== 'refresh') throw thrown
    await follow(reading, window, report, await grantOf(reading, grant.version))
  }
}

async function follow(
  reading: Reading,
  window: SourceWindow,
  report: Report,
  { grant, shop }: OpenGrant,
): Promise<void> {
  const { sql, source, lease, options } = reading
  const call = pacedCall(reading, grant, shop)
  const account = accountOf(source)
  const days = { from: window.first_on, to: window.last_on, ...changedSince(source, window) }
  if (report.request && window.report_id === null) {
    const reportId = await report.request(call, account, days)
    if (reportId !== undefined) {
      await noteRequest(reportId, pollSeconds(0, options.waitScale))
      return
    }
  }
  if (report.isReady && window.report_id !== null && !(await report.isReady(call, account, window.report_id))) {
    const waited = window.waited_seconds ?? 0
    if (waited > patienceSeconds) throw new SourceError('report_failed', 'restart', { waited_seconds: waited })
    await noteRequest(window.report_id, pollSeconds(waited, options.waitScale))
    return
  }
  const reply = await report.read(call, account, days, window.report_id ?? undefined)
  await storeReply(sql, window, lease, reply)

  async function noteRequest(reportId: string, seconds: number): Promise<void> {
    await sql`
      select core.enter_brand(${window.brand_id}),
        sources.note_request(${window.brand_id}, ${window.window_id}, ${lease}, ${reportId}, ${seconds}, ${window.reported_at})`
  }
}

/** Hourly reads of a shop continue after the last change. After a longer pause, whole days are read. */
function changedSince({ updated_until }: ClaimedSource, window: SourceWindow): { changedSince?: string } {
  const isRecent = updated_until !== null && updated_until >= `${addDays(window.first_on, -1)}T00:00:00`
  if (window.report !== 'orders' || window.purpose !== 'hourly' || !isRecent) return {}
  return { changedSince: new Date(updated_until).toISOString() }
}

/** Whether the platform asks to wait longer than a process waits. */
export function isPaused({ pace }: Reading): boolean {
  return pace.seconds > paceSecondsMax
}

/** Returns a call whose requests wait as long as the platform asked for, and that notes the announced end of a version. */
export function pacedCall(reading: Reading, grant: Grant, shop: string | null): Call {
  const { options, pace, version } = reading
  const call = callOf(reading, grant, shop)
  const slowDown = (seconds: number) => {
    pace.seconds = Math.max(pace.seconds, seconds)
  }
  return {
    ...call,
    send: async (request) => {
      if (performance.now() > pace.endsAt) throw new SourceError('report_is_too_large', 'split')
      if (isPaused(reading)) {
        throw new SourceError('limit_is_reached', 'retry', { retryAfterSeconds: pace.seconds })
      }
      await delay(pace.seconds * options.waitScale * 1000)
      pace.seconds = 0
      const reply = await call.send(request)
      slowDown(retryAfter(reply.headers) ?? 0)
      return reply
    },
    slowDown,
    versionEnds: () => {
      version.isEnding = true
    },
  }
}

export async function grantOf(
  { sql, source, platform, settings, options }: Reading,
  refused?: number,
): Promise<OpenGrant> {
  return await currentGrant(sql, { connectionId: source.connection_id, platform, settings, options }, refused)
}

/** Does what the remedy of an error demands. */
async function handle(reading: Reading, window: SourceWindow, trouble: Trouble): Promise<Step> {
  const { sql, source, lease, options } = reading
  const { brand_id, window_id, source_id } = window
  const attention = attentionOf(trouble, window)
  // A person, not the platform, ends this wait, so that it is not scaled.
  const hour = attentionSeconds
  switch (trouble.remedy) {
    case 'refresh':
    case 'reconnect':
      await sql`select sources.fail_connection(${source.connection_id}, ${attention}::text::jsonb)`
      return 'stopped'
    case 'stop':
      await delayWindow(0, { fails: true })
      await sql`
        select core.enter_brand(${brand_id}), sources.need_attention(${brand_id}, ${source_id}, ${attention}::text::jsonb)`
      return 'stopped'
    case 'wait':
      await delayWindow(hour, { fails: true })
      return 'next'
    case 'split': {
      const [row] = await sql`
        select core.enter_brand(${brand_id}), sources.split_window(${brand_id}, ${window_id}, ${lease}) as is_split`
      if (!row?.is_split) await delayWindow(hour, { fails: true, restarts: true })
      return 'next'
    }
    case 'pause':
      await delayWindow(waitSeconds(0, trouble.retryAfterSeconds ?? attentionSeconds, options.waitScale), {
        delaysSource: true,
      })
      return 'stopped'
    case 'retry':
    case 'restart': {
      // A prepared report stays as it is, so reading it again would find the same fault.
      const restarts =
        trouble.remedy === 'restart' || (trouble.reason === 'reply_is_inconsistent' && window.report_id !== null)
      // A limit is that of the account or of the registration of Vitrine, so that no other window can be read either.
      const delaysSource = trouble.reason === 'limit_is_reached'
      // A wait that the platform names is no failure.
      const counts = !delaysSource || trouble.retryAfterSeconds === undefined
      const fails = counts && needsPerson(trouble, window)
      const seconds = waitSeconds(window.attempts, trouble.retryAfterSeconds, options.waitScale)
      await delayWindow(fails ? Math.max(hour, seconds) : seconds, { fails, restarts, delaysSource, counts })
      return delaysSource ? 'stopped' : 'next'
    }
  }

  async function delayWindow(
    seconds: number,
    {
      fails = false,
      restarts = false,
      delaysSource = false,
      counts = true,
    }: { fails?: boolean; restarts?: boolean; delaysSource?: boolean; counts?: boolean },
  ): Promise<void> {
    await sql`
      select core.enter_brand(${brand_id}), sources.delay_window(
        ${brand_id}, ${window_id}, ${lease}, ${seconds}, ${restarts}, ${delaysSource}, ${fails ? attention : null}::text::jsonb,
        ${counts}, ${isInternal(trouble)}, ${attention}::text::jsonb
      )`
  }
}
