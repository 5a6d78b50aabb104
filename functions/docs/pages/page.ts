export interface Page {
  /** Below /docs. */
  path: string
  title: string
  /** One line, for lists of pages. */
  about: string
  markdown: string
}

export interface Section {
  title: string
  pages: Page[]
}
