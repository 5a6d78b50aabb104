import type { EventPage } from './stream.ts'

const keptMilliseconds = 2000
const keptMax = 64

/**
 * Pages that several readers of one brand want at the same time are read once. What follows a cursor never changes once
 * it is there, so that a page that holds something may be given to others for a while; an empty one to nobody later.
 */
export class Pages {
  readonly #pages = new Map<string, Promise<EventPage | null>>()

  async share(key: string, read: () => Promise<EventPage | null>): Promise<EventPage | null> {
    const known = this.#pages.get(key)
    if (known) return await known
    const reading = read()
    this.#pages.set(key, reading)
    if (this.#pages.size > keptMax) this.#pages.delete(this.#pages.keys().next().value as string)
    const forget = () => {
      if (this.#pages.get(key) === reading) this.#pages.delete(key)
    }
    try {
      const page = await reading
      if (page && page.events.length > 0) setTimeout(forget, keptMilliseconds)
      else forget()
      return page
    } catch (thrown) {
      forget()
      throw thrown
    }
  }
}
