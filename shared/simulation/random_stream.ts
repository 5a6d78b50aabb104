import { fnv1a } from '../text/fnv1a.ts'

/**
 * Random numbers from a seed (FNV-1a hash into mulberry32), equal on all machines and runtimes. Node and Deno agree to
 * the last bit, because V8 has its own math library.
 */
export class RandomStream {
  #state: number

  constructor(seed: string) {
    this.#state = fnv1a(seed)
  }

  /** Returns a number from 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** Returns an integer from 0 to count - 1. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** Returns an item with a probability proportional to its weight; undefined if no item has a weight. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item | undefined {
    let total = 0
    for (const item of items) total += weightOf(item)
    let left = this.next() * total
    for (const item of items) {
      left -= weightOf(item)
      if (left < 0) return item
    }
    return undefined
  }

  /** Returns an approximately normal number with mean 0 and standard deviation 1: the sum of twelve uniform numbers. */
  normal(): number {
    let sum = -6
    for (let index = 0; index < 12; index++) sum += this.next()
    return sum
  }

  /** Returns a Poisson count with the given mean, by the normal approximation from 30 on. */
  count(mean: number): number {
    if (mean >= 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()))
    const limit = Math.exp(-mean)
    let count = -1
    let product = 1
    do {
      count += 1
      product *= this.next()
    } while (product > limit)
    return count
  }
}
