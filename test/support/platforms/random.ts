import { seededRandom } from '../seeded_random.ts'

/** A repeatable source of numbers: the same words always give the same sequence. */
export class Random {
  /** Returns a number from 0 to below 1. */
  readonly fraction: () => number

  constructor(...words: readonly number[]) {
    this.fraction = seededRandom(words.reduce((state, word) => mix(state ^ word), 0x9e3779b9))
  }

  /** Returns an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
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
