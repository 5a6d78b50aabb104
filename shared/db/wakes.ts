import { logLine } from '../http/redact.ts'
import { slotsOf } from './ask.ts'
import { inTime } from './connections.ts'
import type { Database } from './pool.ts'

const tickMilliseconds = 100
const idleMilliseconds = 5000
const deafMilliseconds = 1000

/**
 * Wakes whoever waits for events of one database: at once when this process or another one has put new events in order
 * (NOTIFY), and every few seconds anyhow, for a notification that got lost; every second where nobody can listen, behind a
 * transaction pooler. One LISTEN connection a process.
 */
export class Wakes {
  readonly #database: Database
  readonly #session: Database | null
  readonly #waiting = new Set<() => void>()
  #users = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #isListening = false
  /** Until the server has heard that somebody listens. */
  #isDeaf = true
  #wokenAt = 0
  #isSequencing = false
  /** When sequencing last failed, until it succeeds: told once, and tried less often. */
  #failedAt: number | null = null

  constructor(database: Database, session: Database | null) {
    this.#database = database
    this.#session = session
  }

  /** Begins to put events in order while anybody reads; returns how to stop. */
  use(): () => void {
    this.#users += 1
    this.#timer ??= setInterval(() => void this.#tick(), tickMilliseconds)
    if (!this.#isListening) void this.#listen()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#users -= 1
      if (this.#users > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /** Resolves when there may be something new, or after these milliseconds. */
  async wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, milliseconds)
      const waiting = this.#waiting
      function done() {
        clearTimeout(timer)
        waiting.delete(done)
        resolve()
      }
      waiting.add(done)
    })
  }

  /** The driver tries again by itself what fails, and says when somebody listens at last. */
  async #listen(): Promise<void> {
    if (!this.#session) return
    this.#isListening = true
    try {
      await this.#session.listen(
        'vitrine_events',
        () => this.#wake(),
        () => void (this.#isDeaf = false),
      )
    } catch (cause) {
      report('Nobody can listen, so that streams look every second. Correct DATABASE_SESSION_URL', cause)
    }
  }

  async #tick(): Promise<void> {
    if (performance.now() - this.#wokenAt > (this.#isDeaf ? deafMilliseconds : idleMilliseconds)) this.#wake()
    if (this.#isSequencing || (this.#failedAt && performance.now() - this.#failedAt < deafMilliseconds)) return
    this.#isSequencing = true
    const database = this.#database
    try {
      for (let count = 1; count > 0;) {
        const question = () => inTime(database, () => database`select events.sequence_events() as count`)
        const [row] = await slotsOf(database).run(question)
        this.#failedAt = null
        count = Number(row?.count)
        if (count > 0) this.#wake()
      }
    } catch (cause) {
      // Readers find out by themselves.
      if (this.#failedAt === null) report('The order of events', cause)
      this.#failedAt = performance.now()
    } finally {
      this.#isSequencing = false
    }
  }

  #wake(): void {
    this.#wokenAt = performance.now()
    this.#waiting.forEach((done) => done())
  }
}

function report(what: string, cause: unknown): void {
  console.error(logLine({ at: new Date().toISOString(), cause: `${what}: ${String(cause)}` }))
}

const wakesOf = new WeakMap<Database, Wakes>()

export function wakes(database: Database, session: Database | null = database): Wakes {
  const known = wakesOf.get(database) ?? new Wakes(database, session)
  wakesOf.set(database, known)
  return known
}
