import type { Audience } from '../audience.ts'
import { listDays, readingState } from './account.ts'
import type { Account } from './account.ts'

/** How many names a sentence about several accounts lists. */
const namesMax = 10
/** How many days or periods a sentence lists of each of them. */
const periodsMax = 3

type Days = { date_from: string; date_to: string }
type Through = Account & { reported_through: string }
type Bases = Account & { bases: string[]; metrics: string[] }
type Spend = { platform: string; spend: string; currency: string }

/** Returns one sentence about all warnings of a reason, of which there are several. */
type Grouped = (all: never[], audience: Audience) => string

function list(names: readonly string[], { number }: Audience, max = namesMax): string {
  const rest = names.length - max
  return rest > 0 ? `${names.slice(0, max).join(', ')} and ${number(rest)} more` : names.join(', ')
}

/** Lists accounts, each once, with what differs between their warnings in brackets. */
function listAccounts<Values extends Account>(
  all: readonly Values[],
  audience: Audience,
  detail: (given: Values) => string = () => '',
): string {
  const details = Map.groupBy(all, ({ account_id, platform }) => audience.listedAccount({ account_id, platform }))
  const names = [...details].map(([name, given]) => {
    const stated = [...new Set(given.map(detail))].filter((each) => each !== '')
    return stated.length > 0 ? `${name} (${list(stated, audience, periodsMax)})` : name
  })
  return list(names, audience)
}

function countAccounts(all: readonly Account[], { number }: Audience): string {
  const count = new Set(all.map(({ account_id, platform }) => `${platform} ${account_id}`)).size
  return count === 1 ? '1 account' : `${number(count)} accounts`
}

/** Returns a sentence that names accounts, each with what `detail` says about it. */
function aboutAccounts<Values extends Account>(
  sentence: (accounts: string, count: string, audience: Audience) => string,
  detail?: (given: Values, audience: Audience) => string,
): Grouped {
  return (all: Values[], audience) =>
    sentence(
      listAccounts(all, audience, detail && ((given) => detail(given, audience))),
      countAccounts(all, audience),
      audience,
    )
}

/** Returns a sentence that names platforms, each with its spend. */
function aboutSpend(sentence: (platforms: string, count: string) => string): Grouped {
  return (all: Spend[], audience) => {
    const names = all.map(
      ({ platform, spend, currency }) => `${audience.platform(platform)} (${audience.money(spend, currency)})`,
    )
    return sentence(list(names, audience), audience.number(all.length))
  }
}

const through = ({ reported_through }: Through, { day }: Audience) => `through ${day(reported_through)}`
const without = ({ bases }: Bases, { word }: Audience) => `no ${bases.map(word).join(', ')}`

/** Sentences about several accounts or platforms, for warnings of which a result can have one for each. */
export const groupedSentences: Readonly<Record<string, Grouped>> = {
  account_has_another_currency: aboutAccounts<Account & { currency: string }>(
    (accounts, count) =>
      `${count} report amounts in other currencies. They are converted at the rate of their day, and null where no rate is known: ${accounts}.`,
    ({ currency }) => currency,
  ),
  account_lacks_exchange_rates: aboutAccounts<Account & Days & { currency: string }>(
    (accounts, count) =>
      `${count} reported amounts without a known exchange rate. No sum contains them. Import the rates, then these reports again: ${accounts}.`,
    (given, audience) => [given.currency, listDays(given, audience)].join(', '),
  ),
  account_has_another_time_zone: aboutAccounts<Account & { timezone: string }>(
    (accounts, count) =>
      `${count} have other time zones. Their daily reports keep the days of these zones: ${accounts}.`,
    ({ timezone }) => timezone,
  ),
  account_reports_no_hours: aboutAccounts(
    (accounts, count) => `${count} report by day only. Hours do not include them: ${accounts}.`,
  ),
  account_never_reports_bases: aboutAccounts<Bases>(
    (accounts, count) => `${count} do not report all metrics. What needs them is computed without them: ${accounts}.`,
    (given, audience) => `${without(given, audience)}, left out of ${given.metrics.map(audience.word).join(', ')}`,
  ),
  account_reports_without_bases: aboutAccounts<Bases & { periods: [string, string][] }>(
    (accounts, count) =>
      `${count} have reports without some metrics. Sums do not include the missing values, and ratios leave these reports out: ${accounts}.`,
    (given, audience) =>
      `${without(given, audience)} on days of ${audience.days(given.periods[0]?.[0] ?? '', given.periods.at(-1)?.[1] ?? '')}`,
  ),
  account_is_not_read_completely: aboutAccounts<Account & Days & { status: string; progress: number | null }>(
    (accounts, count) => `${count} are not read completely, so totals are incomplete: ${accounts}.`,
    (given, audience) =>
      `${listDays(given, audience)}, ${readingState(given.status, given.progress).replace(/^is |\.$/g, '')}`,
  ),
  account_no_longer_has_days: aboutAccounts<Account & Days>(
    (accounts, count) =>
      `${count} were not read for days that the platform no longer keeps. Totals do not include them: ${accounts}.`,
    listDays,
  ),
  account_waits_for_rates: aboutAccounts<Account & Days>(
    (accounts, count) =>
      `${count} wait for exchange rates that are not published yet. Totals do not include their amounts of these days: ${accounts}.`,
    listDays,
  ),
  account_is_late: aboutAccounts<Through>(
    (accounts, count) => `${count} report late. Later days do not include them: ${accounts}.`,
    through,
  ),
  account_has_a_gap: aboutAccounts<Account & Days>(
    (accounts, count) => `${count} have days without a report: ${accounts}.`,
    listDays,
  ),
  unreported_days_are_left_out: aboutAccounts<Account & Days & { days: number }>(
    (accounts, count) =>
      `${count} did not report days of the compared periods. The explanation leaves out these days and the corresponding days of the other period ` +
      `for each account. Import the missing days, with zeros for days without spend: ${accounts}.`,
    ({ days: missing, ...given }, audience) =>
      `${missing === 1 ? '1 day' : `${audience.number(missing)} days`}, ${listDays(given, audience)}`,
  ),
  account_reported_too_early: aboutAccounts<Account & { day: string }>(
    (accounts, count) => `${count} reported days before they had ended. A part of these days is missing: ${accounts}.`,
    (given, { day }) => day(given.day),
  ),
  account_is_not_checked_yet: aboutAccounts<Through>(
    (accounts, count) => `${count} report late. Their later days are checked when they are reported: ${accounts}.`,
    through,
  ),
  training_ends_with_account: aboutAccounts<Through>(
    (accounts, count) =>
      `${count} report late. The forecast is trained on the days that every account has reported: ${accounts}.`,
    through,
  ),
  training_goes_on_without_account: aboutAccounts<Through>(
    (accounts, count) => `${count} stopped reporting. The forecast is trained on later days without them: ${accounts}.`,
    through,
  ),
  source_needs_attention: aboutAccounts(
    (accounts, count) =>
      `${count} need attention, so that their newest data can be missing. The page Sources of the console says what to do: ${accounts}.`,
  ),
  account_is_not_compared: aboutAccounts<Account & { unreported: string }>(
    (accounts, count) => `${count} have not reported all hours. deltas do not include them: ${accounts}.`,
    ({ unreported }, { day }) => `no hour of ${day(unreported)}`,
  ),
  compared_days_are_not_read_yet: aboutAccounts<Account & Days>(
    (accounts, count) => `Nothing is compared: days of ${count} are not read yet: ${accounts}.`,
    listDays,
  ),
  compared_days_are_no_longer_kept: aboutAccounts<Account & Days>(
    (accounts, count) =>
      `Nothing is compared: days of ${count} were not read, because the platform no longer keeps them: ${accounts}.`,
    listDays,
  ),
  compared_days_wait_for_rates: aboutAccounts<Account & Days>(
    (accounts, count) =>
      `Nothing is compared: ${count} wait for exchange rates that are not published yet: ${accounts}.`,
    listDays,
  ),
  spend_has_no_single_channel: aboutSpend(
    (platforms, count) =>
      `No single channel matches ${count} platforms. Their spend is in the total and in no row: ${platforms}.`,
  ),
}
