import { html } from 'hono/html'
import type { z } from 'zod'
import type { ApiError } from '../../../shared/http/errors.ts'
import type { keys } from '../../../shared/operations/console/keys.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Visit } from '../ask.ts'
import { instant } from '../format.ts'
import { alert, emptyState, notice } from './notices.ts'
import { mayBe } from './roles.ts'

type Keys = z.output<(typeof keys)['output']>

export interface KeysPage {
  visit: Visit
  keys: Keys
  /** Made a moment ago, and shown this once. */
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
const lifetimes = [
  ['', 'for ever'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
]

export function keysPage({ visit, keys, created, refusal, done }: KeysPage): Markup {
  const mayManage = mayBe(visit, 'admin')
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
            ${keys.data.map((key) => card(key, visit))}
          </ul>`
    }
    ${
      mayManage
        ? html`<h2>Make a key for this brand</h2>
            ${keys.kinds.map((kind) => kindForm(kind, visit))}`
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

function card(key: Keys['data'][number], visit: Visit): Markup {
  const zone = visit.brand?.timezone
  const reach = key.brand_id === null ? 'all brands of the account' : 'this brand'
  return html`
    <li>
      <div class="card-head">
        <h2><bdi>${key.name}</bdi> <code>${key.display}</code></h2>
        <div class="card-end">
          <span class="state ${key.state}">${key.state}</span>
          ${key.state === 'active' && mayBe(visit, 'admin') ? revokeForm(key, visit) : ''}
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

function revokeForm({ id, name, display }: Keys['data'][number], visit: Visit): Markup {
  return html`
    <form method="post" action="/console/brands/${visit.brand?.id}/keys/${id}/revoke">
      <input type="hidden" name="form_token" value="${visit.formToken}" />
      <button class="link" aria-label="Revoke ${name}, ${display}">Revoke</button>
    </form>
  `
}

/** A form for each kind, since what a key may carry depends on it and a page without a script cannot follow a choice. */
function kindForm({ prefix, kind, is_live, scopes }: Keys['kinds'][number], visit: Visit): Markup {
  const [only, another] = scopes
  return html`
    <details class="form">
      <summary>
        ${purposes[kind] ?? kind}, ${is_live ? 'live' : 'test (simulated numbers)'} <code>${prefix}</code>
      </summary>
      <form method="post" action="/console/brands/${visit.brand?.id}/keys">
        <input type="hidden" name="form_token" value="${visit.formToken}" />
        <input type="hidden" name="prefix" value="${prefix}" />
        <label class="field"><span>Name</span><input name="name" required maxlength="100" autocomplete="off" /></label>
        ${
          another
            ? html`<fieldset>
                <legend>What it may do</legend>
                ${scopes.map(
                  (scope) =>
                    html`<label class="pick"
                      ><input type="checkbox" name="scope" value="${scope}" checked /> ${scope}</label
                    >`,
                )}
              </fieldset>`
            : html`<input type="hidden" name="scope" value="${only}" />
                <p class="quiet">It may ${only}.</p>`
        }
        <label class="field"
          ><span>Lives</span>
          <select name="days">
            ${lifetimes.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
          </select></label
        >
        <button class="primary slim">Make it</button>
      </form>
    </details>
  `
}
