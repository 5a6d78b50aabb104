import { html } from 'hono/html'
import type { z } from 'zod'
import { respondToNegotiation } from '../../../shared/operations/commerce/respond_to_negotiation.ts'
import type { shopNegotiations } from '../../../shared/operations/commerce/shop_negotiations.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { negotiationStatuses } from '../../../shared/schema/commerce/negotiation.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { statusChoices } from '../parts/choices.ts'
import { count, exactMoney, instant, words } from '../parts/format.ts'
import { confirmedForm, formError, mayDo, ownForm, textField, versionField } from '../parts/forms.ts'
import { alert, beyondEnd, emptyState, notice, pager } from '../parts/notices.ts'
import { agentName } from './agent_name.ts'
import { negotiationStatus } from './negotiation_status.ts'
import { productName } from './product_name.ts'

type Found = z.output<(typeof shopNegotiations)['output']>
type Negotiation = Found['negotiations'][number]
type Offer = Negotiation['current_offer']

export interface NegotiationsPage {
  pageContext: PageContext
  found: Found
  status: string | null
  done: string | undefined
  /** The response that was refused, with the id of its negotiation. */
  refused?: (Refused & { id: string }) | undefined
}

const messages: Record<string, string> = {
  accepted: 'The offer is accepted. The price is held for the agent.',
  pending_agent: 'The counter-offer is sent. The agent can accept it, make another offer, or end the negotiation.',
  rejected: 'The offer is declined. The negotiation has ended.',
}
/** The values of `done` that have a notice. */
export const negotiationNotices = Object.keys(messages)

export function negotiationsPage({ pageContext, found, status, done, refused }: NegotiationsPage): Markup {
  const { page, total_pages } = found.pagination
  // A negotiation that has changed since may have no form, which would show the error.
  const isShown = found.negotiations.some((each) => each.id === refused?.id && canRespond(each))
  return html`
    <header class="heading">
      <div>
        <h1>Negotiations</h1>
        <p class="quiet">
          Offers of agents for products of your shop. The
          <a href="/console/brands/${pageContext.brand?.id}/settings/pricing">pricing policy</a> answers those that need
          no person.
        </p>
      </div>
    </header>
    <div class="toolbar">${statusChoices(pageContext.path, status, negotiationStatuses, negotiationStatus)}</div>
    ${notice(messages[done ?? ''])} ${isShown ? '' : alert(refused?.error)}
    ${
      found.negotiations.length === 0
        ? (beyondEnd(pageContext.path, page, total_pages, { status }) ??
          emptyState(
            null,
            status
              ? `There is no negotiation with the status “${negotiationStatus(status)}”.`
              : 'No agent has made an offer.',
          ))
        : html`<ul class="cards">
            ${found.negotiations.map((each) => card(each, pageContext, refused?.id === each.id ? refused : undefined))}
          </ul>`
    }
    ${pager(pageContext.path, page, total_pages, { status })}
  `
}

function card(negotiation: Negotiation, pageContext: PageContext, refused: Refused | undefined): Markup {
  const { id, status, quantity, list_price, current_offer, outcome, round, rounds_max, resolution } = negotiation
  const zone = pageContext.brand?.timezone
  return html`
    <li id="${id}">
      <div class="card-head">
        <h2>${count(quantity)} × ${productName(pageContext, negotiation)}</h2>
        ${badge(status === 'pending_merchant' ? 'pending' : status, negotiationStatus(status))}
      </div>
      <p class="quiet">
        ${agentName(negotiation)}. List price ${exactMoney(list_price.amount, list_price)}${presentPrice(negotiation)}.
        Offer ${round} of ${rounds_max}. Opened ${instant(negotiation.created_at, zone)}.
      </p>
      <p class="change">
        ${outcome ? 'Agreed:' : `${partyName(current_offer)}:`}
        <strong>${outcome ? priceOf(outcome.quantity, outcome.price) : offerOf(current_offer)}</strong>
        ${outcome ? '' : html`<span class="quiet">valid until ${instant(current_offer.valid_until, zone)}</span>`}
      </p>
      ${
        outcome?.transaction_id
          ? html`<p>
              <a href="/console/brands/${pageContext.brand?.id}/orders?order=${outcome.transaction_id}"
                >Show the order<span class="unseen">: ${negotiation.title}</span></a
              >
            </p>`
          : ''
      }
      ${resolution && endings[resolution] ? html`<p class="note">${endings[resolution]}</p>` : ''}
      ${current_offer.message ? html`<p class="prose"><bdi>${current_offer.message}</bdi></p>` : ''}
      ${negotiation.offers.length > 1 ? history(negotiation, zone) : ''} ${answer(negotiation, pageContext, refused)}
    </li>
  `
}

function history({ offers, title }: Negotiation, zone: string | undefined): Markup {
  return html`<details class="numbers">
    <summary>Show offers<span class="unseen">: ${title}</span></summary>
    <div class="scroll" role="region" tabindex="0" aria-label="Offers: ${title}">
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Offer</th>
            <th scope="col">State</th>
            <th scope="col">Message</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          ${offers.map(
            (offer) =>
              html`<tr>
                <th scope="row">${partyName(offer)}</th>
                <td>${offerOf(offer)}</td>
                <td>${words(offer.status)}</td>
                <td><bdi>${offer.message ?? '–'}</bdi></td>
                <td class="whole">${instant(offer.created_at, zone)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}

/** Why a negotiation ended without an agreement, by its resolution. */
const endings: Record<string, string> = {
  auto_declined: 'The pricing policy declined the offer.',
  declined_by_merchant: 'Your shop declined the offer.',
  policy_changed: 'It ended because the pricing policy of the product changed.',
  product_withdrawn: 'It ended because the product or bundle is no longer sold.',
  rejected_by_agent: 'The agent rejected the offer of your shop.',
}

/** The list price of today, if it is another one than at the first offer. */
function changedPrice({ list_price: then, present_list_price: now }: Negotiation): Negotiation['present_list_price'] {
  return now?.amount === then.amount && now.currency === then.currency ? null : now
}

/** The present list price after the earlier one, if it changed. */
function presentPrice(negotiation: Negotiation): string {
  const now = changedPrice(negotiation)
  return now ? ` at the first offer, now ${exactMoney(now.amount, now)}` : ''
}

/** Both list prices, for a decision on an offer that was made below the earlier one. */
function priceNote(negotiation: Negotiation): string {
  const [then, now] = [negotiation.list_price, changedPrice(negotiation)]
  return now
    ? `The list price changed from ${exactMoney(then.amount, then)} to ${exactMoney(now.amount, now)} since the first offer.`
    : ''
}

/** Whether a member can respond now. */
function canRespond({ next_actions }: Negotiation): boolean {
  return next_actions.includes('accept')
}

function answer(negotiation: Negotiation, pageContext: PageContext, refused: Refused | undefined): Markup | string {
  const { id, title, version } = negotiation
  if (negotiation.status !== 'pending_merchant') return ''
  if (!mayDo(pageContext, respondToNegotiation))
    return html`<p class="note">An admin or owner of this brand can respond to it.</p>`
  if (!canRespond(negotiation))
    return html`<p class="note">An app that you connected made this offer. Another admin or owner responds to it.</p>`
  const action = `/console/brands/${pageContext.brand?.id}/negotiations/${id}`
  const own = (name: string) => (refused?.form.get('action') === name ? refused : undefined)
  const decision = { pageContext, action, about: title, version }
  return html`<div class="buttons">
    ${confirmedForm({
      ...decision,
      summary: 'Accept',
      question: html`${priceNote(negotiation)} Holds the price for the agent: ${offerOf(negotiation.current_offer)}.`,
      verb: 'Accept the offer',
      choice: { name: 'action', value: 'accept' },
      refused: own('accept'),
    })}
    ${counterForm(negotiation, pageContext, own('counter'))}
    ${confirmedForm({
      ...decision,
      summary: 'Decline',
      question: 'Ends the negotiation.',
      verb: 'Decline the offer',
      choice: { name: 'action', value: 'decline' },
      refused: own('decline'),
    })}
  </div>`
}

function counterForm(
  { id, title, version, currency }: Negotiation,
  pageContext: PageContext,
  refused: Refused | undefined,
): Markup {
  return html`
    <details class="ask" ${refused ? 'open' : ''}>
      <summary>Counter<span class="unseen">: ${title}</span></summary>
      <form method="post" action="/console/brands/${pageContext.brand?.id}/negotiations/${id}">
        ${ownForm(pageContext)} ${versionField(version, refused)} ${formError(refused, ['offer', 'message'])}
        <input type="hidden" name="currency" value="${currency}" />
        <p>A price below the floor of the pricing policy is refused.</p>
        ${textField({
          label: `Counter-offer per unit in ${currency}`,
          name: 'offer',
          value: refused?.form.get('offer') ?? '',
          attributes: html`inputmode="decimal" maxlength="20"`,
          requirement: true,
          refused,
          formName: id,
        })}
        ${textField({
          label: 'Message (optional)',
          name: 'message',
          value: refused?.form.get('message') ?? '',
          attributes: html`maxlength="500"`,
          refused,
          formName: id,
        })}
        <button class="secondary slim" name="action" value="counter">Send the counter-offer</button>
      </form>
    </details>
  `
}

function partyName({ party }: Offer): string {
  return { agent: 'Agent', merchant: 'Your shop', policy: 'Pricing policy' }[party]
}

function offerOf({ type, quantity, unit_price, terms }: Offer): string {
  const price = priceOf(quantity, unit_price)
  if (type === 'free_shipping') return `${price}, with free shipping`
  if (type === 'add_on')
    return `${price}, with ${String(terms.add_on_product_id)} for ${String(terms.amount)} ${String(terms.currency)}`
  return price
}

function priceOf(quantity: number, price: Negotiation['list_price']): string {
  const amount = exactMoney(price.amount, price)
  return quantity === 1 ? amount : `${amount} per unit for ${count(quantity)}`
}
