/** The ids of a file so far, with their lines. It keeps a 64-bit hash of each, about 25 MB for a million. */
export class SeenIds {
  #slots = new Uint32Array(3 * 4096)
  #count = 0

  /** Returns the line on which the id occurred before, or null and stores it. */
  lineBefore(id: string, line: number): number | null {
    if (this.#count * 3 > this.#slots.length / 2) this.#grow()
    const [high, low] = hash(id)
    const at = this.#find(this.#slots, high, low)
    const before = this.#slots[at + 2] as number
    if (before !== 0) return before
    this.#slots.set([high, low, line], at)
    this.#count += 1
    return null
  }

  /** Returns the slot of the hash, or the free slot for it. */
  #find(slots: Uint32Array, high: number, low: number): number {
    let at = (low % (slots.length / 3)) * 3
    while (slots[at + 2] !== 0 && (slots[at] !== high || slots[at + 1] !== low)) at = (at + 3) % slots.length
    return at
  }

  #grow(): void {
    const grown = new Uint32Array(this.#slots.length * 2)
    for (let at = 0; at < this.#slots.length; at += 3) {
      const slot = this.#slots.subarray(at, at + 3)
      if (slot[2] !== 0) grown.set(slot, this.#find(grown, slot[0] as number, slot[1] as number))
    }
    this.#slots = grown
  }
}

/** Returns two independent 32-bit hashes (FNV-1a and a multiplicative one with the finalizer of MurmurHash3). */
function hash(text: string): [number, number] {
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    first = Math.imul(first ^ unit, 0x01000193)
    second = Math.imul(second ^ unit, 0x5bd1e995) + 0x7f4a7c15
    second ^= second >>> 15
  }
  return [finished(first ^ text.length), finished(second)]
}

function finished(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
