import type { Audience } from '../audience.ts'
import { listDays } from './account.ts'

/** Orders, journeys and the spend of channels. */
export const attributionWarnings = {
  earlier_orders_are_unknown: ({ first_on }: { first_on: string }, { day }: Audience) =>
    `Orders before ${day(first_on)} are not known.`,
  later_orders_are_unknown: ({ last_on }: { last_on: string }, { day }: Audience) =>
    `Orders after ${day(last_on)} are not known.`,
  ratios_cover_fewer_days: (given: { date_from: string; date_to: string }, audience: Audience) =>
    `Ratios of orders and spend (ROAS, CAC, MER) cover ${listDays(given, audience)}, the longest period of which both are known.`,
  totals_are_of_all_platforms: () =>
    'The totals and the unattributed part are those of all platforms. A filter of platforms only leaves out rows.',
  total_roas_is_of_all_orders: () =>
    'The total is the revenue of all orders divided by the spend of all platforms, also of unpaid channels and unattributed orders. It is not the mean of the channels.',
  no_day_has_orders_and_spend: ({ date_from, date_to }: { date_from: string; date_to: string }, { day }: Audience) =>
    `Ratios of orders and spend (ROAS, CAC, MER) are not known, because no day from ${day(date_from)} to ${day(date_to)} has both known orders and known spend.`,
  orders_have_unknown_customers: ({ orders }: { orders: number }, { number }: Audience) =>
    `CAC and the ROAS of new customers are not known, because ${orders === 1 ? '1 order does' : `${number(orders)} orders do`} not say whether the customer is new.`,
  range_has_no_known_orders: () => 'No orders were ingested for this range. Its results are not known.',
  journeys_are_unknown: () => 'No journeys have been ingested. Every order is unattributed.',
  touches_name_no_campaign: () =>
    'No touchpoint of these orders names a campaign. Import journeys with a campaign column to see campaigns.',
  touches_name_no_ad: () =>
    'No touchpoint of these orders names an ad or creative. Import journeys with the columns ad and creative to see them.',
  no_journey_is_lost: () =>
    'Every known journey ended in an order. The model markov compares them with journeys without an order, so its credits say little.',
  spend_has_no_single_channel: (
    given: { platform: string; spend: string; currency: string },
    { money, platform }: Audience,
  ) =>
    `No single channel matches ${platform(given.platform)}. Its spend of ${money(given.spend, given.currency)} is in the total and in no row.`,
}
