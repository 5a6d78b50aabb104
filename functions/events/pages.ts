import type { EventPage } from './stream.ts'

const keptMilliseconds = 2000
const keptMax = 64

interface CachedPage {
  page: Promise<EventPage | null>
  /** The wake version when the read began. */
  version: number
  /** Whether the page has events. Such a page never changes, because the order of events is final. */
  isKept: boolean
}

/**
 * A cache of pages for the readers of one brand: a page that several readers request at the same time is read once. A page with
 * events is cached for 2 s. An empty or pending page is shared only with readers that have seen no later wake.
 */
export class Pages {
  readonly #pages = new Map<string, CachedPage>()

  /** Returns the cached page of a key, or reads it. Null if the page cannot be shared. */
  async share(key: string, version: number, read: () => Promise<EventPage | null>): Promise<EventPage | null> {
    const known = this.#pages.get(key)
    if (known && (known.isKept || known.version >= version)) return await known.page
    const reading: CachedPage = { page: read(), version, isKept: false }
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
