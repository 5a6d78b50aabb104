/** Counts requests of a key in a sliding window of real time. Used by platforms that limit requests a second. */
export class WindowLimit {
  readonly #times = new Map<string, number[]>()
  readonly #most: number
  readonly #milliseconds: number

  constructor(most: number, milliseconds: number) {
    this.#most = most
    this.#milliseconds = milliseconds
  }

  /** Returns the number of requests in the window with this one, and whether it is allowed. */
  take(key: string): { count: number; isAllowed: boolean } {
    const now = performance.now()
    const recent = (this.#times.get(key) ?? []).filter((time) => time > now - this.#milliseconds)
    const isAllowed = recent.length < this.#most
    if (isAllowed) recent.push(now)
    this.#times.set(key, recent)
    return { count: recent.length + (isAllowed ? 0 : 1), isAllowed }
  }
}
