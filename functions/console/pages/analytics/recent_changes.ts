import { html } from 'hono/html'
import type { explanations } from '../../../../shared/operations/analytics/explanations.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Result } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { days, words } from '../../parts/format.ts'

/** The facts that the overview lists. The answer to the question has all. */
const factsMax = 3
/** An explanation has at most so many anomalies. */
const anomaliesMax = 10

interface Changed {
  /** Whether only the ads of a filter are explained. */
  isFiltered: boolean
  /** Whether the days are those that the page names, and not the last 7. */
  isChosen: boolean
}

/** What changed in the chosen or the last 7 days against those before, by contribution, with what happened in them. */
export function recentChanges(
  { body }: Result<typeof explanations>,
  { brand, path, view }: PageContext,
  { isFiltered, isChosen }: Changed,
): Markup | string {
  if (body === null) return ''
  const { explanation, meta, date_from, date_to } = body
  const heading = html`<h2 id="changes">
    What
    changed${isChosen ? `, ${days(date_from, date_to)}` : ' in the last 7 days'}${isFiltered ? ', of the filtered ads' : ''}
  </h2>`
  if (explanation === null) {
    return html`<section class="changes" aria-labelledby="changes">
      ${heading}
      <p class="note">These days cannot be compared. ${meta.warnings.map((text) => html`<bdi>${text}</bdi> `)}</p>
    </section>`
  }
  const facts = explanation.facts.filter(({ kind }) => kind !== 'anomaly').slice(0, factsMax)
  const anomalies = explanation.facts.filter(({ kind }) => kind === 'anomaly').length
  const why = `why did ${words(explanation.metric)} change`
  const compare_to = view.compare_to === 'none' ? undefined : view.compare_to
  const asked = isChosen ? { question: why, date_from, date_to, compare_to } : { question: `${why} in the last 7 days` }
  return html`
    <section class="changes" aria-labelledby="changes">
      ${heading}
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
        ${isFiltered ? '' : html`<a href="${address(`${path}/ask`, asked)}">All campaigns and facts</a> ·`}
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
