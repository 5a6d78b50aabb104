import { addDays } from '../../calendar/days.ts'
import { platformTitles } from '../../sources/platform.ts'
import type { PlatformName } from '../../sources/platform.ts'
import { causeAdvice, missingRateAdvice, setUpAdvice } from '../advice.ts'
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

/** What a person must do about a connected account: the reasons of SourceError, and those of the synchronization. */
export const sourceStatements = {
  access_denied: () => 'The access was denied at the platform. Connect the account again and approve the access.',
  scope_missing: () => 'The access lacks a permission. Connect the account again and approve all permissions.',
  state_is_foreign: () => 'The authorization was started in another session. Connect the account again.',
  signature_is_wrong: () => 'The signature of the platform is wrong. Connect the account again.',
  code_is_used: () => 'The authorization was used already. Connect the account again.',
  token_is_refused: () => 'The platform no longer accepts the access. Reconnect the account.',
  app_is_not_approved: () => 'The platform has not approved the registration of this installation. Ask its operator.',
  grant_is_dead: () => 'The platform no longer accepts the access. Reconnect the account.',
  app_is_uninstalled: () => 'The shop removed the app. Connect the shop again.',
  account_is_unavailable: () =>
    'The platform no longer gives data of this account: it is closed or was removed. Activate the account at the platform, or disconnect it.',
  permission_is_missing: () =>
    'The person who connected the account may no longer read it. Give this person access at the platform and reconnect the account, or reconnect it as another person.',
  version_has_ended: () =>
    'The platform ended the version of its API that Vitrine uses. Install a newer version of Vitrine, or set the version.',
  request_is_refused: (_: object, { reader }: Audience) =>
    `The platform refuses the request for the report. ${causeAdvice[reader]}`,
  report_failed: () => 'The platform could not make the report. Wait: it is requested again every hour.',
  report_is_too_large: () =>
    'The platform cannot make the report of a single day, because it is too large. Try again later, or ask the operator.',
  reply_is_incomplete: () => 'The platform sends incomplete replies. Wait: the report is read again every hour.',
  reply_has_another_form: () =>
    'The platform changed the form of its replies. The numbers stay as they are. Install a newer version of Vitrine.',
  reply_is_inconsistent: () =>
    'The replies of the platform contradict each other. Wait: the report is read again every hour.',
  limit_is_reached: () => 'The platform limits the number of requests. Wait: the report is read again every hour.',
  quota_is_used_up: () => 'The quota at the platform is used up. Wait: the report is read again when it is renewed.',
  platform_is_unavailable: () => 'The platform does not respond. Wait: the report is read again every hour.',
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
  version_ends: ({ platform, version, ends_on, setting }: VersionEnd) =>
    `${ends_on === null ? `${platform} announced the end of ${version} of its API` : `${platform} ${version} ends on ${ends_on}`}. ` +
    `Update Vitrine, or set ${setting}.`,
  is_not_set_up: ({ platform }: { platform: string }, { reader }: Audience) =>
    `${platformTitles[platform as PlatformName] ?? 'The platform'} is not set up. ${setUpAdvice[reader](platform)}`,
  token_key_is_missing: () => 'The key that encrypts the access is missing in SOURCE_TOKEN_KEY. Add it, and try again.',
}
