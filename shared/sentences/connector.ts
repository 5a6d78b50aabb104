import type { Audience } from './audience.ts'

export const connector = {
  must_not_be_after: ({ this_month }: { this_month: string }) => `must not be after ${this_month}.`,
  names_no_campaign_of_this_brand: (_: object, { operation }: Audience) =>
    `This brand has no such campaign. ${operation('connector.campaigns')} lists them.`,
  several_campaigns_have_this_id: () =>
    'More than one campaign has this id. Also send its platform, or its account_id.',

  is_malformed: () => 'is malformed. Send next_cursor of the previous response unchanged.',
  is_of_another_list: () => 'is of another list. Send it with the same arguments, or omit it.',
  names_a_row_that_is_gone: () => 'is outdated: its row is no longer in the list. Start again without it.',
  is_outdated: () => 'is outdated: reports were imported since. Start again without it.',

  must_be_omitted_with_action_open: () => 'must be omitted with action=open, which creates a new negotiation.',
  is_required_unless_action_is_open: () => 'is required unless action is open.',
  is_required_to_open_or_counter: () => 'is required when action is open or counter.',
  is_only_to_open_or_counter: () => 'is only valid with action=open or action=counter.',
  must_be_true_to_accept: () => 'must be true to accept. Ask the person first: accepting may end in an order.',
  must_be_the_negotiated_product: () => 'must be the product of this negotiation.',

  must_be_an_amount: () =>
    "must be an amount of 0 or more in the brand's currency. For a budget it is the amount for one day.",
  must_be_text: () => 'must be text that describes the new state.',
  must_be_a_status: ({ statuses }: { statuses: string[] }) =>
    `must be one of ${statuses.join(', ')}. State conditions and dates in the rationale.`,
  is_not_the_present_budget: ({ present }: { present: number }) =>
    `is not the last reported daily budget, which is ${present.toFixed(2)}. Send that one, or leave it out.`,
  changes_nothing: () => 'equals the current value. Send a different value.',
  is_many_times_the_present_budget: (given: { to: number; times_max: number; present: number }, { reader }: Audience) =>
    `is ${given.to} per day, more than ${given.times_max} times ${given.present.toFixed(2)}, the larger of the current budget and the highest daily spend of the last 28 days. ` +
    (reader === 'page'
      ? 'Check the amount, and confirm it.'
      : 'Check the amount with the person, then send confirm: true.'),
  names_no_target_of_this_brand: (
    { level, id, platform }: { level: string; id: string; platform: string },
    audience: Audience,
  ) => `This brand has no ${level} with the id ${id} on ${audience.platform(platform)}.`,
  is_proposed_already: ({ proposal_id: id }: { proposal_id: string }) =>
    `is proposed already: ${id} waits for a decision. Decide it, or propose another value.`,
  must_have_some_changes: ({ changes_max: max }: { changes_max: number }) => `must have from 1 to ${max} changes.`,
  some_changes_are_proposed_already: (
    { waiting }: { waiting: { name: string; proposal_id: string }[] },
    { reader }: Audience,
  ) =>
    'Nothing is proposed, because the same change already waits for a decision: ' +
    `${waiting.map(({ name, proposal_id: id }) => (reader === 'page' ? name : `${name} (${id})`)).join(', ')}. ` +
    'Decide it, or leave it out.',
  is_of_another_proposal: () =>
    'was used for another proposal. Send the same request with it, or a new key for a new proposal.',
}
