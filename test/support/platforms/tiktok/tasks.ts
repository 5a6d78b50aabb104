import type { Reply } from '../server.ts'
import { ok, refused } from './envelope.ts'

type Outcome = 'SUCCESS' | 'FAILED' | 'CANCELED' | 'never'

interface Task {
  accountId: string
  outcome: Outcome
  polls: number
  read: () => Record<string, unknown>[]
}

/** Asynchronous reports: create, check, download as CSV from a signed address. */
export class ReportTasks {
  /** How the next tasks end. Without an entry, a task succeeds. */
  readonly outcomes: Outcome[] = []
  pollsUntilDone = 2
  readonly #tasks = new Map<string, Task>()

  create(accountId: string, read: Task['read']): Reply {
    const id = String(7_300_000_000_000_000_001n + BigInt(this.#tasks.size))
    this.#tasks.set(id, { accountId, outcome: this.outcomes.shift() ?? 'SUCCESS', polls: 0, read })
    return ok({ task_id: id })
  }

  check(accountId: string, id: string): Reply {
    const task = this.#tasks.get(id)
    if (task?.accountId !== accountId) return refused(40_007, 'The task does not exist.')
    task.polls += 1
    if (task.polls === 1) return ok({ status: 'QUEUING', message: '' })
    if (task.polls <= this.pollsUntilDone || task.outcome === 'never') return ok({ status: 'PROCESSING', message: '' })
    return ok({ status: task.outcome, message: task.outcome === 'FAILED' ? 'Task failed.' : '' })
  }

  link(accountId: string, id: string, base: string): Reply {
    const task = this.#tasks.get(id)
    if (task?.accountId !== accountId) return refused(40_007, 'The task does not exist.')
    if (task.outcome !== 'SUCCESS' || task.polls <= this.pollsUntilDone) return refused(40_201, 'Task is not ready.')
    return ok({
      download_url: `${base}/wsos_v2/statistics/object/${id}?expire=1795000000&sign=1`,
      file_name: 'report.csv',
    })
  }

  download(id: string): Reply {
    const rows = this.#tasks.get(id)?.read() ?? []
    const flat = rows.map(({ dimensions, metrics }) => ({ ...(dimensions as object), ...(metrics as object) }))
    const names = Object.keys(flat[0] ?? {})
    const line = (values: unknown[]) =>
      values.map((value) => `"${String(value ?? '-').replaceAll('"', '""')}"`).join(',')
    const text = [line(names), ...flat.map((row) => line(Object.values(row)))].join('\r\n')
    return { status: 200, type: 'text/csv; charset=utf-8', body: `\uFEFF${text}\r\n` }
  }
}
