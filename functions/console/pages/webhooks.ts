import { html } from 'hono/html'
import type { z } from 'zod'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import { createEndpoint } from '../../../shared/operations/webhooks/create_endpoint.ts'
import type { endpoints } from '../../../shared/operations/webhooks/endpoints.ts'
import type { eventTypes } from '../../../shared/operations/webhooks/event_types.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { instant, words } from '../parts/format.ts'
import { mayDo, ownForm } from '../parts/forms.ts'
import { alert, emptyState, notice } from '../parts/notices.ts'
import { secretNotice } from '../parts/secret_notice.ts'

type Endpoint = z.output<(typeof endpoints)['output']>['data'][number]

export interface WebhooksPage {
  pageContext: PageContext
  endpoints: Endpoint[]
  types: z.output<(typeof eventTypes)['output']>['data']
  created?: { url: string; secret: string } | undefined
  refusal?: ApiError | undefined
  done?: string | undefined
  /** The rejected input, shown in the form again. */
  url?: string | undefined
}

export function webhooksPage(page: WebhooksPage): Markup {
  const { pageContext, endpoints, created, refusal, done } = page
  const mayManage = mayDo(pageContext, createEndpoint)
  return html`
    <header class="heading">
      <div>
        <h1>Webhooks</h1>
        <p class="quiet">Who is told of what happens, by a signed request of ours.</p>
      </div>
    </header>
    ${created ? secretNotice(`The endpoint ${created.url} is added.`, created.secret) : ''} ${alert(refusal)}
    ${notice(done === 'deleted' ? 'The endpoint is forgotten, with its secrets and its deliveries.' : undefined)}
    ${
      endpoints.length === 0
        ? emptyState(
            null,
            mayManage
              ? 'Nobody is told of anything yet. Add the address of a server of yours below.'
              : 'Nobody is told of anything yet. An admin or owner of this brand can add an endpoint.',
          )
        : html`<ul class="cards tight">
            ${endpoints.map((endpoint) => card(endpoint, pageContext))}
          </ul>`
    }
    ${mayManage ? form(page) : html`<p class="note">Endpoints are added by an admin or owner of this brand.</p>`}
  `
}

function card(endpoint: Endpoint, pageContext: PageContext): Markup {
  const zone = pageContext.brand?.timezone
  return html`
    <li>
      <div class="card-head">
        <h2>
          <a href="/console/brands/${pageContext.brand?.id}/webhooks/${endpoint.id}"><bdi>${endpoint.url}</bdi></a>
        </h2>
        <span class="state ${endpoint.status}">${endpoint.status}</span>
      </div>
      ${endpoint.description ? html`<p><bdi>${endpoint.description}</bdi></p>` : ''}
      <p class="quiet">
        ${endpoint.brand_id === null ? 'All brands of the account' : 'This brand'},
        ${endpoint.types.includes('*') ? 'everything' : endpoint.types.join(', ')}. Last success
        ${endpoint.last_success_at ? instant(endpoint.last_success_at, zone) : 'never'}${
          endpoint.failing_since
            ? html`, <strong class="bad">failing since ${instant(endpoint.failing_since, zone)}</strong>`
            : ''
        }${endpoint.disabled_reason ? `, disabled: ${words(endpoint.disabled_reason)}` : ''}
      </p>
    </li>
  `
}

function form({ pageContext, types, url }: WebhooksPage): Markup {
  return html`
    <h2>Add an endpoint for this brand</h2>
    <form class="form" method="post" action="/console/brands/${pageContext.brand?.id}/webhooks">
      ${ownForm(pageContext)}
      <label class="field"
        ><span>Address</span>
        <input
          name="url"
          type="url"
          required
          maxlength="2000"
          placeholder="https://example.com/hooks"
          value="${url ?? ''}"
          autocomplete="off"
        />
      </label>
      <label class="field"
        ><span>What it is for</span><input name="description" maxlength="500" autocomplete="off"
      /></label>
      <details>
        <summary>Only some events (everything unless you tick any)</summary>
        <fieldset class="picks">
          <legend class="unseen">Events</legend>
          ${types.map(
            ({ type, description }) =>
              html`<label class="pick"
                ><input type="checkbox" name="type" value="${type}" />
                <span>${type} <span class="quiet">${description}</span></span></label
              >`,
          )}
        </fieldset>
      </details>
      <button class="primary slim">Add it</button>
    </form>
  `
}
