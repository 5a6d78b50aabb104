import type { Audience } from '../audience.ts'
import { nameOf } from './account.ts'
import type { Account } from './account.ts'

/** Days that anomaly detection has not checked. */
export const anomalyWarnings = {
  no_day_was_checked: () =>
    'No day has been checked for anomalies yet. Detection runs every night and needs 28 days of history.',
  days_are_checked_again: ({ changed_from }: { changed_from: string }, { day }: Audience) =>
    `Reports for ${day(changed_from)} came in after detection. The days from then on are checked again tonight.`,
  account_is_not_checked_yet: (
    { reported_through, ...account }: Account & { reported_through: string },
    { day }: Audience,
  ) =>
    `${nameOf(account)} has reported through ${day(reported_through)} only. Its later days are checked when they are reported.`,
  earlier_days_were_not_checked: ({ detected_from }: { detected_from: string }, { day }: Audience) =>
    `Days before ${day(detected_from)} were not checked for anomalies, so their anomalies are not known.`,
}
