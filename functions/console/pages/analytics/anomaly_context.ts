import { html } from 'hono/html'
import type { z } from 'zod'
import type { anomaly } from '../../../../shared/operations/analytics/anomalies.ts'
import { proposeChanges } from '../../../../shared/operations/connector/propose_changes.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { day, days } from '../../parts/format.ts'
import { mayDo } from '../../parts/forms.ts'

type Anomaly = z.output<typeof anomaly>

/** What happened on the days of an anomaly and around them, by date. None of it is shown to be the cause. */
export function anomalyContext({ events, neighbors }: Anomaly): Markup | string {
  const items = [
    ...events.map(({ kind, name, date_from, date_to }) => ({
      date: date_from,
      when: days(date_from, date_to),
      text: html`${kind === 'promotion' ? 'The promotion ' : ''}<bdi>${name}</bdi>. The expected value does not include
      it.`,
    })),
    ...neighbors.map(({ date, statement }) => ({ date, when: day(date), text: html`<bdi>${statement}</bdi>` })),
  ].toSorted((one, other) => one.date.localeCompare(other.date))
  if (items.length === 0) return ''
  return html`<div class="note neighbors">
    <p>At about the same time. None of this is shown to be the cause.</p>
    <ul>
      ${items.map(({ when, text }) => html`<li>${when}: ${text}</li>`)}
    </ul>
  </div>`
}

/** The link to the plan of the campaign, for members who may propose changes. */
export function proposeLink({ id }: Anomaly, pageContext: PageContext): Markup | string {
  if (!mayDo(pageContext, proposeChanges)) return ''
  const to = address(`/console/brands/${pageContext.brand?.id}/plan`, { anomaly_id: id })
  return html`<a class="button secondary slim" href="${to}">Propose a change</a>`
}
