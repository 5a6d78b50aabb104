import { ApiError } from '../../shared/errors/api_error.ts'

/** How many streams each key holds open in this process. */
export class Readers {
  readonly #openOfKey = new Map<string, number>()
  readonly #perKeyMax: number
  readonly #max: number
  #open = 0

  constructor(perKeyMax: number, max: number) {
    this.#perKeyMax = perKeyMax
    this.#max = max
  }

  /** Counts one more; throws 429 where there are too many. Returns how to count it off again. */
  enter(keyId: string): () => void {
    const open = this.#openOfKey.get(keyId) ?? 0
    if (open >= this.#perKeyMax || this.#open >= this.#max) {
      throw new ApiError('rate_limited', `This key holds ${open} streams open. Close one, or try again in 10 s.`, {
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
