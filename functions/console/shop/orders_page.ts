import { html } from 'hono/html'
import type { z } from 'zod'
import { reportTransaction } from '../../../shared/operations/commerce/report_transaction.ts'
import type { shopOrders } from '../../../shared/operations/commerce/shop_orders.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { transactionStatuses } from '../../../shared/schema/commerce/transaction.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { statusChoices } from '../parts/choices.ts'
import { count, exactMoney, instant, words } from '../parts/format.ts'
import { confirmedForm, formError, mayDo, ownForm, textField, versionField } from '../parts/forms.ts'
import { alert, beyondEnd, emptyState, notice, pager } from '../parts/notices.ts'
import { agentName } from './agent_name.ts'
import { disputeSection } from './dispute_section.ts'
import { productName } from './product_name.ts'

type Found = z.output<(typeof shopOrders)['output']>
type Order = Found['orders'][number]

export interface OrdersPage {
  pageContext: PageContext
  found: Found
  status: string | null
  /** The id of the only order that the page shows. Null for the list. */
  order: string | null
  done: string | undefined
  /** The report or statement that was refused, with the id of its order or dispute. */
  refused?: (Refused & { id: string }) | undefined
}

const messages: Record<string, string> = {
  handed_off: 'The order is acknowledged.',
  confirmed: 'The order is confirmed.',
  fulfilled: 'The order is fulfilled.',
  awaiting_confirmation: 'The order is fulfilled. The buyer can confirm or dispute it until the window closes.',
  completed: 'The order is completed.',
  canceled: 'The order is canceled.',
  stated: 'The statement is added to the dispute.',
}
/** The values of `done` that have a notice. */
export const orderNotices = Object.keys(messages)

export function ordersPage({ pageContext, found, status, order, done, refused }: OrdersPage): Markup {
  const { page, total_pages } = found.pagination
  // An order or a dispute that has changed since may have no form, which would show the error.
  const isShown = found.orders.some(
    ({ id, dispute, next_actions }) =>
      (id === refused?.id && next_actions.includes(refused.form.get('action') ?? '')) ||
      (dispute?.id === refused?.id && dispute?.next_actions.includes('state')),
  )
  return html`
    <header class="heading">
      <div>
        <h1>Orders</h1>
        <p class="quiet">
          Orders that agents handed to your shop. Your shop takes the payment. Vitrine records what you report.
        </p>
      </div>
    </header>
    <div class="toolbar">
      ${order ? html`<a href="${pageContext.path}">All orders</a>` : statusChoices(pageContext.path, status, transactionStatuses)}
    </div>
    ${notice(messages[done ?? ''])} ${isShown ? '' : alert(refused?.error)}
    ${
      found.orders.length === 0
        ? (beyondEnd(pageContext.path, page, total_pages, { status }) ??
          emptyState(
            null,
            order
              ? 'There is no such order.'
              : status
                ? `No order is ${words(status)}.`
                : 'No agent has handed an order to your shop.',
          ))
        : html`<ul class="cards">
            ${found.orders.map((order) => card(order, pageContext, refused))}
          </ul>`
    }
    ${pager(pageContext.path, page, total_pages, { status })} ${holds(found, pageContext)}
  `
}

function card(order: Order, pageContext: PageContext, refused: OrdersPage['refused']): Markup {
  const zone = pageContext.brand?.timezone
  const total = order.totals[0]?.amount
  return html`
    <li id="${order.id}">
      <div class="card-head">
        <h2>
          ${order.merchant_order_id ? html`Order <bdi>${order.merchant_order_id}</bdi>` : html`Order <code>${order.id}</code>`}
        </h2>
        ${badge(order.status, words(order.status))}
      </div>
      <p class="quiet">${agentName(order)}. Created ${instant(order.created_at, zone)}.</p>
      <ul class="evidence">
        ${order.items.map(
          ({ title, quantity, unit_price, product_id, options }) =>
            html`<li>
              ${count(quantity)} ×
              ${productName(pageContext, { title, product_id })}${options.map(
                ({ name, label }) => html`, ${words(name)} <bdi>${label}</bdi>`,
              )},
              ${exactMoney(unit_price.amount, unit_price)} each
            </li>`,
        )}
      </ul>
      <p>
        Total of items: <strong>${total ? exactMoney(total.amount, total) : '–'}</strong>. Payment:
        ${words(order.payment.state)}.
      </p>
      ${progress(order, zone)} ${report(order, pageContext, refused?.id === order.id ? refused : undefined)}
      ${
        order.dispute
          ? disputeSection(order.dispute, pageContext, refused?.id === order.dispute.id ? refused : undefined)
          : ''
      }
    </li>
  `
}

/** What happened after the order was created. */
function progress(order: Order, zone: string | undefined): Markup {
  const { confirmation_window, adjustments, completion_reason, cancellation_reason } = order
  const known = [
    confirmation_window.opened_at &&
      `Confirmation window: ${words(confirmation_window.state)}, from ${instant(confirmation_window.opened_at, zone)} to ${instant(confirmation_window.closes_at, zone)}.`,
    completion_reason && `Completed: ${words(completion_reason)}.`,
    cancellation_reason &&
      `Canceled: ${cancellation_reason === 'dispute_resolved' ? 'the parties resolved the dispute.' : cancellation_reason}`,
    ...adjustments.map(
      ({ type, status, amount, note }) =>
        `${words(type)}, ${status}${amount ? `: ${exactMoney(amount.amount, amount)}` : ''}${note ? `. ${note}` : ''}`,
    ),
  ].filter(Boolean)
  return html`${known.map((text) => html`<p class="quiet"><bdi>${text}</bdi></p>`)}`
}

const reports = {
  acknowledge: {
    summary: 'Acknowledge',
    question: 'States that your shop has received the order.',
  },
  fulfill: {
    summary: 'Report as fulfilled',
    question: 'States that the goods were delivered. If the buyer asked for a confirmation window, it opens now.',
  },
} as const

function report(order: Order, pageContext: PageContext, refused: Refused | undefined): Markup | string {
  const possible = order.next_actions
  if (!['created', 'handed_off', 'confirmed'].includes(order.status)) return ''
  if (!mayDo(pageContext, reportTransaction))
    return html`<p class="note">An admin or owner of this brand can report its progress.</p>`
  if (possible.length === 0)
    return html`<p class="note">
      An app that you connected made this order. Another admin or owner reports its progress.
    </p>`
  const action = `${pageContext.path}/${order.id}`
  const about = order.merchant_order_id ?? order.id
  const own = (name: string) => (refused?.form.get('action') === name ? refused : undefined)
  return html`<div class="buttons">
    ${(['acknowledge', 'fulfill'] as const)
      .filter((name) => possible.includes(name))
      .map((name) =>
        confirmedForm({
          pageContext,
          action,
          about,
          version: order.version,
          ...reports[name],
          verb: reports[name].summary,
          choice: { name: 'action', value: name },
          refused: own(name),
        }),
      )}
    ${
      possible.includes('confirm')
        ? reportForm(order, pageContext, own('confirm'), {
            name: 'confirm',
            summary: 'Confirm',
            field: { label: 'Order number in your shop', name: 'merchant_order_id', lengthMax: 200 },
          })
        : ''
    }
    ${
      possible.includes('cancel')
        ? reportForm(order, pageContext, own('cancel'), {
            name: 'cancel',
            summary: 'Cancel',
            field: { label: 'Reason, which the agent reads', name: 'reason', lengthMax: 500 },
          })
        : ''
    }
  </div>`
}

interface ReportForm {
  name: 'confirm' | 'cancel'
  summary: string
  field: { label: string; name: string; lengthMax: number }
}

function reportForm(
  order: Order,
  pageContext: PageContext,
  refused: Refused | undefined,
  { name, summary, field: { lengthMax, ...field } }: ReportForm,
): Markup {
  return html`
    <details class="ask" ${refused ? 'open' : ''}>
      <summary>${summary}<span class="unseen">: ${order.merchant_order_id ?? order.id}</span></summary>
      <form method="post" action="${pageContext.path}/${order.id}">
        ${ownForm(pageContext)} ${versionField(order.version, refused)} ${formError(refused, [field.name])}
        ${textField({
          ...field,
          attributes: html`maxlength="${lengthMax}"`,
          requirement: true,
          refused,
          formName: `${order.id}-${name}`,
        })}
        <button class="secondary slim" name="action" value="${name}">${summary} the order</button>
      </form>
    </details>
  `
}

function holds({ holds, holds_total }: Found, { brand }: PageContext): Markup | string {
  if (holds.length === 0) return ''
  return html`
    <h2>Price holds</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="Price holds">
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" class="number">Quantity</th>
            <th scope="col" class="number">Held price</th>
            <th scope="col">From</th>
            <th scope="col">Ends</th>
          </tr>
        </thead>
        <tbody>
          ${holds.map(
            ({ title, quantity, unit_price, source, expires_at }) =>
              html`<tr>
                <th scope="row"><bdi>${title}</bdi></th>
                <td class="number">${count(quantity)}</td>
                <td class="number">${exactMoney(unit_price.amount, unit_price)}</td>
                <td>${words(source)}</td>
                <td class="whole">${instant(expires_at, brand?.timezone)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="note">
      Prices that agents can order at until they end. A hold reserves no stock.
      ${holds.length < holds_total ? `These are the first ${holds.length} of ${count(holds_total)}.` : ''}
    </p>
  `
}
