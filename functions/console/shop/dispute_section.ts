import { html } from 'hono/html'
import type { z } from 'zod'
import { addDisputeStatement } from '../../../shared/operations/commerce/add_dispute_statement.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { disputeAnswer } from '../../../shared/schema/commerce/dispute.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { instant, words } from '../parts/format.ts'
import { areaField, formError, mayDo, ownForm, versionField } from '../parts/forms.ts'

type Dispute = z.output<typeof disputeAnswer>

/** The dispute of an order with the statements of both sides, and the form of the next one. */
export function disputeSection(dispute: Dispute, pageContext: PageContext, refused: Refused | undefined): Markup {
  const zone = pageContext.brand?.timezone
  return html`
    <section aria-labelledby="${dispute.id}">
      <div class="card-head">
        <h3 id="${dispute.id}">Dispute: ${words(dispute.reason_code)}</h3>
        ${badge(dispute.status === 'open' ? 'pending' : dispute.status, words(dispute.status))}
      </div>
      <ul class="evidence">
        ${dispute.statements.map(
          ({ party, text, evidence_urls, created_at }) =>
            html`<li>
              <span class="quiet">${party === 'merchant' ? 'Your shop' : 'Buyer'}, ${instant(created_at, zone)}</span>
              <p class="prose"><bdi>${text}</bdi></p>
              ${evidence_urls.map(
                (address) =>
                  html`<a href="${address}" rel="noreferrer noopener" target="_blank"><bdi>${address}</bdi></a> `,
              )}
            </li>`,
        )}
      </ul>
      ${statementForm(dispute, pageContext, refused)}
    </section>
  `
}

function statementForm(dispute: Dispute, pageContext: PageContext, refused: Refused | undefined): Markup | string {
  const { id, next_actions, version, closes_at } = dispute
  if (!next_actions.includes('state') || !mayDo(pageContext, addDisputeStatement)) return ''
  return html`
    <details class="ask" ${refused ? 'open' : ''}>
      <summary>Answer the dispute</summary>
      <form method="post" action="${pageContext.path.replace(/\/orders$/, '/disputes')}/${id}">
        ${ownForm(pageContext)} ${versionField(version, refused)} ${formError(refused, ['statement'])}
        <p>
          Disputes are recorded and not decided. The agent of the buyer reads your statement and can close the dispute.
          Without another statement it closes ${instant(closes_at, pageContext.brand?.timezone)}.
        </p>
        ${areaField({
          label: 'Statement',
          name: 'statement',
          value: refused?.form.get('statement') ?? '',
          attributes: html`rows="4" maxlength="4000"`,
          requirement: true,
          refused,
          formName: id,
        })}
        <button class="secondary slim">Add the statement</button>
      </form>
    </details>
  `
}
