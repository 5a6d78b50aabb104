import { html } from 'hono/html'
import type { z } from 'zod'
import type { apps } from '../../../shared/operations/console/apps.ts'
import { clientName, clientNameMarkup, redirectHost } from '../../../shared/pages/client_name.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { instant } from '../parts/format.ts'
import { fact } from '../parts/fact.ts'
import { ownForm } from '../parts/forms.ts'
import { emptyState, notice } from '../parts/notices.ts'

type Apps = z.output<(typeof apps)['output']>

export interface AppsPage {
  pageContext: PageContext
  apps: Apps
  hasEnded: boolean
  /** The URL of the connector. */
  connector: string
}

export function appsPage({ pageContext, apps: { data }, hasEnded, connector }: AppsPage): Markup {
  return html`
    <header class="heading">
      <div>
        <h1>Connected apps</h1>
        <p class="quiet">
          Apps that you connected, for all of your brands. An app on two devices appears twice. Disconnecting takes
          effect immediately and does not affect the other connections.
        </p>
      </div>
    </header>
    ${notice(hasEnded ? 'The app is disconnected.' : undefined)}
    ${
      data.length === 0
        ? emptyState(
            null,
            html`No app is connected. To connect one, enter the URL of the connector in your app:
              <code>${connector}</code>. <a href="/docs/guides/connect_an_assistant">How to connect an app</a>`,
          )
        : html`<ul class="cards">
            ${data.map((grant) => card(grant, pageContext))}
          </ul>`
    }
  `
}

function card(grant: Apps['data'][number], pageContext: PageContext): Markup {
  const zone = pageContext.brand?.timezone
  return html`
    <li>
      <div class="card-head"><h2>${clientNameMarkup(grant)}</h2></div>
      <p class="quiet">Redirects to ${redirectHost(grant.redirect_uri)}</p>
      <dl class="row">
        ${fact('Permissions', grant.permissions.join(', '))}
        ${fact('Brands', grant.brands.map(({ name }) => name).join(', ') || 'none')}
        ${fact('Connected', `${instant(grant.created_at, zone)}${grant.device ? ` from ${grant.device}` : ''}`)}
        ${fact('Last used', grant.last_used_at ? instant(grant.last_used_at, zone) : 'never')}
        ${fact('Expires', instant(grant.expires_at, zone))}
      </dl>
      <form class="buttons" method="post" action="/console/brands/${pageContext.brand?.id}/apps/disconnect">
        ${ownForm(pageContext)}
        <input type="hidden" name="grant_id" value="${grant.id}" />
        <button class="secondary slim" aria-label="Disconnect ${clientName(grant)}">Disconnect</button>
      </form>
    </li>
  `
}
