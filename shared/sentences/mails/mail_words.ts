import { page } from '../page_audience.ts'
import { oneLine } from './one_line.ts'

/** Returns a number with its noun: "1 alert", "2 alerts". */
export function counted(count: number, one: string, several: string): string {
  return `${page.number(count)} ${count === 1 ? one : several}`
}

export function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns a text of others in quotes and in one line. */
export function quoted(text: unknown): string {
  return `"${oneLine(String(text))}"`
}

/** Returns the name of a level, such as "ad account". */
export function levelOf(level: unknown): string {
  return { account: 'ad account', adset: 'ad set' }[String(level)] ?? String(level)
}

/** Returns the words of a detector of anomalies: "CPA spike". */
export function detectorOf(detector: unknown): string {
  return sentenceStart(
    String(detector)
      .replaceAll('_', ' ')
      .replace(/^(cpa|roas)\b/, (word) => word.toUpperCase()),
  )
}

/** Formats an instant in the time zone of the brand. */
export function instantIn(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(at))
}
