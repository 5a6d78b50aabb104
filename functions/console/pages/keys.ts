import { html } from 'hono/html'
import type { z } from 'zod'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import { createKey } from '../../../shared/operations/console/create_key.ts'
import type { keys } from '../../../shared/operations/console/keys.ts'
import { revokeKey } from '../../../shared/operations/console/revoke_key.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { instant } from '../parts/format.ts'
import { confirmedForm, mayDo, ownForm } from '../parts/forms.ts'
import { alert, emptyState, notice } from '../parts/notices.ts'

type Keys = z.output<(typeof keys)['output']>

export interface KeysPage {
  pageContext: PageContext
  keys: Keys
  /** The key that the form created. It is shown only once. */
  created?: { name: string; key: string } | undefined
  refusal?: ApiError | undefined
  done?: string | undefined
}

const purposes: Record<string, string> = {
  analytics: 'Analytics: reads /v1',
  secret: 'Secret: the connector, the storefront and webhooks, from a server',
  publishable: 'Publishable: reads the shop window, may stand in a page',
  stream: 'Event stream: hears what happens',
}
const meanings: Record<string, string> = {
  'read:marketing': 'Ad performance, anomalies, forecasts, budgets and profit.',
  'read:commerce': 'Products, prices and trust, as everybody sees them.',
  'write:negotiation': 'Open price negotiations, which may end in an order at a discount.',
  'write:proposals': 'Place suggested changes under Approvals. It approves nothing.',
  'write:webhooks': 'Say which servers are told of what happens, and read what was sent.',
  'write:storefront': 'Answer negotiations, confirm orders, publish offers and set prices.',
  'analytics:read': 'Every event of the brand, as it happens.',
}
const lifetimes = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['', 'for ever'],
]
const lifetime = '90'

export function keysPage({ pageContext, keys, created, refusal, done }: KeysPage): Markup {
  const mayManage = mayDo(pageContext, createKey)
  return html`
    <header class="heading">
      <div>
        <h1>Keys</h1>
        <p class="quiet">What scripts and servers read this brand with. Only a hash of each is kept.</p>
      </div>
    </header>
    ${created ? createdNotice(created) : ''} ${alert(refusal)}
    ${notice(done === 'revoked' ? 'The key is revoked: it opens nothing from now on.' : undefined)}
    ${
      keys.data.length === 0
        ? emptyState(
            null,
            mayManage
              ? 'There is no key yet. Make one below.'
              : 'There is no key yet. An admin or owner of this brand can make one.',
          )
        : html`<ul class="cards tight">
            ${keys.data.map((key) => card(key, pageContext))}
          </ul>`
    }
    ${
      mayManage
        ? html`<h2>Make a key for this brand</h2>
            ${keys.kinds.map((kind) => kindForm(kind, pageContext))}`
        : html`<p class="note">Keys are made and revoked by an admin or owner of this brand.</p>`
    }
  `
}

function createdNotice({ name, key }: { name: string; key: string }): Markup {
  return html`
    <div class="secret" role="status">
      <p><strong>The key "<bdi>${name}</bdi>" is made.</strong> Copy it now: it is not shown again.</p>
      <p><code>${key}</code></p>
    </div>
  `
}

function card(key: Keys['data'][number], pageContext: PageContext): Markup {
  const zone = pageContext.brand?.timezone
  const reach = key.brand_id === null ? 'all brands of the account' : 'this brand'
  return html`
    <li>
      <div class="card-head">
        <h2><bdi>${key.name}</bdi> <code>${key.display}</code></h2>
        <div class="card-end">
          <span class="state ${key.state}">${key.state}</span>
          ${key.state === 'active' && mayDo(pageContext, revokeKey) ? revokeForm(key, pageContext) : ''}
        </div>
      </div>
      <p class="quiet">${key.kind}, ${key.is_live ? 'live' : 'test'}, ${reach}: ${key.scopes.join(', ')}</p>
      <p class="quiet">
        Made ${instant(key.created_at, zone)}, last used
        ${key.last_used_at ? instant(key.last_used_at, zone) : 'never'}${
          key.expires_at ? html`, ${key.state === 'expired' ? 'ended' : 'ends'} ${instant(key.expires_at, zone)}` : ''
        }
      </p>
    </li>
  `
}

function revokeForm({ id, name, display }: Keys['data'][number], pageContext: PageContext): Markup {
  return confirmedForm({
    pageContext,
    action: `/console/brands/${pageContext.brand?.id}/keys/${id}/revoke`,
    summary: 'Revoke',
    about: `${name}, ${display}`,
    question: 'Whatever uses it is refused from then on, at once.',
    verb: 'Revoke for good',
  })
}

/** A form for each kind of key: the scopes depend on the kind, and a page without scripts cannot react to a selection. */
function kindForm({ prefix, kind, is_live, scopes }: Keys['kinds'][number], pageContext: PageContext): Markup {
  const [only, another] = scopes
  return html`
    <details class="form">
      <summary>
        ${purposes[kind] ?? kind}, ${is_live ? 'live' : 'test (simulated numbers)'} <code>${prefix}</code>
      </summary>
      <form method="post" action="/console/brands/${pageContext.brand?.id}/keys">
        ${ownForm(pageContext)}
        <input type="hidden" name="prefix" value="${prefix}" />
        <label class="field"><span>Name</span><input name="name" required maxlength="100" autocomplete="off" /></label>
        ${
          another
            ? scopeChoice(scopes)
            : html`<input type="hidden" name="scope" value="${only}" />
                <p class="quiet">It may ${only}: ${meanings[only ?? '']}</p>`
        }
        <label class="field"
          ><span>Lives</span>
          <select name="days">
            ${lifetimes.map(
              ([value, text]) =>
                html`<option value="${value}" ${value === lifetime ? 'selected' : ''}>${text}</option>`,
            )}
          </select></label
        >
        <button class="primary slim">Make it</button>
      </form>
    </details>
  `
}

/** Read scopes are ticked by default, write scopes are not. The scope that acts for the shop is listed separately. */
function scopeChoice(scopes: string[]): Markup {
  const pick = (scope: string) =>
    html`<label class="pick"
      ><input type="checkbox" name="scope" value="${scope}" ${scope.startsWith('read:') ? 'checked' : ''} />
      <span>${scope} <span class="quiet">${meanings[scope]}</span></span></label
    >`
  const [ofShop, ofAgents] = [scopes.filter(isOfShop), scopes.filter((scope) => !isOfShop(scope))]
  return html`
    <fieldset>
      <legend>What it may do</legend>
      ${ofAgents.map(pick)}
    </fieldset>
    ${
      ofShop.length === 0
        ? ''
        : html`<fieldset>
            <legend>Speak for the shop</legend>
            <p class="quiet">For the merchant's own server. Never for an agent that buys there.</p>
            ${ofShop.map(pick)}
          </fieldset>`
    }
  `
}

function isOfShop(scope: string): boolean {
  return scope === 'write:storefront'
}
