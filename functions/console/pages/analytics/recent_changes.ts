import { html } from 'hono/html'
import type { explanations } from '../../../../shared/operations/analytics/explanations.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Result } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { words } from '../../parts/format.ts'

/** The facts that the overview lists. The answer to the question has all. */
const factsMax = 3
/** An explanation has at most so many anomalies. */
const anomaliesMax = 10

/** What changed in the last 7 days against the 7 days before, by contribution, with what happened in them. */
export function recentChanges(
  { body }: Result<typeof explanations>,
  { brand, path }: PageContext,
  isFiltered: boolean,
): Markup | string {
  if (body === null) return ''
  const { explanation, meta } = body
  if (explanation === null) {
    return html`<section class="changes" aria-labelledby="changes">
      ${title(isFiltered)}
      <p class="note">These days cannot be compared. ${meta.warnings.map((text) => html`<bdi>${text}</bdi> `)}</p>
    </section>`
  }
  const facts = explanation.facts.filter(({ kind }) => kind !== 'anomaly').slice(0, factsMax)
  const anomalies = explanation.facts.filter(({ kind }) => kind === 'anomaly').length
  const question = `why did ${words(explanation.metric)} change in the last 7 days`
  return html`
    <section class="changes" aria-labelledby="changes">
      ${title(isFiltered)}
      <p class="prose"><bdi>${explanation.summary}</bdi></p>
      ${
        facts.length + anomalies === 0
          ? ''
          : html`<ul class="evidence">
              ${facts.map(({ statement }) => html`<li><bdi>${statement}</bdi></li>`)}
              ${anomalies === 0 ? '' : html`<li>${anomaliesLink(anomalies, `/console/brands/${brand?.id}/anomalies`, body)}</li>`}
            </ul>`
      }
      <p class="note">
        ${isFiltered ? '' : html`<a href="${address(`${path}/ask`, { question })}">All campaigns and facts</a> ·`}
        <a href="/console/brands/${brand?.id}/settings/notifications">Get a digest each Monday</a> ·
        <a href="/console/brands/${brand?.id}/settings/notifications/digest">See the last one</a>
      </p>
    </section>
  `
}

function anomaliesLink(
  anomalies: number,
  page: string,
  { date_from, date_to }: { date_from: string; date_to: string },
): Markup {
  const number = anomalies === anomaliesMax ? `At least ${anomaliesMax}` : String(anomalies)
  return html`<a href="${address(page, { date_from, date_to })}"
    >${number} ${anomalies === 1 ? 'anomaly was' : 'anomalies were'} detected in these days.</a
  >`
}

function title(isFiltered: boolean): Markup {
  return html`<h2 id="changes">What changed in the last 7 days${isFiltered ? ', of the filtered ads' : ''}</h2>`
}
