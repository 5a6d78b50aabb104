import { html } from 'hono/html'
import type { z } from 'zod'
import type { deliveries } from '../../../shared/operations/webhooks/deliveries.ts'
import type { endpoint } from '../../../shared/operations/webhooks/endpoint.ts'
import { replayDelivery as replay } from '../../../shared/operations/webhooks/replay_delivery.ts'
import { rotateSecret } from '../../../shared/operations/webhooks/rotate_secret.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { count, instant, second, words } from '../parts/format.ts'
import { address, statusChoices } from '../parts/choices.ts'
import { confirmedForm, mayDo, ownForm } from '../parts/forms.ts'
import { emptyState, notice } from '../parts/notices.ts'
import { secretNotice } from '../parts/secret_notice.ts'

type Log = z.output<(typeof deliveries)['output']>
type Delivery = Log['data'][number]

export interface EndpointPage {
  pageContext: PageContext
  endpoint: z.output<(typeof endpoint)['output']>['data']
  log: Log
  status: string | null
  secret?: string | undefined
  done?: string | undefined
  /** The refusal of the form that rotates the secret. */
  refused?: Refused | undefined
}

const messages: Record<string, string> = {
  tested: 'A test event was sent. Its delivery is the first in the list.',
  replayed: 'The delivery is sent again, with the complete retry schedule.',
}

/** The values of `done` that have a notice. */
export const sendNotices = Object.keys(messages)

export function endpointPage(page: EndpointPage): Markup {
  const { pageContext, endpoint, secret, done } = page
  const zone = pageContext.brand?.timezone
  return html`
    <header class="heading">
      <div>
        <p class="quiet"><a href="/console/brands/${pageContext.brand?.id}/webhooks">Webhooks</a></p>
        <h1 class="address"><bdi>${endpoint.url}</bdi></h1>
        <p class="quiet">
          ${badge(endpoint.status)} ${endpoint.types.includes('*') ? 'all events' : endpoint.types.join(', ')}, created
          ${instant(endpoint.created_at, zone)}${
            endpoint.failing_since
              ? html`, <strong class="bad">failing since ${instant(endpoint.failing_since, zone)}</strong>`
              : ''
          }${endpoint.disabled_reason ? `, ${words(endpoint.disabled_reason)}` : ''}
        </p>
      </div>
      ${mayDo(pageContext, rotateSecret) ? buttons(page) : ''}
    </header>
    ${notice(messages[done ?? ''])} ${secret ? secretNotice('The secret was rotated.', secret) : ''}
    ${
      endpoint.previous_secret_expires_at
        ? html`<p class="note">
            Until ${instant(endpoint.previous_secret_expires_at, zone)}, deliveries are also signed with the previous
            secret.
          </p>`
        : ''
    }
    ${deliveryLog(page)}
  `
}

function buttons({ pageContext, endpoint, refused }: EndpointPage): Markup {
  const to = (verb: string) => `/console/brands/${pageContext.brand?.id}/webhooks/${endpoint.id}/${verb}`
  return html`
    <div class="buttons">
      <form method="post" action="${to('test')}">
        ${ownForm(pageContext)}<button class="primary slim">Send a test event</button>
      </form>
      ${confirmedForm({
        pageContext,
        action: to('rotate'),
        summary: 'Rotate secret',
        refused,
        question: html`Deliveries are also signed with the current secret for 24 hours.
          <label class="pick"
            ><input type="checkbox" name="end_previous" value="true" /> The secret leaked: stop using it now</label
          >`,
        verb: 'Rotate secret',
      })}
      ${confirmedForm({
        pageContext,
        action: to('delete'),
        summary: 'Delete',
        question: 'This also deletes its deliveries and secrets.',
        verb: 'Delete endpoint',
      })}
    </div>
  `
}

function deliveryLog({ pageContext, endpoint, log, status }: EndpointPage): Markup {
  const path = `/console/brands/${pageContext.brand?.id}/webhooks/${endpoint.id}`
  return html`
    <div class="heading">
      <h2>Deliveries of the last 30 days</h2>
      ${statusChoices(path, status, ['pending', 'delivered', 'failed'])}
    </div>
    ${
      log.data.length === 0
        ? emptyState(
            null,
            status ? `No delivery is ${status}.` : 'No events have been sent. Send a test event to check the endpoint.',
          )
        : html`<ul class="cards tight">
            ${log.data.map((delivery) => card(delivery, pageContext, endpoint.id))}
          </ul>`
    }
    ${
      log.next_cursor
        ? html`<nav class="pager" aria-label="Older deliveries">
            <a href="${address(path, { status, cursor: log.next_cursor })}" rel="next">Older</a>
          </nav>`
        : ''
    }
  `
}

function card(delivery: Delivery, pageContext: PageContext, endpointId: string): Markup {
  const zone = pageContext.brand?.timezone
  return html`
    <li>
      <div class="card-head">
        <h3>${delivery.type} <code>${delivery.event_id}</code></h3>
        <div class="card-end">
          ${badge(delivery.status)} ${mayDo(pageContext, replay) ? replayForm(delivery, pageContext, endpointId) : ''}
        </div>
      </div>
      <p class="quiet">
        ${instant(delivery.created_at, zone)}${
          delivery.next_attempt_at ? html`, next attempt ${instant(delivery.next_attempt_at, zone)}` : ''
        }
      </p>
      ${attempts(delivery, zone)}
    </li>
  `
}

function replayForm({ id, type, event_id }: Delivery, pageContext: PageContext, endpointId: string): Markup {
  return html`
    <form
      method="post"
      action="/console/brands/${pageContext.brand?.id}/webhooks/${endpointId}/deliveries/${id}/replay"
    >
      ${ownForm(pageContext)}
      <button class="link" aria-label="Send again: ${type} ${event_id}">Send again</button>
    </form>
  `
}

function attempts({ attempts }: Delivery, zone: string | undefined): Markup {
  if (attempts.length === 0) return html`<p class="quiet">Not attempted yet.</p>`
  return html`
    <details class="numbers">
      <summary>${attempts.length === 1 ? '1 attempt' : `${count(attempts.length)} attempts`}</summary>
      <ol class="attempts">
        ${attempts.map(
          ({ attempted_at, status, latency_ms, answer, error }) =>
            html`<li>
              ${second(attempted_at, zone)}:
              ${error ? html`<strong class="bad">${words(error)}</strong>` : status}${
                error && status ? ` (${status})` : ''
              }${latency_ms === null ? '' : ` in ${count(latency_ms)} ms`}
              ${answer ? html`<pre tabindex="0">${answer}</pre>` : ''}
            </li>`,
        )}
      </ol>
    </details>
  `
}
