import type { Audience } from './audience.ts'

interface Unavailable {
  product_id: string | null
  bundle_id: string | null
  quantity: number
  availability: { quantity_available?: number } | null
}

const nameOf = ({ product_id, bundle_id }: Unavailable) => product_id ?? bundle_id

/** Returns the name of a state machine in sentences: transactions are orders. */
const nounOf = (machine: string) => (machine === 'transaction' ? 'order' : machine.replaceAll('_', ' '))

const articleOf = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The same for an object that does not exist and for another agent's, so that neither is disclosed. */
const notOfAgent = (noun: string) =>
  `This key has no such ${noun}. An agent reads only what it created with the same key.`

/** Names of internal actions in sentences. */
const actions: Readonly<Record<string, string>> = { consume: 'order', state: 'add statement' }

/** Sentences about negotiations, holds, transactions, disputes, offers and pricing policies. */
export const commerce = {
  is_no_longer_in_the_catalog: (given: Unavailable) =>
    `"${nameOf(given)}" is no longer in the catalog. Search for another product.`,
  is_out_of_stock: (given: Unavailable) =>
    `"${nameOf(given)}" is out of stock. Order another product, or this one when it is available again.`,
  is_short_in_stock: (given: Unavailable) => {
    const left = given.availability?.quantity_available
    return `${given.quantity} of "${nameOf(given)}" were requested and the shop has ${left}. Order ${left} or fewer.`
  },

  has_no_open_confirmation_window: () =>
    'No confirmation window is open. It opens after delivery if the order requested one.',
  the_confirmation_window_is_closed: ({ status }: { status: string }) =>
    `The confirmation window is already ${status}.`,
  is_confirmed_with_another_note: () =>
    'cannot change: the order is already confirmed. Repeat the request without `note`, or read the order.',
  has_a_dispute_already: ({ dispute_id, dispute_status }: { dispute_id: string; dispute_status: string }) =>
    `The confirmation window is closed: the order already has the dispute ${dispute_id} with the status ${dispute_status}. ` +
    (dispute_status === 'open' ? 'Add a statement to that dispute.' : 'An order has at most one dispute.'),
  names_no_dispute_of_yours: () => notOfAgent('dispute'),
  exceeds_the_limit_of_a_dispute: ({ statements_max }: { statements_max: number }) =>
    `This dispute has the maximum of ${statements_max} statements.`,
  a_withdrawal_keeps_the_order: () =>
    'A withdrawn dispute does not change the order. To cancel the order, use resolve.',

  names_no_active_offer_of_this_shop: () => 'There is no such active offer. List the current offers of the shop first.',
  is_no_platform_of_this_offer: ({ platforms }: { platforms: string[] }) =>
    `must be one of ${platforms.join(', ')} for this offer.`,
  is_required_for_this_offer: () => 'is required, because this offer is for some platforms only.',
  the_offer_is_used_up: () => 'The redemption limit of this offer is reached.',
  the_offer_is_for_other_products: () => 'This offer is not for that product.',
  the_offer_does_not_lower_this_price: () =>
    "This offer does not lower the price of that product. Use it at the shop's own checkout.",
  is_required_for_the_type: ({ type }: { type: string }) => `is required for an offer of type ${type}.`,
  is_not_for_the_type: ({ type }: { type: string }) => `is not valid for an offer of type ${type}.`,
  must_not_be_sent_with: ({ other }: { other: string }, { field }: Audience) =>
    `must not be sent together with ${field(other)}. An offer is for products, a category or a bundle.`,
  must_be_above_0_and_below_100: () => 'must be above 0 and below 100.',
  must_not_be_before_starts_at: () => 'must not be before `starts_at`.',
  must_not_be_in_the_past: () => 'must not be in the past.',
  names_no_published_offer_of_this_shop: () => 'This shop has published no such offer.',
  the_held_offer_is_used_up: () => 'The redemption limit of the offer of this hold is reached.',
  the_simulated_shop_is_read_only: () =>
    'Offers and prices of the simulated shop cannot be changed. Use a live key to publish your own.',
  names_no_feedback_of_yours: () => 'You have given no such feedback.',

  names_no_hold_of_yours: () => notOfAgent('hold'),
  has_a_price_hold_already: () => 'You already have a price hold for this product. Use that hold, or release it first.',

  must_not_be_sent_with_amount: () => 'must not be sent together with `amount`. Send one of them.',
  must_be_a_currency_code: () => 'must be an ISO 4217 code.',
  has_too_many_decimals: ({ currency, decimals }: { currency: string; decimals: number }) =>
    `must have at most ${decimals} decimals (${currency}).`,
  must_name_one_product_or_bundle: () => 'must be one product, or send one bundle as `bundle_id`.',
  names_no_bundle_of_this_shop: (_: object, { operation }: Audience) =>
    `This shop has no such bundle. ${operation('storefront.bundles')} lists them.`,
  costs_nothing: () => 'has no price. Choose a product with a price.',

  this_action_is_not_possible: (
    given: { machine: string; from: string; action: string; allowed: string[] },
    { reader, word }: Audience,
  ) =>
    reader === 'page'
      ? `The ${nounOf(given.machine)} has the status ${word(given.from)}, so this is no longer possible. Someone else can have changed it. Load its page again.`
      : `The action ${actions[given.action] ?? given.action} is not allowed for ${articleOf(nounOf(given.machine))} with the status ${given.from}. ` +
        `Allowed actions: ${given.allowed.join(', ') || 'none'}.`,
  the_object_does_not_exist: ({ machine }: { machine: string }) => `There is no such ${nounOf(machine)}.`,
  this_is_not_a_transition: (given: { machine: string; from: string | null; to: string }) =>
    `The status of ${articleOf(nounOf(given.machine))} cannot change from ${given.from ?? 'none'} to ${given.to}.`,
  must_be_the_current_version: ({ version }: { version: number }, { reader }: Audience) =>
    reader === 'page'
      ? 'It was changed since the page was loaded. The page shows what is stored now. Check it, and send the form again.'
      : `The current version is ${version}. Read the object again, then send that version.`,
  only_its_agent_may_do_this: () => 'Only the agent that created it can do this, with the same key.',
  only_the_other_party_may_answer: (_: object, { reader }: Audience) =>
    reader === 'page'
      ? 'An app that you connected created it, so that you cannot respond to it. Another admin or owner can.'
      : 'The key that created it cannot respond to it. Use another key of the shop.',

  is_not_negotiable: () => "is not negotiable. Its price is the list price; buy at the product's purchase_url.",
  too_many_negotiations_were_opened_today: () =>
    'The daily limit of negotiations with this shop is reached. Try again tomorrow.',
  is_required_to_counter: () => 'is required with action=counter.',
  is_only_for_action_counter: () => 'is only valid with action=counter.',
  the_pricing_policy_is_gone: () => 'This product no longer has a pricing policy. Decline, or set a policy.',
  the_policy_does_not_allow_this_price: () =>
    'The pricing policy of this product does not allow that price. Counter with another price, or change the policy.',

  must_be_the_currency_of_the_price: ({ currency }: { currency: string }) =>
    `must be ${currency}, the currency of the price.`,
  must_reach_the_negotiated_quantity: () => 'must be the quantity of the negotiation or more.',
  must_be_the_negotiated_bundle: () => 'must be the bundle that is negotiated.',
  must_be_below_the_list_price: () => 'must be below the list price. At the list price there is nothing to negotiate.',
  must_be_above_the_offer_before: (_: object, { reader }: Audience) =>
    reader === 'page' ? 'must each be above the previous one.' : 'must be above your previous offer.',
  must_not_be_above_the_counter_offer: () => 'must not be above the previous counter-offer, nor above the list price.',
  must_be_above_0: () => 'must be above 0.',
  is_not_answered_by_rule: () =>
    'must be unit_price, percent_off, quantity_break or bundle, because a pricing policy responds for this shop.',

  the_pricing_policy_changed_meanwhile: () =>
    'The pricing policy changed meanwhile, so your change was not saved. Compare it with the current policy, and save it again.',
  an_amount_needs_a_product: () => 'An amount requires `product_id`. For the whole shop, send a percentage.',
  must_not_be_above_the_target: (_: object, { field }: Audience) =>
    `must not be above ${field('target_percent')} reduced by the highest ${field('percent_off')}.`,
  quantity_min_is_repeated: (_: object, { field }: Audience) => `must contain each ${field('quantity_min')} once.`,
  must_be_from_target_percent_to_100: (_: object, { field }: Audience) =>
    `must be from ${field('target_percent')} to 100.`,
  must_be_from_0_to_target_percent: (_: object, { field }: Audience) => `must be from 0 to ${field('target_percent')}.`,

  nothing_is_reported: () => 'is required without `payment` and `adjustment`.',
  is_required_to_confirm: () => 'is required with action=confirm. It is the number of the order in your shop.',
  is_only_for_action_confirm: () => 'is only valid with action=confirm. It is the number of the order in your shop.',
  is_required_to_cancel: () => 'is required with action=cancel.',
  is_only_for_action_cancel: () => 'is only valid with action=cancel.',

  is_above_what_is_left_to_refund: ({ amount, currency }: { amount: number; currency: string }) =>
    `must be at most ${amount} ${currency}, which is left of the total of the items. State refunded shipping and taxes in the note.`,

  names_no_negotiation_of_yours: () => notOfAgent('negotiation'),
  names_no_order_of_yours: () => notOfAgent('order'),
  have_several_currencies: () => 'must have one currency. Create an order for each currency.',
  cost_more_than_an_order_can: () => 'must not exceed the largest order amount. Order fewer.',
  names_no_handoff_link: () => 'There is no such handoff link.',
  the_order_is_over: ({ status }: { status: string }) => `This order is ${status}. Ask the agent for a new one.`,
  the_shop_has_no_checkout_address: () => 'This shop has published no checkout address. Ask the shop for one.',
}
