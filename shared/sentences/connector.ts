import type { Audience } from './audience.ts'

export const connector = {
  month_has_not_begun: ({ this_month }: { this_month: string }) => `must not be after ${this_month}.`,
  no_such_campaign: (_: object, { operation }: Audience) =>
    `This brand has no such campaign. ${operation('connector.campaigns')} lists them.`,
  several_campaigns_have_this_id: () =>
    'More than one campaign has this id. Also send its platform, or its account_id.',

  cursor_is_malformed: () => 'is malformed. Send next_cursor of the previous response unchanged.',
  cursor_is_of_another_list: () => 'is of another list. Send it with the same arguments, or omit it.',
  cursor_row_is_gone: () => 'is outdated: its row is no longer in the list. Start again without it.',
  cursor_is_outdated: () => 'is outdated: reports were imported since. Start again without it.',

  not_with_action_open: () => 'must be omitted with action=open, which creates a new negotiation.',
  required_unless_action_is_open: () => 'is required unless action is open.',
  required_to_open_or_counter: () => 'is required when action is open or counter.',
  only_to_open_or_counter: () => 'is only valid with action=open or action=counter.',
  must_be_true_to_accept: () => 'must be true to accept. Ask the person first: accepting may end in an order.',
  not_the_negotiated_product: () => 'must be the product of this negotiation.',

  must_be_an_amount: () =>
    "must be an amount of 0 or more in the brand's currency. For a budget it is the amount for one day.",
  must_be_text: () => 'must be text that describes the new state.',
  changes_nothing: () => 'equals the current value. Send a different value.',
  budget_is_many_times_the_present_one: (given: { to: number; times_max: number; present: number }) =>
    `is ${given.to} per day, more than ${given.times_max} times ${given.present.toFixed(2)}, the larger of the current budget and the highest daily spend of the last 28 days. ` +
    'Check the amount with the person, then send confirm: true.',
  no_such_target: ({ level }: { level: string }) => `This brand has no such ${level} on that platform.`,
  idempotency_key_is_of_another_proposal: () =>
    'was used for another proposal. Send the same request with it, or a new key for a new proposal.',
}
