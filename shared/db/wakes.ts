import { createLog } from '../log/log.ts'
import { semaphoreOf } from './query.ts'
import { withTimeout } from './connections.ts'
import type { Database } from './pool.ts'

/** Polling interval while events arrive. Writers do not need to notify while the listener polls. */
const busyMilliseconds = 50
/** Polls without an event after which the listener sleeps. */
const emptyLooksMax = 4
/** Covers a transaction that was about to commit when the listener went to sleep. */
const lastLookMilliseconds = 250
/** Polling interval while the listener sleeps, which covers a lost notification. */
const asleepMilliseconds = 10_000
/** Polling interval without a LISTEN connection, and after an error. */
const deafMilliseconds = 1000
/** Writers notify for this time after the last request of a listener. */
const requestSeconds = 60

/**
 * Sequences new events while readers wait for them, and wakes the readers. While the listener sleeps, a transaction
 * that writes an event notifies `vitrine_outbox` (`sql/events/wake.sql`). While it is awake it polls, so that many
 * writers do not wait for the lock of NOTIFY. The process that sequences events notifies `vitrine_events`, which
 * wakes the readers of all processes. Each process has one LISTEN connection. Without one, behind a transaction
 * pooler, it polls every second.
 */
export class Wakes {
  readonly #database: Database
  readonly #session: Database | null
  readonly #waiting = new Set<() => void>()
  #users = 0
  #version = 0
  #isListening = false
  /** Until LISTEN has succeeded. */
  #isDeaf = true
  #isWatching = false
  #isAsleep = false
  #hasFailed = false
  /** Notifications since the last poll. */
  #isNotified = false
  #endSleep: (() => void) | undefined

  constructor(database: Database, session: Database | null) {
    this.#database = database
    this.#session = session
  }

  /** Increases with every wake. Pass the value from before a read to `wait`, so that no wake is missed. */
  get version(): number {
    return this.#version
  }

  /** `asleep`: it polls only after a notification or every ten seconds. */
  get state(): 'stopped' | 'awake' | 'asleep' {
    return this.#isAsleep ? 'asleep' : this.#isWatching ? 'awake' : 'stopped'
  }

  /** Starts sequencing events. It stops when every returned function has been called. */
  use(): () => void {
    this.#users += 1
    if (!this.#isListening) void this.#listen()
    if (!this.#isWatching) void this.#watch()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#users -= 1
      if (this.#users === 0) this.#endSleep?.()
    }
  }

  /** Resolves when there may be events newer than version `since`, or after `milliseconds`. */
  async wait(milliseconds: number, since = this.#version): Promise<void> {
    if (since !== this.#version) return
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

  /** Starts LISTEN. After a lost connection the driver repeats LISTEN and calls the last callback again. */
  async #listen(): Promise<void> {
    if (!this.#session) return
    this.#isListening = true
    try {
      await this.#session.listen('vitrine_events', () => this.#wake())
      await this.#session.listen(
        'vitrine_outbox',
        () => this.#notice(),
        () => {
          this.#isDeaf = false
          // Events may have been written while the connection was down.
          this.#notice()
        },
      )
    } catch (cause) {
      report('LISTEN failed, so streams poll every second. Correct DATABASE_SESSION_URL', cause)
    }
  }

  #notice(): void {
    this.#isNotified = true
    this.#endSleep?.()
  }

  async #watch(): Promise<void> {
    this.#isWatching = true
    let emptyLooks = 0
    let isAwake = true
    while (this.#users > 0) {
      const wasNotified = this.#isNotified
      this.#isNotified = false
      const placed = await this.#query<number>((database) => database`select events.sequence_events() as answer`)
      if (placed === null) {
        // Waiting readers get the error from their own next query.
        emptyLooks = 0
        await this.#sleep(deafMilliseconds)
      } else if (placed > 0 || wasNotified) {
        if (placed > 0) this.#wake()
        // The request may also be that of a listener that has stopped.
        if (!isAwake || wasNotified) await this.#query((database) => database`select events.cancel_wake() as answer`)
        isAwake = true
        emptyLooks = 0
        if (placed === 0) await this.#sleep(busyMilliseconds)
      } else {
        emptyLooks += 1
        if (emptyLooks < emptyLooksMax) await this.#sleep(busyMilliseconds)
        else if (this.#isDeaf) await this.#sleepDeaf()
        else {
          isAwake = false
          await this.#sleepUntilNotified(emptyLooks - emptyLooksMax)
        }
      }
    }
    this.#isWatching = false
  }

  /** The first two waits are short, because a transaction that was about to commit may not have seen the request. */
  async #sleepUntilNotified(sleeps: number): Promise<void> {
    await this.#query((database) => database`select events.request_wake(${requestSeconds}) as answer`)
    if (sleeps === 0) return
    if (sleeps === 1) return await this.#sleep(lastLookMilliseconds)
    this.#wake()
    this.#isAsleep = true
    await this.#sleep(asleepMilliseconds)
    this.#isAsleep = false
  }

  async #sleepDeaf(): Promise<void> {
    this.#wake()
    await this.#sleep(deafMilliseconds)
  }

  /** Ends early on a notification, or when the last reader stops. */
  async #sleep(milliseconds: number): Promise<void> {
    if (this.#isNotified || this.#users === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#endSleep = undefined
  }

  async #query<Answer>(
    question: (database: Database) => PromiseLike<Record<string, unknown>[]>,
  ): Promise<Answer | null> {
    const database = this.#database
    try {
      const [row] = await semaphoreOf(database).run('wakes', () => withTimeout(database, () => question(database)))
      this.#hasFailed = false
      return row?.answer as Answer
    } catch (cause) {
      if (!this.#hasFailed) report('The order of events', cause)
      this.#hasFailed = true
      return null
    }
  }

  #wake(): void {
    this.#version += 1
    this.#waiting.forEach((done) => done())
  }
}

function report(what: string, cause: unknown): void {
  createLog(console.error)({ cause: `${what}: ${String(cause)}` })
}

const wakesOf = new WeakMap<Database, Wakes>()

export function wakes(database: Database, session: Database | null = database): Wakes {
  const known = wakesOf.get(database) ?? new Wakes(database, session)
  wakesOf.set(database, known)
  return known
}
