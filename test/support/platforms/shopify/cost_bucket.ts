/** The points that an app has in a shop. They are restored with real time. */
export class CostBucket {
  maximum = 2_000
  restoreRate = 100
  #available = 2_000
  #measured = performance.now()

  available(): number {
    const now = performance.now()
    this.#available = Math.min(this.maximum, this.#available + ((now - this.#measured) / 1_000) * this.restoreRate)
    this.#measured = now
    return this.#available
  }

  /** Takes points. Returns false, and takes none, if there are too few. */
  take(points: number): boolean {
    const isAllowed = points <= this.available()
    if (isAllowed) this.#available -= points
    return isAllowed
  }

  giveBack(points: number): void {
    this.#available = Math.min(this.maximum, this.#available + points)
  }

  drain(): void {
    this.#available = 0
    this.#measured = performance.now()
  }

  status(): Record<string, number> {
    const currentlyAvailable = Math.floor(this.available())
    return { maximumAvailable: this.maximum, currentlyAvailable, restoreRate: this.restoreRate }
  }
}
