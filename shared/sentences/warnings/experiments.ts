import type { Audience } from '../audience.ts'

/** What limits the read-out of an experiment. */
export const experimentWarnings = {
  experiment_is_not_finished: ({ status, ends_on }: { status: string; ends_on: string }, { day }: Audience) =>
    `The experiment is ${status} and not finished. It has no result before it is ended; its last day is ${day(ends_on)}.`,
  experiment_named_is_not_finished: (
    { name, status, ends_on }: { name: string; status: string; ends_on: string },
    { day }: Audience,
  ) =>
    `The experiment "${name}" is ${status} and not finished. It has no result before it is ended; its last day is ${day(ends_on)}.`,
  experiment_contains_events: (
    { events }: { events: { kind: string; name: string; date_from: string; date_to: string }[] },
    { day, days }: Audience,
  ) =>
    `The days of the experiment contain ${events.map(({ kind, name, date_from, date_to }) => `${kind === 'promotion' ? `the promotion "${name}"` : name} (${date_from === date_to ? day(date_from) : days(date_from, date_to)})`).join(', ')}. The random calendar keeps the test valid, but such days make the differences of pairs larger than planned, so the result is less precise than the plan states.`,
  days_contain_experiment: (
    given: {
      name: string
      status: 'planned' | 'running'
      platform: string
      is_whole: boolean
      date_from: string
      date_to: string
    },
    { days, platform }: Audience,
  ) =>
    `The experiment "${given.name}" (${given.status}, ${days(given.date_from, given.date_to)}) switches ${given.is_whole ? 'the ads' : 'some campaigns'} of ${platform(given.platform)} off on some of these days. The expected figures do not allow for it.`,
  read_outs_have_limitations: ({ names }: { names: string[] }, { operation }: Audience) =>
    `The read-outs of ${names.map((name) => `"${name}"`).join(', ')} have limitations. ${operation('analytics.experiments')} has their ids.`,
  no_experiments: ({ has_others }: { has_others: boolean }, { reader }: Audience) =>
    has_others
      ? 'This brand has no experiment of this platform and status, so its lift is not known. Ask "list our experiments" for the others.'
      : `This brand has no experiments, so no lift is known. ${reader === 'page' ? 'The page Experiments plans one.' : 'A person with an analytics key that has the scope write:experiments can plan one.'}`,
  too_few_pairs_for_an_interval: ({ pairs, pairs_min }: { pairs: number; pairs_min: number }) =>
    `There is no result: ${pairs} pairs were over and have known orders, and ${pairs_min} are needed.`,
  experiment_has_fewer_pairs: ({ pairs, planned }: { pairs: number; planned: number }) =>
    `The result covers ${pairs} of ${planned} planned pairs. It is less precise than planned.`,
  blocks_were_not_as_planned: ({ blocks, reported }: { blocks: number; reported: number }) =>
    `${blocks} of ${reported} reported blocks were not switched as planned. They count as planned, which moves the effect toward 0; the cost uses the actual spend.`,
  spend_of_blocks_is_unknown: ({ blocks }: { blocks: number }) =>
    `The spend of ${blocks} counted blocks is not known, because the ad accounts have not reported all of their days. Spend and claims cover the pairs with two reported blocks. The effect in the cost and in the incremental ROAS is that of all pairs.`,
  all_pairs_are_alike: () =>
    'There is no interval and no cost per incremental order, because the difference of orders is the same in all pairs.',
  cost_needs_known_spend: () => 'There is no cost per incremental order, because the spend of the blocks is not known.',
  cost_needs_a_difference_of_spend: () =>
    'There is no cost per incremental order and no incremental ROAS: the off blocks spent more than half of what the on blocks spent.',
  cost_needs_more_orders_with_ads: () =>
    'There is no cost per incremental order, because the interval of the effect on orders is not above 0.',
  interval_contains_zero: ({ metrics }: { metrics: string[] }) =>
    `The interval of the effect on ${metrics.join(' and ')} contains 0: the experiment does not show that the ads have this effect.`,
  conversions_count_as_orders: ({ platforms }: { platforms: string[] }, { platform }: Audience) =>
    `${platforms.map(platform).join(', ')}: the reports have no purchases. Conversions count as claimed orders, and may be other actions such as leads.`,
  claims_of_platforms_are_unknown: ({ platforms }: { platforms: string[] }, { platform }: Audience) =>
    `What all platforms claim beyond the orders is not known, because not all days are reported by ${platforms.map(platform).join(', ')}.`,
}
