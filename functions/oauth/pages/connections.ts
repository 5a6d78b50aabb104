import { html } from 'hono/html'
import type { Grants } from '../../../shared/db/oauth.ts'
import { clientName, clientNameMarkup, redirectHost } from '../../../shared/pages/client_name.ts'
import type { Markup } from '../../../shared/pages/document.ts'

export interface ConnectionsPage {
  grants: Grants
  hasEnded: boolean
  formToken: string
  /** The URL of the connector. */
  connector: string
}

export function connectionsPage({ grants, hasEnded, formToken, connector }: ConnectionsPage): Markup {
  return html`
    <h1>Connected apps</h1>
    <p class="quiet">
      Signed in as <bdi>${grants.person}</bdi>. <a href="/console">Console</a> ·
      <a href="/oauth/security">Your account</a>
    </p>
    <p class="quiet">
      Apps that you connected, with their permissions. An app on two devices appears twice. Disconnecting takes effect
      immediately and does not affect the other connections.
    </p>
    ${hasEnded ? html`<p class="notice" role="status">The app is disconnected.</p>` : ''}
    ${
      grants.data.length > 0
        ? html`<ul class="grants">
            ${grants.data.map((grant) => grantItem(grant, formToken))}
          </ul>`
        : html`<p class="empty">
            No app is connected. To connect one, enter the URL of the connector in your app:
            <code>${connector}</code>. <a href="/docs/guides/connect_an_assistant">How to connect an app</a>
          </p>`
    }
    <form class="who" method="post" action="/oauth/sign-out">
      <input type="hidden" name="form_token" value="${formToken}" />
      <button class="link">Sign out</button>
    </form>
  `
}

function grantItem(grant: Grants['data'][number], formToken: string): Markup {
  return html`
    <li>
      <div class="grant">
        <h2>${clientNameMarkup(grant)}</h2>
        <dl class="facts">
          ${fact('Redirects to', redirectHost(grant.redirect_uri))} ${fact('Permissions', grant.permissions.join(', '))}
          ${fact('Brands', grant.brands.map((brand) => brand.name).join(', ') || 'none')}
          ${fact('Connected', `${instant(grant.created_at)}${grant.device ? ` from ${grant.device}` : ''}`)}
          ${fact('Last used', grant.last_used_at ? instant(grant.last_used_at) : 'never')}
          ${fact('Expires', day(grant.expires_at))}
        </dl>
      </div>
      <form method="post" action="/oauth/connections/disconnect">
        <input type="hidden" name="form_token" value="${formToken}" />
        <input type="hidden" name="grant_id" value="${grant.id}" />
        <button class="secondary" aria-label="Disconnect ${clientName(grant)}, connected ${instant(grant.created_at)}">
          Disconnect
        </button>
      </form>
    </li>
  `
}

function fact(name: string, value: string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function day(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
}

/** Includes the time of day, because two installations of one app are often connected on the same day. */
function instant(at: string): string {
  const time = new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'UTC' })
  return `${day(at)}, ${time} UTC`
}
