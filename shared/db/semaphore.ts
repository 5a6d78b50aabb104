import postgres from 'postgres'

/** The limits of the queue in front of the connections. */
export interface QueueLimits {
  /** The most connections that one caller holds. Default: a quarter of all, at least two, but never all of several. */
  shareMax?: number
  waitMilliseconds?: number
  /** The most queries of one caller that wait. */
  waitingMax?: number
}

interface Caller {
  inUse: number
  waiting: (() => void)[]
}

/**
 * Divides the connections among callers, as `callerName` names them: credentials and addresses. Each caller holds at most
 * its share, so that slow queries of one leave connections for all others. Callers with waiting queries get free
 * connections in turn (round robin), each for its oldest query. A query waits for a limited time.
 */
export class Semaphore {
  readonly count: number
  readonly #shareMax: number
  readonly #waitMilliseconds: number
  readonly #waitingMax: number
  /** Callers that hold a connection or wait. The one that has waited longest for its turn is first. */
  readonly #callers = new Map<string, Caller>()
  #free: number
  /** When the database last served a query, in milliseconds of the process. */
  #servedAt = performance.now()

  constructor(count: number, { shareMax, waitMilliseconds = 2000, waitingMax = 1000 }: QueueLimits = {}) {
    this.count = count
    this.#free = count
    this.#shareMax = shareMax ?? Math.max(1, Math.min(count - 1, Math.max(2, Math.ceil(count / 4))))
    this.#waitMilliseconds = waitMilliseconds
    this.#waitingMax = waitingMax
  }

  get inUse(): number {
    return this.count - this.#free
  }

  get waiting(): number {
    return this.#callers.values().reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /**
   * Runs the work when the caller gets a connection. Throws `ShareExceeded` if too many queries of the caller wait, or if its
   * own queries held its share for the waiting time. Throws `Busy` if other callers held all connections, or if the database
   * served no query meanwhile.
   */
  async run<Result>(name: string, work: () => PromiseLike<Result>): Promise<Result> {
    const caller = this.#callers.get(name) ?? { inUse: 0, waiting: [] }
    this.#callers.set(name, caller)
    await this.#enter(name, caller)
    try {
      const result = await work()
      this.#servedAt = performance.now()
      return result
    } catch (thrown) {
      if (isRaised(thrown)) this.#servedAt = performance.now()
      throw thrown
    } finally {
      caller.inUse -= 1
      this.#free += 1
      this.#forget(name, caller)
      this.#next()
    }
  }

  async #enter(name: string, caller: Caller): Promise<void> {
    // Only callers that hold their share wait while a connection is free.
    if (this.#free > 0 && caller.inUse < this.#shareMax) return this.#take(caller)
    if (caller.waiting.length >= this.#waitingMax) throw this.#refusal(caller)
    const arrivedAt = performance.now()
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        caller.waiting.splice(caller.waiting.indexOf(enter), 1)
        this.#forget(name, caller)
        reject(this.#servedAt < arrivedAt ? new Busy() : this.#refusal(caller))
      }, this.#waitMilliseconds)
      caller.waiting.push(enter)
    })
  }

  #refusal({ inUse }: Caller): Error {
    return inUse < this.#shareMax ? new Busy() : new ShareExceeded()
  }

  #take(caller: Caller): void {
    this.#free -= 1
    caller.inUse += 1
  }

  /** Gives a free connection to the first caller in turn that waits and holds less than its share. */
  #next(): void {
    for (const [name, caller] of this.#callers) {
      if (caller.waiting.length === 0 || caller.inUse >= this.#shareMax) continue
      this.#callers.delete(name)
      this.#callers.set(name, caller)
      this.#take(caller)
      caller.waiting.shift()?.()
      return
    }
  }

  #forget(name: string, caller: Caller): void {
    if (caller.inUse === 0 && caller.waiting.length === 0) this.#callers.delete(name)
  }
}

/** Whether a function of the database raised the error, such as a rate limit. The database is available then. */
function isRaised(thrown: unknown): boolean {
  return thrown instanceof postgres.PostgresError && /^[A-Z]{5}$/.test(thrown.code)
}

/** Thrown if no connection becomes free in time. */
export class Busy extends Error {
  constructor() {
    super('No connection was free in time.')
    this.name = 'Busy'
  }
}

/** Thrown if the caller itself sends more concurrent queries than its share of the connections can serve in time. */
export class ShareExceeded extends Error {
  constructor() {
    super('The caller sent too many concurrent queries.')
    this.name = 'ShareExceeded'
  }
}
