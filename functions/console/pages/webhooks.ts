import { html } from 'hono/html'
import type { z } from 'zod'
import { createEndpoint } from '../../../shared/operations/webhooks/create_endpoint.ts'
import type { endpoints } from '../../../shared/operations/webhooks/endpoints.ts'
import type { eventTypes } from '../../../shared/operations/webhooks/event_types.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { instant, words } from '../parts/format.ts'
import { errorOf, fieldError, formError, mayDo, ownForm, textField } from '../parts/forms.ts'
import { emptyState, notice } from '../parts/notices.ts'
import { secretNotice } from '../parts/secret_notice.ts'

type Endpoint = z.output<(typeof endpoints)['output']>['data'][number]

export interface WebhooksPage {
  pageContext: PageContext
  endpoints: Endpoint[]
  types: z.output<(typeof eventTypes)['output']>['data']
  created?: { url: string; secret: string } | undefined
  refused?: Refused | undefined
  done?: string | undefined
}

export function webhooksPage(page: WebhooksPage): Markup {
  const { pageContext, endpoints, created, done } = page
  const mayManage = mayDo(pageContext, createEndpoint)
  return html`
    <header class="heading">
      <div>
        <h1>Webhooks</h1>
        <p class="quiet">Endpoints that receive events as signed requests.</p>
      </div>
    </header>
    ${created ? secretNotice(`The endpoint ${created.url} was created.`, created.secret) : ''}
    ${notice(done === 'deleted' ? 'The endpoint was deleted with its secrets and deliveries.' : undefined)}
    ${
      endpoints.length === 0
        ? emptyState(
            null,
            mayManage
              ? 'There are no endpoints. Create one below.'
              : 'There are no endpoints. An admin or owner of this brand can create one.',
          )
        : html`<ul class="cards tight">
            ${endpoints.map((endpoint) => card(endpoint, pageContext))}
          </ul>`
    }
    ${mayManage ? form(page) : html`<p class="note">An admin or owner of this brand can create endpoints.</p>`}
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
        ${badge(endpoint.status)}
      </div>
      ${endpoint.description ? html`<p><bdi>${endpoint.description}</bdi></p>` : ''}
      <p class="quiet">
        ${endpoint.brand_id === null ? 'All brands of the account' : 'This brand'},
        ${endpoint.types.includes('*') ? 'all events' : endpoint.types.join(', ')}. Last success
        ${endpoint.last_success_at ? instant(endpoint.last_success_at, zone) : 'never'}${
          endpoint.failing_since
            ? html`, <strong class="bad">failing since ${instant(endpoint.failing_since, zone)}</strong>`
            : ''
        }${endpoint.disabled_reason ? `, disabled: ${words(endpoint.disabled_reason)}` : ''}
      </p>
    </li>
  `
}

function form({ pageContext, types, refused }: WebhooksPage): Markup {
  const selected = refused?.form.getAll('type') ?? []
  const wrongTypes = errorOf(refused, 'types')
  return html`
    <h2>Create a webhook endpoint</h2>
    <form class="form" method="post" action="/console/brands/${pageContext.brand?.id}/webhooks">
      ${ownForm(pageContext)} ${formError(refused, ['url', 'description', 'types'])}
      ${textField({
        label: 'URL',
        name: 'url',
        requirement: true,
        attributes: html`type="url" maxlength="2000" placeholder="https://example.com/hooks"`,
        refused,
      })}
      ${textField({ label: 'Description', name: 'description', attributes: html`maxlength="500"`, refused })}
      <details ${selected.length > 0 || wrongTypes ? 'open' : ''}>
        <summary ${wrongTypes ? html`autofocus aria-describedby="form-types-error"` : ''}>
          Event types (all, unless you select some)
        </summary>
        <fieldset class="picks">
          <legend class="unseen">Events</legend>
          ${types.map(
            ({ type, description }) =>
              html`<label class="pick"
                ><input type="checkbox" name="type" value="${type}" ${selected.includes(type) ? 'checked' : ''} />
                <span>${type} <span class="quiet">${description}</span></span></label
              >`,
          )}
        </fieldset>
        ${fieldError('form-types-error', wrongTypes)}
      </details>
      <button class="primary slim">Create endpoint</button>
    </form>
  `
}
