/**
 * As many at a time as there are connections: whoever finds none free waits for a while, then is refused, so that slow
 * reads of some do not queue up before the quick ones of all.
 */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  readonly #waitMilliseconds: number
  readonly count: number
  #free: number

  constructor(count: number, waitMilliseconds = 2000) {
    this.count = count
    this.#free = count
    this.#waitMilliseconds = waitMilliseconds
  }

  get inUse(): number {
    return this.count - this.#free
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Runs the work when a slot is free; throws where none is for too long. */
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

/** The database is there, but all of its connections are at work. */
export class Busy extends Error {
  constructor() {
    super('No connection was free in time.')
    this.name = 'Busy'
  }
}
