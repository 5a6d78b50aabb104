import type { Audience } from '../audience.ts'
import type { Account } from './account.ts'

interface Days {
  date_from: string
  date_to: string
}

/** Days and metrics that anomaly detection has not checked. */
export const anomalyWarnings = {
  metric_is_not_watched: ({ metric }: { metric: string }) =>
    `No detector of ${metric} runs for this brand, so its anomalies are not known. An operator can choose detectors with \`vitrine brands detectors\`.`,
  no_day_was_checked: (_: object, { reader }: Audience) =>
    reader === 'page'
      ? 'Days are checked for anomalies after the import, once there are 28 days of history, and then every night.'
      : 'No day has been checked for anomalies yet. Detection runs every night and needs 28 days of history.',
  days_are_checked_again: ({ changed_from }: { changed_from: string }, { day }: Audience) =>
    `Reports for ${day(changed_from)} came in after detection. The days from then on are checked again tonight.`,
  account_is_not_checked_yet: (
    { reported_through, ...account }: Account & { reported_through: string },
    { accountName, day }: Audience,
  ) =>
    `${accountName(account)} has reported through ${day(reported_through)} only. Its later days are checked when they are reported.`,
  earlier_days_were_not_checked: ({ date_from, date_to }: Days, { day, days }: Audience) =>
    date_from === date_to
      ? `${day(date_from)} was not checked for anomalies, so its anomalies are not known.`
      : `Not all days from ${days(date_from, date_to)} were checked for anomalies, so some of their anomalies are not known.`,
  detectors_have_not_run: ({ detectors }: { detectors: string[] }, { word }: Audience) =>
    `${detectorsNamed(detectors, word)} not run yet, so anomalies of this kind are not known. Detection runs every night.`,
  earlier_days_were_not_checked_by_detectors: (
    { date_from, date_to, detectors }: Days & { detectors: string[] },
    { day, days, word }: Audience,
  ) => {
    const by = `checked by the ${detectors.length === 1 ? 'detector' : 'detectors'} ${detectors.map(word).join(', ')}, so`
    return date_from === date_to
      ? `${day(date_from)} was not ${by} its anomalies of this kind are not known.`
      : `Not all days from ${days(date_from, date_to)} were ${by} some of their anomalies of this kind are not known.`
  },
}

const detectorsNamed = (detectors: string[], word: Audience['word']) =>
  detectors.length === 1
    ? `The detector ${detectors.map(word).join('')} has`
    : `The detectors ${detectors.map(word).join(', ')} have`
