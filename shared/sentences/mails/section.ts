/** A part of a mail or message about a brand: a title, its lines, and the page on which a person acts on them. */
export interface Section {
  /** A text of Vitrine. Empty if the part continues the one before. */
  title: string
  /** Lines that can have texts of others. */
  lines: string[]
  /** The path below the brand, and the text before its link. */
  place?: { action: string; path: string }
}
