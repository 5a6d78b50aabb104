const waitMillisecondsMax = 30_000
const stableMilliseconds = 60_000

/** The delays before restarts: none before the first, then exponential up to 30 s. A run of more than one minute resets them. */
export class Backoff {
  #waitMilliseconds = 0

  /** Returns the delay after a run of this length. */
  next(ranMilliseconds: number): number {
    if (ranMilliseconds > stableMilliseconds) this.#waitMilliseconds = 0
    const wait = this.#waitMilliseconds
    this.#waitMilliseconds = Math.min(waitMillisecondsMax, Math.max(500, 2 * wait))
    return wait
  }
}
