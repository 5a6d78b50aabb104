import { ApiError } from '../../shared/errors/api_error.ts'

/** Counts the open streams of each key in this process. */
export class Readers {
  readonly #openOfKey = new Map<string, number>()
  readonly #perKeyMax: number
  readonly #max: number
  #open = 0

  constructor(perKeyMax: number, max: number) {
    this.#perKeyMax = perKeyMax
    this.#max = max
  }

  /** Counts a new stream. Returns a function that removes it. Throws 429 if the key or the process has too many. */
  enter(keyId: string): () => void {
    const open = this.#openOfKey.get(keyId) ?? 0
    if (open >= this.#perKeyMax || this.#open >= this.#max) {
      throw new ApiError('rate_limited', `Too many open streams: this key has ${open}. Close one, or retry in 10 s.`, {
        retryAfterSeconds: 10,
      })
    }
    this.#openOfKey.set(keyId, open + 1)
    this.#open += 1
    return () => {
      this.#open -= 1
      const left = (this.#openOfKey.get(keyId) ?? 1) - 1
      if (left > 0) this.#openOfKey.set(keyId, left)
      else this.#openOfKey.delete(keyId)
    }
  }
}
