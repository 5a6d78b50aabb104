import { z } from 'zod'
import type { Call } from '../call.ts'
import type { Grain } from '../ads/fact_fields.ts'
import type { PlatformAccount, Window } from '../platform.ts'
import { digits, readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { graph } from './graph.ts'
import type { Parameters } from './graph.ts'
import { isDeletedRefused, isTooOld } from './graph_error.ts'
import { insightsQuery } from './insights_query.ts'
import type { Level } from './insights_query.ts'

/** The report runs of a window: one for ads, one for the totals of campaigns, and one for the total of the account. */
export interface Runs {
  ids: Record<Level, string>
  /** The first day of the runs, if Meta refused the first day of the window. */
  from?: string
}

/** Ads last: if numbers grow between two runs, ads exceed their campaign, which is noticed. The reverse would look like spend without ads. */
const levels = ['account', 'campaign', 'ad'] as const

/**
 * Starts the report runs of a window. If Meta refuses the status DELETED, the runs leave deleted ads and campaigns out. If the window
 * begins before the days that Meta keeps, which its clock decides, the runs begin with the first day that Meta certainly has. Returns
 * undefined if the window ends before it.
 */
export async function startRuns(
  call: Call,
  account: PlatformAccount,
  grain: Grain,
  window: Window,
): Promise<string | undefined> {
  let hasDeleted = true
  let { from } = window
  for (;;) {
    try {
      const ids: string[] = []
      for (const level of levels) {
        const parameters = insightsQuery(level, grain, { from, to: window.to }, { hasDeleted })
        ids.push(await startRun(call, account, parameters))
      }
      return [...ids, ...(from === window.from ? [] : [from])].join(':')
    } catch (thrown) {
      const kept = firstKeptDay(new Date())
      if (isDeletedRefused(thrown) && hasDeleted) hasDeleted = false
      else if (isTooOld(thrown) && kept > window.to) return undefined
      else if (isTooOld(thrown) && from < kept) from = kept
      else throw thrown
    }
  }
}

const monthsKept = 37

/** Returns the first day that Meta certainly keeps, whatever its time zone is. */
export function firstKeptDay(now: Date): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, now.getUTCDate() + 2))
  return first.toISOString().slice(0, 10)
}

/** Returns the runs that `startRuns` started. */
export function parseRuns(text: string): Runs {
  const [, account, campaign, ad, from] = /^(\d+):(\d+):(\d+)(?::(\d{4}-\d\d-\d\d))?$/.exec(text) ?? []
  if (account === undefined || campaign === undefined || ad === undefined) {
    throw new SourceError('report_failed', 'restart', { problem: 'unknown_run' })
  }
  return { ids: { ad, campaign, account }, ...(from !== undefined && { from }) }
}

/** Whether all runs can be read. Throws SourceError if one failed. */
export async function areComplete(call: Call, text: string): Promise<boolean> {
  for (const id of Object.values(parseRuns(text).ids)) {
    if (!(await isComplete(call, id))) return false
  }
  return true
}

/** A run that is gone, because Meta deletes runs after some days, has to be started again. */
export async function restartIfGone<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (thrown) {
    if (!(thrown instanceof SourceError) || thrown.reason !== 'account_is_unavailable') throw thrown
    throw new SourceError('report_failed', 'restart', { ...thrown.values, problem: 'run_is_gone' })
  }
}

const started = z.object({ report_run_id: digits })

async function startRun(call: Call, account: PlatformAccount, parameters: Parameters): Promise<string> {
  const body = await graph(call, { path: `act_${account.id}/insights`, method: 'POST', parameters })
  return readForm(started, body).report_run_id
}

const run = z.object({
  async_status: z.string(),
  error_code: z.string().optional(),
  error_subcode: z.string().optional(),
})

/** "Try again later", a failure that has nothing to do with the size of the report. */
const tryLater = '2490547'

/** The percentage is not checked, because a run at 100 per cent is not complete yet. */
async function isComplete(call: Call, id: string): Promise<boolean> {
  const fields = 'async_status,async_percent_completion,error_code,error_subcode'
  const {
    async_status: status,
    error_code: code,
    error_subcode: subcode,
  } = readForm(run, await restartIfGone(graph(call, { path: id, parameters: { fields } })))
  const values = { status, ...(code && { code }), ...(subcode && { subcode }) }
  if (status === 'Job Failed')
    throw new SourceError('report_failed', subcode === tryLater ? 'restart' : 'split', values)
  if (status === 'Job Skipped') throw new SourceError('report_failed', 'restart', values)
  return status === 'Job Completed'
}
