/**
 * How a process ends without failing anybody: it is near for as long as whoever spreads requests needs to hear of it, and serves on
 * meanwhile; then what stays open by itself, such as a stream, is closed.
 */
export class Shutdown {
  readonly #closing = new AbortController()
  isNear = false

  get closing(): AbortSignal {
    return this.#closing.signal
  }

  announce(): void {
    this.isNear = true
  }

  close(): void {
    this.#closing.abort()
  }
}
