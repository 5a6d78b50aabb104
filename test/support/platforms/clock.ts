/** The clock of a platform. It runs with the real time, and a test can move it to expire tokens and jobs. */
export class Clock {
  #offset = 0

  now(): Date {
    return new Date(Date.now() + this.#offset)
  }

  seconds(): number {
    return Math.floor(this.now().getTime() / 1000)
  }

  set(instant: string): void {
    this.#offset = new Date(instant).getTime() - Date.now()
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds
  }
}
