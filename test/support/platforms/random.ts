/** A repeatable source of numbers: the same words always give the same sequence. */
export class Random {
  #state: number

  constructor(...words: readonly number[]) {
    this.#state = words.reduce((state, word) => mix(state ^ word), 0x9e3779b9)
  }

  /** Returns an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.integer(0, items.length - 1)] as Item
  }

  /** Returns letters and digits, as in tokens and codes. */
  text(length: number): string {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
    return Array.from({ length }, () => letters[this.integer(0, letters.length - 1)]).join('')
  }
}

function mix(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  const again = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (again ^ (again >>> 16)) >>> 0
}
