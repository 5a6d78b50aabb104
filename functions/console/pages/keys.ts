import { html } from 'hono/html'
import type { z } from 'zod'
import { createKey } from '../../../shared/operations/console/create_key.ts'
import type { keys } from '../../../shared/operations/console/keys.ts'
import { revokeKey } from '../../../shared/operations/console/revoke_key.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { instant } from '../parts/format.ts'
import { confirmedForm, errorOf, fieldError, formError, mayDo, ownForm, textField } from '../parts/forms.ts'
import { alert, emptyState, notice } from '../parts/notices.ts'
import { secretValue } from '../parts/secret_notice.ts'

type Keys = z.output<(typeof keys)['output']>
type Kind = Keys['kinds'][number]

export interface KeysPage {
  pageContext: PageContext
  keys: Keys
  /** The key that the form created. It is shown only once. */
  created?: { name: string; key: string } | undefined
  refused?: Refused | undefined
  done?: string | undefined
}

const purposes: Record<string, string> = {
  analytics: 'Analytics: reads /v1',
  secret: 'Secret: connector, storefront and webhooks, for servers',
  publishable: 'Publishable: reads the storefront, may be used in web pages',
  stream: 'Event stream: reads the event stream',
}
/** The scopes in a few words, for the list of keys. */
const titles: Record<string, string> = {
  'read:marketing': 'read ad performance',
  'read:commerce': 'read the storefront',
  'write:negotiation': 'negotiate prices',
  'write:proposals': 'propose changes',
  'write:experiments': 'run experiments',
  'write:promotions': 'manage promotions',
  'write:alert_rules': 'manage alert rules',
  'write:anomalies': 'set the status of anomalies',
  'write:webhooks': 'manage webhooks',
  'write:storefront': 'act as the shop',
  'analytics:read': 'read the event stream',
}
const meanings: Record<string, string> = {
  'read:marketing': 'Read ad performance, anomalies, forecasts, budgets and profit.',
  'read:commerce': 'Read the public products, prices and trust.',
  'write:negotiation': 'Negotiate prices. An agreement can create an order at a discount.',
  'write:proposals': 'Propose changes. A person approves or rejects them under Proposals.',
  'write:experiments': 'Create, start, end and cancel experiments. Nothing changes on an ad platform.',
  'write:promotions': 'Add and remove promotions of the brand, which forecasts use.',
  'write:alert_rules': 'Add, change and remove the alert rules of the brand.',
  'write:anomalies': 'Confirm, dismiss and resolve anomalies. A false positive raises the threshold of its series.',
  'write:webhooks': 'Manage webhook endpoints and read their deliveries.',
  'write:storefront':
    'Answer negotiations, report order status, publish exclusive offers, set pricing policies and hide products.',
  'analytics:read': 'Read the event stream of the brand.',
}
const lifetimes = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'No expiry'],
]
const lifetime = '90'

export function keysPage({ pageContext, keys, created, refused, done }: KeysPage): Markup {
  const mayManage = mayDo(pageContext, createKey)
  return html`
    <header class="heading">
      <div>
        <h1>API keys</h1>
        <p class="quiet">Keys for scripts and servers. The database stores only a hash of each key.</p>
      </div>
    </header>
    ${created ? createdNotice(created) : ''} ${keys.kinds.some(isOf(refused)) ? '' : alert(refused?.error)}
    ${notice(done === 'revoked' ? 'The key is revoked.' : undefined)}
    ${
      keys.data.length === 0
        ? emptyState(
            null,
            mayManage
              ? 'There are no keys. Create a key below.'
              : 'There are no keys. An admin or owner of this brand can create one.',
          )
        : html`<ul class="cards tight">
            ${keys.data.map((key) => card(key, pageContext))}
          </ul>`
    }
    ${
      mayManage
        ? html`<h2>Create an API key</h2>
            ${keys.kinds.map((kind) => kindForm(kind, pageContext, isOf(refused)(kind) ? refused : undefined))}`
        : html`<p class="note">An admin or owner of this brand can create and revoke keys.</p>`
    }
  `
}

function createdNotice({ name, key }: { name: string; key: string }): Markup {
  return html`
    <div class="secret" role="status">
      <p><strong>The key "<bdi>${name}</bdi>" was created.</strong> Copy it now: it is not shown again.</p>
      ${secretValue(key)}
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
          ${badge(key.state)}
          ${key.state === 'active' && mayDo(pageContext, revokeKey) ? revokeForm(key, pageContext) : ''}
        </div>
      </div>
      <p class="quiet">
        ${key.kind}, ${key.is_live ? 'live' : 'test'}, ${reach}:
        ${key.scopes.map((scope) => titles[scope] ?? scope).join(', ')}
      </p>
      <p class="quiet">
        Created ${instant(key.created_at, zone)}, last used
        ${key.last_used_at ? instant(key.last_used_at, zone) : 'never'}${
          key.expires_at
            ? html`, ${key.state === 'expired' ? 'expired' : 'expires'} ${instant(key.expires_at, zone)}`
            : ''
        }
      </p>
      ${key.platform_origin === null ? '' : html`<p class="quiet">Acts for the platform <code>${key.platform_origin}</code></p>`}
    </li>
  `
}

function revokeForm({ id, name, display }: Keys['data'][number], pageContext: PageContext): Markup {
  return confirmedForm({
    pageContext,
    action: `/console/brands/${pageContext.brand?.id}/keys/${id}/revoke`,
    summary: 'Revoke',
    about: `${name}, ${display}`,
    question: 'Requests with this key fail immediately.',
    verb: 'Revoke key',
  })
}

/** Returns whether a refused form is the one of a kind of key. */
function isOf(refused: Refused | undefined): (kind: Kind) => boolean {
  return ({ prefix }) => refused?.form.get('prefix') === prefix
}

/** A form for each kind of key: the scopes depend on the kind, and a page without scripts cannot react to a selection. */
function kindForm({ prefix, kind, is_live, scopes }: Kind, pageContext: PageContext, refused?: Refused): Markup {
  const [only, another] = scopes
  const selected = refused?.form.get('days') ?? lifetime
  return html`
    <details class="form" ${refused ? 'open' : ''}>
      <summary>${purposes[kind] ?? kind}, ${is_live ? 'live' : 'test (simulated data)'} <code>${prefix}</code></summary>
      <form method="post" action="/console/brands/${pageContext.brand?.id}/keys">
        ${ownForm(pageContext)} ${formError(refused, another ? ['name', 'days', 'scopes', 'scope'] : ['name', 'days'])}
        <input type="hidden" name="prefix" value="${prefix}" />
        ${textField({ label: 'Name', name: 'name', requirement: true, attributes: html`maxlength="100"`, refused, formName: prefix })}
        ${
          another
            ? scopeChoice(scopes, prefix, refused)
            : html`<input type="hidden" name="scope" value="${only}" />
                <p class="quiet">${meanings[only ?? '']} <code>${only}</code></p>`
        }
        <label class="field"
          ><span>Expires after</span>
          <select name="days">
            ${lifetimes.map(
              ([value, text]) =>
                html`<option value="${value}" ${value === selected ? 'selected' : ''}>${text}</option>`,
            )}
          </select></label
        >
        ${fieldError(`${prefix}-days-error`, errorOf(refused, 'days'))}
        <button class="primary slim">Create key</button>
      </form>
    </details>
  `
}

/**
 * Read scopes are ticked by default, write scopes are not. `write:storefront`, which acts as the shop, is listed
 * separately. A refused form keeps what was ticked.
 */
function scopeChoice(scopes: string[], prefix: string, refused: Refused | undefined): Markup {
  const error = errorOf(refused, 'scopes') ?? errorOf(refused, 'scope')
  const id = `${prefix}-scopes-error`
  const isTicked = (scope: string) =>
    refused ? refused.form.getAll('scope').includes(scope) : scope.startsWith('read:')
  const takesFocus = refused?.error.fields?.[0]?.path.startsWith('scope') === true
  const pick = (scope: string) =>
    html`<label class="pick"
      ><input
        type="checkbox"
        name="scope"
        value="${scope}"
        ${isTicked(scope) ? 'checked' : ''}
        ${takesFocus && scope === scopes[0] ? html`autofocus` : ''}
        ${error ? html`aria-describedby="${id}"` : ''}
      />
      <span>${meanings[scope]} <code>${scope}</code></span></label
    >`
  const [ofShop, ofAgents] = [scopes.filter(isOfShop), scopes.filter((scope) => !isOfShop(scope))]
  return html`
    <fieldset>
      <legend>Permissions</legend>
      ${ofAgents.map(pick)} ${fieldError(id, error)}
    </fieldset>
    ${
      ofShop.length === 0
        ? ''
        : html`<fieldset>
            <legend>Act as the shop</legend>
            <p class="quiet">For the server of the merchant. Do not give this permission to agents of buyers.</p>
            ${ofShop.map(pick)}
          </fieldset>`
    }
  `
}

function isOfShop(scope: string): boolean {
  return scope === 'write:storefront'
}
