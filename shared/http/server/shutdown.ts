/**
 * The two steps of a graceful shutdown. `announce` marks the process as shutting down while it still serves requests;
 * `close` aborts open streams.
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
