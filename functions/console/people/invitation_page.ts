import { html } from 'hono/html'
import type { z } from 'zod'
import type { invitation } from '../../../shared/operations/console/invitation.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { instant } from '../parts/format.ts'
import { ownForm } from '../parts/forms.ts'

type Invitation = z.output<(typeof invitation)['output']>

export function invitationPage(
  pageContext: PageContext,
  { id, brand, role, invited_by, expires_at }: Invitation,
): Markup {
  const button = (answer: string, text: string, kind: string) => html`
    <form method="post" action="/console/invitations/${id}">
      ${ownForm(pageContext)}
      <input type="hidden" name="answer" value="${answer}" />
      <button class="${kind}">${text}</button>
    </form>
  `
  return html`
    <h1>Invitation to <bdi>${brand}</bdi></h1>
    <p>
      ${invited_by ? html`<bdi>${invited_by}</bdi> invites you` : 'You are invited'} to the brand as ${role}. The
      invitation is valid until ${instant(expires_at, 'UTC')}.
    </p>
    <div class="buttons">${button('accept', 'Accept', 'primary')} ${button('decline', 'Decline', 'secondary')}</div>
  `
}

/** The page of a link whose invitation was answered, withdrawn or expired. An invitation is deleted then, so nothing else is known of it. */
export function invitationOverPage({ brands }: PageContext, reason: string): Markup {
  return html`
    <h1>This invitation is over</h1>
    <p>${reason}</p>
    ${
      brands.length === 0
        ? html`<p>You are not a member of any brand.</p>`
        : html`<p>If you accepted it, open its brand:</p>
            <ul class="choices">
              ${brands.map(
                ({ id, name }) =>
                  html`<li>
                    <a href="/console/brands/${id}"><bdi>${name}</bdi></a>
                  </li>`,
              )}
            </ul>`
    }
  `
}
