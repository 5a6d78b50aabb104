import type { Audience } from './audience.ts'

interface Unavailable {
  product_id: string | null
  bundle_id: string | null
  quantity: number
  availability: { quantity_available?: number } | null
}

const nameOf = ({ product_id, bundle_id }: Unavailable) => product_id ?? bundle_id

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

  no_open_confirmation_window: () =>
    'no confirmation window is open. It opens with delivery, if the order asked for one.',
  confirmation_window_is_closed: ({ status }: { status: string }) => `the confirmation window is ${status} already.`,
  no_such_dispute: () => "there is no such dispute, or it is another agent's.",
  too_many_statements: ({ statements_max }: { statements_max: number }) =>
    `a dispute takes at most ${statements_max} statements, and this one has them.`,
  withdrawal_keeps_the_order: () => 'a withdrawn dispute leaves the order as it is. To cancel the order, use resolve.',

  no_such_offer: () => 'there is no such offer now. List the current offers of the shop first.',
  offer_is_for_other_platforms: ({ platforms }: { platforms: string[] }) =>
    `this offer is for ${platforms.join(', ')}. Name your platform in agent.platform.`,
  required_for_this_offer: () => 'required, because this offer is for some platforms only.',
  offer_is_used_up: () => 'this offer has been used as often as it may be.',
  offer_is_for_other_products: () => 'this offer is not for that product.',
  offer_does_not_lower_this_price: () =>
    "this offer does not lower the price of that product. Use it at the shop's own checkout.",
  offer_does_not_fit_its_type: () =>
    'percent_off goes with percent_off, amount_off and fixed_price with amount and currency, gift with gift; ends_at comes after starts_at.',
  no_such_published_offer: () => 'this shop has published no such offer.',
  held_offer_is_used_up: () => 'the offer behind this hold has been used as often as it may be.',
  simulated_shop_is_read_only: () =>
    'Offers and prices of the simulated shop cannot be changed. Use a live key to publish your own.',
  no_such_feedback: () => 'you have given no such feedback.',

  no_such_hold: () => "there is no such hold, or it is another agent's.",
  price_is_held_already: () => 'you hold a price of it already. Use that hold, or release it first.',

  must_be_a_currency_code: () => 'must be an ISO 4217 code.',
  has_too_many_decimals: ({ currency, decimals }: { currency: string; decimals: number }) =>
    `${currency} has ${decimals} decimals.`,
  must_name_one_product_or_bundle: () => 'name one product, or one bundle by bundle_id.',
  no_such_bundle: (_: object, { operation }: Audience) =>
    `this shop has no such bundle. ${operation('storefront.bundles')} lists them.`,
  costs_nothing: () => 'costs nothing.',

  action_is_not_possible: (given: { machine: string; from: string; action: string; allowed: string[] }) =>
    `This ${given.machine.replaceAll('_', ' ')} is ${given.from}: ${given.action} is not possible` +
    (given.allowed.length > 0 ? `, but ${given.allowed.join(', ')} is.` : ' any more.'),
  does_not_exist: ({ machine }: { machine: string }) => `There is no such ${machine.replaceAll('_', ' ')}.`,
  is_not_a_transition: (given: { machine: string; from: string | null; to: string }) =>
    `A ${given.machine.replaceAll('_', ' ')} does not go from ${given.from ?? 'nothing'} to ${given.to}.`,
  version_is_outdated: ({ version }: { version: number }) =>
    `the present version is ${version}. Read it again and decide anew.`,
  only_its_agent_may_do_this: () => 'Only the agent that began it can do this, with the key that it began with.',
  only_the_other_party_may_answer: () => 'The key that began it cannot answer it. Use another key of the shop.',

  is_not_negotiable: () =>
    "negotiation is not enabled for this. Its price is as listed; buy at the product's purchase_url.",
  too_many_negotiations_today: () =>
    'You began as many negotiations with this shop as it takes from one agent in a day. Begin the next one later.',
  only_with_action_counter: () => 'only with action=counter.',
  pricing_policy_is_gone: () => 'this product has no pricing policy any more. Decline, or set one.',
  policy_does_not_allow_this_price: () =>
    'the pricing policy of this product does not allow that price. Counter with another price, or change the policy.',

  only_for_type_quantity_break: () => 'only with an offer of type quantity_break.',
  must_be_the_currency_of_the_price: ({ currency }: { currency: string }) => `must be ${currency}, as the price is.`,
  amount_is_required_for_type: ({ type }: { type: string }) =>
    `required with its currency for an offer of type ${type}.`,
  percent_is_required: () => 'required for an offer of type percent_off.',
  must_reach_the_negotiated_quantity: () => 'must be the quantity of the negotiation or more.',
  must_be_the_negotiated_bundle: () => 'must be the bundle that is negotiated.',
  must_be_below_the_list_price: () => 'must be below the list price. At the list price there is nothing to negotiate.',
  must_be_above_the_offer_before: () => 'must be above your previous offer.',
  must_not_be_above_the_counter_offer: () => 'must not be above the previous counter-offer, nor above the list price.',
  must_be_above_0: () => 'must be above 0.',
  type_is_not_answered_by_rule: () =>
    'this shop answers by rule, and takes unit_price, percent_off, quantity_break or bundle.',

  amount_needs_a_product: () => 'an amount is for one product, by product_id. For the whole shop send a percent.',
  must_not_be_above_the_target: () => 'must not be above the target, less the highest percent_off of quantity_tiers.',
  quantity_min_is_repeated: () => 'name each quantity_min once.',
  percents_must_rise: () =>
    'the percents must rise from floor and decline over target to accept, each at most the next, the target below 100.',

  nothing_is_reported: () => 'required unless payment or adjustment reports what happened.',
  only_with_action_confirm: () => 'only with action=confirm. It is the number of the order in your shop.',
  reason_is_required_to_cancel: () => 'required to cancel.',

  no_such_negotiation: () => "there is no such negotiation, or it is another agent's.",
  no_such_transaction: () => "there is no such transaction, or it is another agent's.",
  have_several_currencies: () => 'are of several currencies. Make a transaction for each.',
  cost_more_than_an_order_can: () => 'cost more than an order can. Order fewer.',
  no_such_handoff: () => 'there is no such handoff.',
  order_is_over: ({ status }: { status: string }) => `this order is ${status}. Ask the agent for a new one.`,
  no_checkout_address: () => 'this shop has published no checkout address. Ask the shop for one.',
}
