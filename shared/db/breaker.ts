/**
 * A circuit breaker: rejects work at once after repeated failures, so that callers do not wait for an unavailable
 * database.
 */
export class Breaker {
  private failures = 0
  private openUntil = 0
  private isTrying = false

  private readonly failuresMax: number
  private readonly pauseMilliseconds: number

  constructor(failuresMax = 5, pauseMilliseconds = 1000) {
    this.failuresMax = failuresMax
    this.pauseMilliseconds = pauseMilliseconds
  }

  /** closed: all work runs. open: no work runs. half_open: one call runs as a probe. */
  get state(): 'closed' | 'open' | 'half_open' {
    if (this.failures < this.failuresMax) return 'closed'
    return performance.now() < this.openUntil || this.isTrying ? 'open' : 'half_open'
  }

  /**
   * Runs the work. Throws while the breaker is open. An error counts as a failure if `isFailure` returns true for it.
   */
  async run<Result>(work: () => Promise<Result>, isFailure: (thrown: unknown) => boolean): Promise<Result> {
    const { state } = this
    if (state === 'open') throw new Error('The circuit breaker is open: the database failed several times just now.')
    this.isTrying = state === 'half_open'
    try {
      const result = await work()
      this.failures = 0
      return result
    } catch (thrown) {
      if (isFailure(thrown)) {
        this.failures += 1
        this.openUntil = performance.now() + this.pauseMilliseconds
      } else {
        this.failures = 0
      }
      throw thrown
    } finally {
      this.isTrying = false
    }
  }
}
