import { holidayNames } from '../../calendar/holidays.ts'

/** Rewrites relative years as numbers: "Q3 last year" becomes "q3 2025". */
export function withYears(text: string, today: string): string {
  const last = String(Number(today.slice(0, 4)) - 1)
  const month =
    '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)'
  const named = `(?:${month}(?: \\d{1,2}(?:st|nd|rd|th)?)?|q[1-4]|h[12]|quarter [1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th) quarter|week \\d{1,2}|${holidayNames})`
  return text
    .replace(
      new RegExp(`\\b(${named}) (?:of |in |from )?(?:the )?(?:last|previous|prior) year\\b(?! to date)`, 'g'),
      `$1 ${last}`,
    )
    .replace(
      new RegExp(`\\b(${named}) (?:of |in )?(?:the )?(?:this|current) year\\b(?! to date)`, 'g'),
      `$1 ${today.slice(0, 4)}`,
    )
    .replace(
      new RegExp(`\\b(?:last|previous|prior) year (?:on |in |during )?(?:the )?(${named})\\b`, 'g'),
      `$1 ${last}`,
    )
}
