import type { EventPage } from './stream.ts'

const keptMilliseconds = 2000
const keptMax = 64

interface Known {
  page: Promise<EventPage | null>
  /** Which wake the reading began after. */
  version: number
  /** What follows a cursor never changes once it is there. */
  isKept: boolean
}

/**
 * Pages that several readers of one brand want at the same time are read once. A page that holds events may be given to others
 * for a while. An empty page, or one that is still being read, is given only to readers that have seen no later wake.
 */
export class Pages {
  readonly #pages = new Map<string, Known>()

  async share(key: string, version: number, read: () => Promise<EventPage | null>): Promise<EventPage | null> {
    const known = this.#pages.get(key)
    if (known && (known.isKept || known.version >= version)) return await known.page
    const reading: Known = { page: read(), version, isKept: false }
    this.#pages.set(key, reading)
    if (this.#pages.size > keptMax) this.#pages.delete(this.#pages.keys().next().value as string)
    const forget = () => {
      if (this.#pages.get(key) === reading) this.#pages.delete(key)
    }
    try {
      const page = await reading.page
      reading.isKept = page !== null && page.events.length > 0
      if (reading.isKept) setTimeout(forget, keptMilliseconds)
      else forget()
      return page
    } catch (thrown) {
      forget()
      throw thrown
    }
  }
}
