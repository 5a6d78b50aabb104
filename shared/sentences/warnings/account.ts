/** An ad account of a platform, as warnings name it. */
export interface Account {
  account_id: string
  platform: string
}

export const nameOf = ({ account_id, platform }: Account) => `Account ${account_id} on ${platform}`

/**
 * Says that an account has not been read completely, as a predicate. `progress` is the part that was read, from 0 to 1. It is rounded
 * down, because 100 % would be the end.
 */
export function readingState(status: string, progress: number | null): string {
  const part = `${Math.floor((progress ?? 0) * 100)} %`
  if (status === 'paused') return `is paused, and ${part} of its past is read.`
  if (status === 'disconnected') return `is disconnected, and ${part} of its past is read.`
  if (status === 'needs_attention') return `needs attention, and ${part} of its past is read.`
  return `is still being read (${part} is done).`
}
