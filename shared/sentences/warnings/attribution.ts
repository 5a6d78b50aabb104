import type { Audience } from '../audience.ts'

/** Orders, journeys and the spend of channels. */
export const attributionWarnings = {
  earlier_orders_are_unknown: ({ first_on }: { first_on: string }, { day }: Audience) =>
    `Orders before ${day(first_on)} are not known.`,
  later_orders_are_unknown: ({ last_on }: { last_on: string }, { day }: Audience) =>
    `Orders after ${day(last_on)} are not known.`,
  range_has_no_known_orders: () => 'No orders were ingested for this range. Its results are not known.',
  journeys_are_unknown: () => 'No journeys have been ingested. Every order is unattributed.',
  touches_name_no_campaign: () =>
    'No touchpoint of these orders names a campaign. Import journeys with a campaign column to see campaigns.',
  no_journey_is_lost: () =>
    'Every known journey ended in an order. The model markov compares them with journeys without an order, so its credits say little.',
  spend_has_no_single_channel: (
    { platform, spend, currency }: { platform: string; spend: string; currency: string },
    { money }: Audience,
  ) => `No single channel matches ${platform}. Its spend of ${money(spend, currency)} is in the total and in no row.`,
}
