import { invalidParameter, unknownObject } from './graph_error.ts'
import type { Reply } from '../server.ts'
import { listOf } from './insights_request.ts'
import type { InsightsRequest } from './insights_request.ts'

/** How a report run ends. A run that never ends stays at 100 percent. */
type Outcome = 'completed' | 'failed' | 'skipped' | 'never'

interface Run {
  id: string
  accountId: string
  request: InsightsRequest
  read: () => Record<string, unknown>[]
  outcome: Outcome
  polls: number
  rows: Record<string, unknown>[] | null
}

/** Asynchronous reports (spec_AdReportRun.json). A poll moves a run on. */
export class ReportRuns {
  /** How the next runs end, in the order of their creation. Without an entry, a run completes. */
  readonly outcomes: Outcome[] = []
  /** How many polls see a run that is not done yet. The last of them shows 100 percent. */
  pollsUntilDone = 2
  /** A run with more rows fails, so a client has to divide its range. */
  rowsMax = Infinity
  readonly #runs = new Map<string, Run>()

  create(accountId: string, request: InsightsRequest, read: Run['read']): Reply {
    const id = String(6_023_920_149_050_000n + BigInt(this.#runs.size))
    const outcome = this.outcomes.shift() ?? 'completed'
    this.#runs.set(id, { id, accountId, request, read, outcome, polls: 0, rows: null })
    return { status: 200, body: { report_run_id: id } }
  }

  has(id: string): boolean {
    return this.#runs.has(id)
  }

  accountOf(id: string): string {
    return this.#runs.get(id)?.accountId ?? ''
  }

  /** Answers `GET /{report_run_id}`. */
  poll(id: string, params: URLSearchParams): Reply {
    const run = this.#runs.get(id)
    if (!run) return unknownObject(id)
    run.polls += 1
    const { from, to } = run.request
    const all = {
      id,
      account_id: run.accountId,
      time_ref: 1_795_000_000,
      date_start: from,
      date_stop: to,
      ...this.#progress(run),
    }
    const fields = listOf(params.get('fields'))
    const kept = Object.entries(all).filter(([name]) => !fields || name === 'id' || fields.includes(name))
    return { status: 200, body: Object.fromEntries(kept) }
  }

  /** Returns the rows of a completed run, or the reply that refuses to give them. */
  rows(id: string): Record<string, unknown>[] | Reply {
    const run = this.#runs.get(id)
    if (!run) return unknownObject(id)
    return run.rows ?? invalidParameter('The report run is not complete.')
  }

  #progress(run: Run): Record<string, unknown> {
    const { polls, outcome } = run
    if (polls < this.pollsUntilDone || (outcome === 'never' && polls < 3)) {
      return {
        async_status: polls === 1 ? 'Job Started' : 'Job Running',
        async_percent_completion: polls === 1 ? 0 : 50,
      }
    }
    // 100 percent alone does not mean that the rows can be read.
    if (polls === this.pollsUntilDone || outcome === 'never') {
      return { async_status: 'Job Running', async_percent_completion: 100, is_running: true }
    }
    if (outcome === 'skipped') return { async_status: 'Job Skipped', async_percent_completion: 0 }
    run.rows ??= outcome === 'completed' ? run.read() : null
    if (run.rows && run.rows.length <= this.rowsMax) {
      return { async_status: 'Job Completed', async_percent_completion: 100, time_completed: 1_795_000_060 }
    }
    run.rows = null
    return {
      async_status: 'Job Failed',
      async_percent_completion: 70,
      error_code: -2,
      error_subcode: 2_490_547,
      error_message: 'Please try again later.',
    }
  }
}
