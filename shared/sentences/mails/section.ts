/** A part of a mail or message about a brand: a title, its lines, and the page on which a person acts on them. */
export interface Section {
  /** A text of Vitrine. Empty if the part continues the one before. */
  title: string
  /** Lines that can have texts of others. */
  lines: string[]
  place?: Place
}

/** The page on which a person acts: its path below the brand, and the text before its link. */
export interface Place {
  action: string
  path: string
}
