import type { Audience } from './audience.ts'

export const connector = {
  month_has_not_begun: ({ this_month }: { this_month: string }) =>
    `has not begun. Ask for ${this_month} or an earlier one.`,
  no_such_campaign: (_: object, { operation }: Audience) =>
    `this brand has no such campaign. ${operation('connector.campaigns')} lists them.`,
  several_campaigns_have_this_id: () =>
    'more than one campaign has this id. Name its platform, or its account_id, too.',

  cursor_is_malformed: () => 'malformed. Send next_cursor of the previous response unchanged.',
  cursor_is_of_another_list: () => 'belongs to another list. Send it with the same arguments, or leave it out.',
  cursor_row_is_gone: () => 'the row it ended with is no longer in the list. Start again without it.',
  cursor_is_outdated: () => 'reports have come in since. Start again without it.',

  not_with_action_open: () => 'not with action=open, which begins a new one.',
  required_unless_action_is_open: () => 'required unless action is open.',
  required_to_open_or_counter: () => 'required when action is open or counter.',
  only_to_open_or_counter: () => 'only with action=open or action=counter.',
  must_be_true_to_accept: () => 'must be true to accept. Ask the person first: accepting may end in an order.',
  not_the_negotiated_product: () => 'is not the product of this negotiation. Leave it out, or name that product.',

  must_be_an_amount: () =>
    "must be an amount of 0 or more in the brand's currency. For a budget it is the amount for one day.",
  must_be_text: () => 'must be text that describes the new state.',
  changes_nothing: () => 'is the present value. Propose another one.',
  budget_is_many_times_the_present_one: (given: { to: number; times_max: number; present: number }) =>
    `${given.to} a day is more than ${given.times_max} times the ${given.present.toFixed(2)} that is the present budget or the highest daily spend of the last 28 days. ` +
    'Check the amount with the person, then send confirm: true.',
  no_such_target: ({ level }: { level: string }, { operation }: Audience) =>
    `this brand has no such ${level} on that platform. ${operation('connector.campaigns')} lists campaigns.`,
  idempotency_key_is_of_another_proposal: () =>
    'it was sent with another proposal before. Send the same request with it, or a new key for a new proposal.',
}
