const keptReports = 10

/**
 * Keeps the rows of a report while a client pages through it. The first page reads the ledger, later pages continue what it
 * read, so that paging through a large account does not add it up again for each page.
 */
export class PageCache<Row> {
  readonly #reports = new Map<string, Row[]>()

  rows(key: string, isFirstPage: boolean, read: () => Row[]): Row[] {
    const kept = isFirstPage ? undefined : this.#reports.get(key)
    if (kept) return kept
    const rows = read()
    this.#reports.delete(key)
    this.#reports.set(key, rows)
    for (const oldest of [...this.#reports.keys()].slice(0, -keptReports)) this.#reports.delete(oldest)
    return rows
  }
}

/** Returns parameters as a key, without those that differ from page to page. */
export function keyOf(params: URLSearchParams, ...left: string[]): string {
  return JSON.stringify([...params].filter(([name]) => !left.includes(name)).toSorted())
}
