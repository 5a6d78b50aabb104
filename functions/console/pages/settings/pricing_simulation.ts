import { html } from 'hono/html'
import type { z } from 'zod'
import type { notNegotiable } from '../../../../shared/schema/commerce/pricing_policy.ts'
import type { simulateNegotiation } from '../../../../shared/operations/commerce/simulate_negotiation.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { Refused } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { count, money } from '../../parts/format.ts'
import { isOutdated, textField } from '../../parts/forms.ts'

export type Simulation = z.output<(typeof simulateNegotiation)['output']>
type Answers = Simulation['stored']
type Round = Answers['rounds'][number]

/** Why agents cannot negotiate, by the reason of the operation. */
export const notNegotiableReasons: Record<NonNullable<z.output<typeof notNegotiable>>, string> = {
  no_policy: 'Agents cannot negotiate, because no policy is stored.',
  disabled: 'Agents cannot negotiate, because the policy is turned off.',
  currency_differs:
    'Agents cannot negotiate, because the floor is in another currency than the price. Enter the floor in the currency of the price and save the policy.',
  list_price_is_lower:
    'Agents cannot negotiate, because the list price fell after the floor was set as an amount. Save the policy again.',
}

/** The fields of the simulated offers. They are part of the form of the policy, so that it is simulated as edited. */
export function simulatorFields(
  refused: Refused | undefined,
  form: URLSearchParams | undefined,
  choice: Markup,
): Markup {
  // These fields are not stored, so that a conflict has no other values for them.
  const shown = { refused: isOutdated(refused) ? undefined : refused, entered: form }
  const field = (name: string, label: string, value: string, attributes: Markup) =>
    textField({ label, name, attributes, value, ...shown })
  return html`
    <h2 class="whole-line">Simulate a negotiation</h2>
    <p class="note whole-line">
      Shows what the offers of an agent would get, from the stored policy and from the values above. It creates no
      negotiation, and the answers are the same for every agent.
    </p>
    ${choice} ${field('quantity', 'Quantity', '1', html`inputmode="numeric"`)}
    ${field('offers', 'Unit prices that the agent offers, in order (separated by semicolons)', '', html`placeholder="for example 70; 75.50; 80"`)}
  `
}

/** The policy of the page whose form is simulated. */
interface Simulated {
  path: string
  /** Null on the page of the policy of all products. */
  product: string | null
  isStored: boolean
}

/** The answers of the policy that applies, and beside them those of the edited policy. */
export function simulationResult(simulation: Simulation, simulated: Simulated): Markup {
  const { title, list_price, quantity, stored, draft } = simulation
  const hasOwn = stored.policy_product_id !== null
  return html`
    <h2 id="simulation" tabindex="-1" autofocus>What the agent would get</h2>
    <p class="quiet"><bdi>${title}</bdi>, list price ${price(list_price)}, quantity ${count(quantity)}.</p>
    ${applied(simulation, simulated)}
    <div class="scroll" tabindex="0" role="region" aria-label="Simulated negotiation">
      <table data-metric="simulation">
        <thead>
          <tr>
            <th scope="col">Offer</th>
            <th scope="col">${hasOwn ? 'Stored policy of this product' : 'Stored policy of all products'}</th>
            ${draft ? html`<th scope="col">Edited policy, not saved</th>` : ''}
          </tr>
        </thead>
        <tbody>
          ${rowsOf(stored, draft).map(
            ([offer, before, after]) =>
              html`<tr>
                <th scope="row">${offer}</th>
                <td>${before}</td>
                ${draft ? html`<td>${after}</td>` : ''}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}

/** Says which policy answered, if it is not obvious from the table. */
function applied(
  { stored, draft_applies, bundle_id }: Simulation,
  { path, product, isStored }: Simulated,
): Markup | string {
  const own = stored.policy_product_id
  const isOther = draft_applies === false || (own ?? null) !== product
  if (!isOther) return draft_applies === null ? note('The values above are those of the stored policy.') : ''
  // A new policy of this product would apply once it is saved.
  if (draft_applies === true) return note('This product has no policy of its own yet.')
  if (stored.not_negotiable === 'no_policy')
    return note('No policy is stored. Enter its floor and its target to simulate it.')
  const noun = bundle_id === null ? 'product' : 'bundle'
  const reason =
    !isStored && own === null && draft_applies === null
      ? 'This product has no policy of its own'
      : `The policy above does not apply to this ${noun}`
  const link =
    own === null
      ? html`<a href="${path}">the policy of all products</a>`
      : html`<a href="${address(path, { product: own })}">its own policy</a>`
  return note(html`${reason}, so the answers are those of ${link}.`)
}

/** A price as on the other pages. A dash for an unknown one. */
function price(known: { amount: number; currency: string } | null | undefined): string {
  return known ? money(known.amount, known) : '–'
}

const note = (text: string | Markup) => html`<p class="note">${text}</p>`

/** The rows of the table: what is offered, and what each policy answers. */
function rowsOf(stored: Answers, draft: Answers | null): [offer: string, before: string, after: string][] {
  const offers = (stored.rounds.length > 0 ? stored : draft)?.rounds ?? []
  const answer = (answers: Answers | null, index: number) => {
    const round = answers?.rounds[index]
    return round && answers ? sentenceOf(round, answers) : '–'
  }
  return [
    ['Price for the quantity', priceOf(stored), priceOf(draft)],
    ...offers.map(({ round, offer }, index): [string, string, string] => [
      `${round}. ${price(offer)}`,
      answer(stored, index),
      answer(draft, index),
    ]),
    ['Result', outcomeOf(stored), outcomeOf(draft)],
  ]
}

function priceOf(answers: Answers | null): string {
  if (answers?.not_negotiable) return notNegotiableReasons[answers.not_negotiable]
  return price(answers?.quantity_price)
}

function sentenceOf({ answer, counter_offer }: Round, { rounds_max }: Answers): string {
  if (answer === 'counter') return `Counter-offer of ${price(counter_offer)}`
  if (answer === 'accept') return 'Accepted'
  if (answer === 'decline') return 'Declined. The negotiation ends.'
  if (answer === 'merchant') return 'A person of the shop has to answer.'
  if (answer === 'pending_merchant') return 'Not possible before a person of the shop answers.'
  if (answer === 'no_round_left') return `Not possible: an agent makes at most ${count(rounds_max ?? 0)} offers.`
  return 'Not possible: the negotiation is over.'
}

function outcomeOf(answers: Answers | null): string {
  if (answers === null) return '–'
  const { outcome, rounds, hold_minutes, answer_minutes } = answers
  if (outcome === null) return 'The agent pays the list price.'
  if (outcome === 'accepted') {
    const agreed = rounds.find(({ answer }) => answer === 'accept')
    return `Agreed at ${price(agreed?.offer)}. The price is held for ${count(hold_minutes ?? 0)} minutes.`
  }
  if (outcome === 'rejected') return 'No agreement. The agent can open another negotiation.'
  if (outcome === 'pending_merchant') return `Open for ${count(answer_minutes ?? 0)} minutes, until a person answers.`
  const last = rounds.findLast(({ counter_offer }) => counter_offer !== null)
  return `Open: the agent can accept ${price(last?.counter_offer)} for ${count(answer_minutes ?? 0)} minutes.`
}
