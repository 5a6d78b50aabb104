import { html } from 'hono/html'
import type { Unsubscription } from '../../../shared/db/sign_in/store.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { notificationNames } from '../../../shared/schema/console/notification_kinds.ts'

interface UnsubscribeForm {
  title: string
  token: string
  oneClick: readonly [name: string, value: string]
}

export function unsubscribePage({ brand, kind }: Unsubscription, { title, token, oneClick }: UnsubscribeForm): Markup {
  const { name, about } = notificationNames[kind]
  return html`
    <h1>${title}</h1>
    <p>You get mails about the brand <bdi>${brand}</bdi>: ${name}.</p>
    <p class="quiet">${about}</p>
    <form method="post" action="/oauth/unsubscribe?token=${encodeURIComponent(token)}">
      <input type="hidden" name="${oneClick[0]}" value="${oneClick[1]}" />
      <div class="actions"><button class="primary">Turn off these mails</button></div>
    </form>
    <p class="quiet after">Your other mails stay as they are.</p>
  `
}

export function unsubscribedPage({ brand_id, brand, kind }: Unsubscription): Markup {
  return html`
    <h1>These mails are off</h1>
    <p role="status">
      You get no more mails about the brand <bdi>${brand}</bdi> of this kind: ${notificationNames[kind].name}.
    </p>
    <p class="quiet after">
      <a href="/console/brands/${brand_id}/settings/notifications">Sign in to choose your mails</a>
    </p>
  `
}
