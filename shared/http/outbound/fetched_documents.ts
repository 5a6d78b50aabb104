import { causeOf } from '../../log/log.ts'
import type { Log } from '../../log/log.ts'

/** A document or failure, and how long it may be used. */
export interface Fetched<Document> {
  document: Document
  secondsFresh: number
  /** Why there is no document. It is for the log, and callers do not see it. */
  cause?: unknown
}

interface Limits {
  documentsMax: number
  fetchesMax: number
}

/**
 * Documents at addresses that callers choose. A fixed number is kept, those that were used last, and few are fetched at a time, so that unknown addresses
 * cost the same however many there are. Concurrent requests of one address share a fetch. A failure is logged when it is stored, so at
 * most once while it is used.
 */
export class FetchedDocuments<Document> {
  readonly #stored = new Map<string, { document: Document; fetchedAt: number; expiresAt: number }>()
  readonly #fetching = new Map<string, Promise<Document>>()
  readonly #fetch: (address: string) => Promise<Fetched<Document>>
  readonly #limits: Limits
  readonly #log: Log

  /** `fetch` must not throw: a failure is a document too, so that it is stored. */
  constructor(fetch: (address: string) => Promise<Fetched<Document>>, limits: Limits, log: Log) {
    this.#fetch = fetch
    this.#limits = limits
    this.#log = log
  }

  /** Returns a stored document that is still fresh, else null. With `secondsMax`, an older one is not returned. */
  stored(address: string, secondsMax = Infinity): Document | null {
    const entry = this.#stored.get(address)
    const now = performance.now()
    if (!entry || entry.expiresAt <= now || entry.fetchedAt + secondsMax * 1000 <= now) return null
    // The map keeps the order of insertion, so the first entry is the least recently used.
    this.#stored.delete(address)
    this.#stored.set(address, entry)
    return entry.document
  }

  /** Whether a fetch of the address is running, which `fetch` would join. */
  isFetching(address: string): boolean {
    return this.#fetching.has(address)
  }

  /** Fetches and stores a document. Returns null if too many are being fetched. */
  async fetch(address: string): Promise<Document | null> {
    const running = this.#fetching.get(address)
    if (running) return await running
    if (this.#fetching.size >= this.#limits.fetchesMax) return null
    const fetching = this.#store(address)
    this.#fetching.set(address, fetching)
    try {
      return await fetching
    } finally {
      this.#fetching.delete(address)
    }
  }

  async #store(address: string): Promise<Document> {
    const { document, secondsFresh, cause } = await this.#fetch(address)
    if (cause !== undefined) this.#log({ level: 'warn', fetched: withoutQuery(address), cause: causeOf(cause) })
    this.#stored.delete(address)
    const [unused] = this.#stored.keys()
    if (unused !== undefined && this.#stored.size >= this.#limits.documentsMax) this.#stored.delete(unused)
    const now = performance.now()
    this.#stored.set(address, { document, fetchedAt: now, expiresAt: now + secondsFresh * 1000 })
    return document
  }
}

/** A query can contain a secret. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}

/** How long documents and failures are used, in seconds. */
export const freshness = { shortest: 60, longest: 86_400, failed: 60 }

/** Returns the freshness lifetime (RFC 9111, section 5.2.2), from a minute to a day. */
export function secondsFresh(cacheControl: string | string[] | undefined): number {
  const given = Number(/max-age=(\d{1,9})/.exec(String(cacheControl ?? ''))?.[1] ?? freshness.shortest)
  return Math.min(Math.max(given, freshness.shortest), freshness.longest)
}

/** Returns the parsed JSON, or null for invalid JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
