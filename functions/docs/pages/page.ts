export interface Page {
  /** Path below /docs. */
  path: string
  title: string
  /** A one-line description for lists of pages. */
  about: string
  markdown: string
}

export interface Section {
  title: string
  pages: Page[]
}
