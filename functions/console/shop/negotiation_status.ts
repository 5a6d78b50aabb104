import type { negotiationStatuses } from '../../../shared/schema/commerce/negotiation.ts'

type Status = (typeof negotiationStatuses)[number]

/** The statuses of a negotiation in the words of a merchant. */
const statusWords: Record<Status, string> = {
  pending_merchant: 'waits for your answer',
  pending_agent: 'waits for the agent',
  accepted: 'agreed, not ordered yet',
  rejected: 'declined',
  withdrawn: 'withdrawn by the agent',
  expired: 'ended without an answer',
  converted: 'ordered',
  lapsed: 'agreed, not ordered in time',
}

export function negotiationStatus(status: string): string {
  return statusWords[status as Status]
}
