import type { Account, Audience } from '../audience.ts'

export type { Account }

/** Returns the days from the first to the last, or the one day. */
export const listDays = ({ date_from, date_to }: { date_from: string; date_to: string }, { day, days }: Audience) =>
  date_from === date_to ? day(date_from) : days(date_from, date_to)

/**
 * Says that an account has not been read completely, as a predicate. `progress` is the part that was read, from 0 to 1. It is rounded
 * down, because 100% would be the end.
 */
export function readingState(status: string, progress: number | null): string {
  const part = `${Math.floor((progress ?? 0) * 100)}%`
  if (status === 'paused') return `is paused, and ${part} of its past is read.`
  if (status === 'disconnected') return `is disconnected, and ${part} of its past is read.`
  if (status === 'needs_attention') return `needs attention, and ${part} of its past is read.`
  return `is still being read (${part} is done).`
}
