import { html } from 'hono/html'
import type { digest } from '../../../../../shared/operations/analytics/digest.ts'
import type { Markup } from '../../../../../shared/pages/document.ts'
import { digestMail } from '../../../../../shared/sentences/mails/digest_mail.ts'
import type { PageContext, Result } from '../../../page_context.ts'
import { emptyState, importState } from '../../../parts/notices.ts'
import { settingsHeading } from '../tabs.ts'

export interface DigestPage {
  pageContext: PageContext
  found: Result<typeof digest>
  publicBaseUrl: string
}

export function digestPage({ pageContext, found, publicBaseUrl }: DigestPage): Markup {
  return html`
    ${settingsHeading(pageContext, 'The weekly digest of the last complete week, as the mail of Monday has it.')}
    <p><a href="/console/brands/${pageContext.brand?.id}/settings/notifications">Choose your mails</a></p>
    ${found.body ? mail(found.body, pageContext, publicBaseUrl) : importState(found.error, pageContext, 'a report of an ad platform')}
  `
}

function mail(body: NonNullable<Result<typeof digest>['body']>, { brand }: PageContext, baseUrl: string): Markup {
  // The worker sends no mail about such a week (analytics.digest_to_send).
  if (!body.is_reported && body.metrics.every(({ previous }) => previous === null)) {
    return emptyState(null, 'Nothing was reported for this week and the week before, so no mail is sent.')
  }
  const root = `${baseUrl}/console/brands/${brand?.id}`
  const links = { root, settings: `${root}/settings/notifications`, unsubscribe: `${baseUrl}/oauth/unsubscribe` }
  const { subject, text } = digestMail(brand?.name ?? '', { ...body, unanswered_requests: null }, links)
  return html`
    <h2><bdi>${subject}</bdi></h2>
    <pre class="mail">${text}</pre>
    <p class="note">
      The mail also lists searches of agents in your storefront that found nothing, and its last link turns off your own
      mails.
    </p>
  `
}
