/**
 * Limits concurrent queries to the number of connections. A query waits for a limited time and is then rejected, so
 * that slow queries do not delay all others.
 */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  readonly #waitMilliseconds: number
  readonly #waitingMax: number
  readonly count: number
  #free: number

  constructor(count: number, waitMilliseconds = 2000, waitingMax = Infinity) {
    this.count = count
    this.#free = count
    this.#waitMilliseconds = waitMilliseconds
    this.#waitingMax = waitingMax
  }

  get inUse(): number {
    return this.count - this.#free
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Runs the work when a permit is free. Throws `Busy` after the waiting time, or at once if too many wait. */
  async run<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    await this.#enter()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (this.#waiting.length >= this.#waitingMax) throw new Busy()
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(new Busy())
      }, this.#waitMilliseconds)
      this.#waiting.push(enter)
    })
  }
}

/** Thrown if no connection becomes free in time. */
export class Busy extends Error {
  constructor() {
    super('No connection was free in time.')
    this.name = 'Busy'
  }
}
