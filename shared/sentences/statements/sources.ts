import { addDays } from '../../calendar/days.ts'
import { platformTitles } from '../../sources/platform.ts'
import type { PlatformName } from '../../sources/platform.ts'
import { causeAdvice, keyAdvice, missingRateAdvice, setUpAdvice, updateAdvice, versionAdvice } from '../advice.ts'
import type { Audience } from '../audience.ts'

interface MissingRates {
  rates: {
    from_currency: string
    to_currency: string
    /** A multirange of Postgres: {[2026-11-01,2026-11-03),[2026-11-05,2026-11-06)}. */
    days: string
  }[]
}

/** The periods that a sentence names. */
const periodsMax = 5

interface VersionEnd {
  platform: string
  version: string
  /** Null if the platform did not name the day. */
  ends_on: string | null
  /** The variable that sets another version. */
  setting: string
}

/** Returns the first and the last day of each range. */
function periodsOf(multirange: string): [first: string, last: string][] {
  const ranges = multirange.matchAll(/\[([\d-]+),([\d-]+)\)/g)
  return [...ranges].map(([, first = '', end = '']) => [first, addDays(end, -1)])
}

/** Why an attempt to read an account failed, for those reasons after which Vitrine tries again by itself. */
const causes: Readonly<Record<string, string>> = {
  exchange_rates_are_missing: 'Exchange rates are missing.',
  limit_is_reached: 'The platform limits the number of requests.',
  platform_is_unavailable: 'The platform does not respond.',
  quota_is_used_up: 'The quota at the platform is used up.',
  reading_failed: 'An internal error occurred.',
  reply_has_another_form: 'The platform changed the form of its replies.',
  reply_is_incomplete: 'The platform sends incomplete replies.',
  reply_is_inconsistent: 'The replies of the platform contradict each other.',
  report_failed: 'The platform could not make the report.',
  report_is_too_large: 'The platform cannot make the report of a single day, because it is too large.',
}

/** What a person must do about a connected account: the reasons of SourceError, and those of the synchronization. */
export const sourceStatements = {
  access_denied: () => 'The access was denied at the platform. Connect the account again and approve the access.',
  scope_missing: () => 'The access lacks a permission. Connect the account again and approve all permissions.',
  state_is_foreign: () => 'The authorization was started in another session. Connect the account again.',
  signature_is_wrong: () => 'The signature of the platform is wrong. Connect the account again.',
  code_is_used: () => 'The authorization was used already. Connect the account again.',
  token_is_refused: () => 'The platform no longer accepts the access. Reconnect the account.',
  app_is_not_approved: () =>
    'The platform has not approved the registration of this installation. Ask the operator of the installation.',
  grant_is_dead: () => 'The platform no longer accepts the access. Reconnect the account.',
  app_is_uninstalled: () => 'The shop removed the app. Connect the shop again.',
  account_is_unavailable: () =>
    'The platform no longer gives data of this account: it is closed or was removed. Activate the account at the platform, or disconnect it.',
  permission_is_missing: () =>
    'The person who connected the account may no longer read it. Give this person access at the platform and reconnect the account, or reconnect it as another person.',
  version_has_ended: (_: object, { reader }: Audience) =>
    `The platform ended the version of its API that Vitrine uses. ${versionAdvice[reader]('the version')}`,
  request_is_refused: (_: object, { reader }: Audience) =>
    `The platform refuses the request for the report. ${causeAdvice[reader]}`,
  report_failed: () => `${causes.report_failed} Wait: it is requested again every hour.`,
  report_is_too_large: () => `${causes.report_is_too_large} Try again later, or ask the operator of the installation.`,
  reply_is_incomplete: () => `${causes.reply_is_incomplete} Wait: the report is read again every hour.`,
  reply_has_another_form: (_: object, { reader }: Audience) =>
    `${causes.reply_has_another_form} The numbers stay as they are. ${updateAdvice[reader]}`,
  reply_is_inconsistent: () => `${causes.reply_is_inconsistent} Wait: the report is read again every hour.`,
  limit_is_reached: () => `${causes.limit_is_reached} Wait: the report is read again every hour.`,
  quota_is_used_up: () => `${causes.quota_is_used_up} Wait: the report is read again when it is renewed.`,
  platform_is_unavailable: () => `${causes.platform_is_unavailable} Wait: the report is read again every hour.`,
  exchange_rates_are_missing: ({ rates }: MissingRates, { day, days, number, reader }: Audience) =>
    rates
      .map(({ from_currency, to_currency, days: multirange }) => {
        const periods = periodsOf(multirange)
        const listed = periods
          .slice(0, periodsMax)
          .map(([first, last]) => (first === last ? day(first) : days(first, last)))
          .join(', ')
        const rest = periods.length - periodsMax
        const more = rest > 0 ? ` and ${number(rest)} more ${rest === 1 ? 'period' : 'periods'}` : ''
        return `There is no exchange rate from ${from_currency} to ${to_currency} for ${listed}${more}. `
      })
      .join('') + missingRateAdvice[reader],
  exchange_rates_were_added: () =>
    'The exchange rates that were missing are available now. The reports are read again within an hour.',
  reading_failed: ({ error, times }: { error: string; times: number }, { reader }: Audience) =>
    `Reading this account failed ${times} times with an internal error (${error}). Vitrine tries again every hour. ${causeAdvice[reader]}`,
  access_ends_soon: ({ ends_at, is_paused }: { ends_at: string; is_paused: boolean }, { day }: Audience) =>
    `The access at the platform ends on ${day(ends_at.slice(0, 10))}. ${is_paused ? 'Resume or reconnect' : 'Reconnect'} the account before.`,
  version_ends: ({ platform, version, ends_on, setting }: VersionEnd, { day, reader }: Audience) =>
    `${ends_on === null ? `${platform} announced the end of ${version} of its API` : `${platform} ${version} ends on ${day(ends_on)}`}. ` +
    versionAdvice[reader](setting),
  attempt_failed: ({ reason }: { reason: string }) => causes[reason] ?? 'The report could not be read or stored.',
  is_not_set_up: ({ platform }: { platform: string }, { reader }: Audience) =>
    `${platformTitles[platform as PlatformName] ?? 'The platform'} is not set up. ${setUpAdvice[reader](platform)}`,
  token_key_is_missing: (_: object, { reader }: Audience) =>
    `The key that encrypts the access is missing. ${keyAdvice[reader]}`,
}
