import { html } from 'hono/html'
import type { z } from 'zod'
import type { anomalies } from '../../../../shared/operations/analytics/anomalies.ts'
import { moveAnomaly } from '../../../../shared/operations/console/move_anomaly.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { Result, PageContext } from '../../page_context.ts'
import { badge } from '../../parts/badge.ts'
import { change, count, day, heading, money, formatValue, platformName, words } from '../../parts/format.ts'
import type { Numbers } from '../../parts/format.ts'
import { choices } from '../../parts/choices.ts'
import { fact } from '../../parts/fact.ts'
import { mayDo, ownForm } from '../../parts/forms.ts'
import { emptyState, importState, notice, pager, warnings } from '../../parts/notices.ts'

export interface AnomaliesPage {
  pageContext: PageContext
  days: number
  status: string | null
  page: number
  anomaliesAPage: number
  /** The statuses that may follow each status. */
  moves: Record<string, string[]>
  done: string | undefined
  found: Result<typeof anomalies>
}

type Found = z.output<(typeof anomalies)['output']>
type Anomaly = Found['data'][number]

const statuses = ['active', 'confirmed', 'false_positive', 'resolved']
const messages: Record<string, string> = {
  confirmed: 'The anomaly is confirmed. It stays open until you resolve it.',
  false_positive: 'The anomaly is marked as a false positive. The threshold for this series is now higher.',
  resolved: 'The anomaly is resolved.',
}
const verbs: Record<string, string> = {
  confirmed: 'Confirm',
  false_positive: 'Mark as false positive',
  resolved: 'Resolve',
}

export function anomaliesPage(shown: AnomaliesPage): Markup {
  const { pageContext, days, status, done, found } = shown
  const offered = [null, ...statuses].map((name) => ({
    value: name,
    text: words(name ?? 'all'),
    query: { days, status: name },
  }))
  return html`
    <header class="heading">
      <div>
        <h1>Anomalies</h1>
        <p class="quiet">Days with unusual spend, CPA or ROAS in the last ${days} days. Detection runs every night.</p>
      </div>
      ${choices('Filter by status', pageContext.path, status, offered)}
    </header>
    ${notice(messages[done ?? ''])}
    ${found.body ? list(found.body, shown) : importState(found.error, pageContext, 'a report of an ad platform')}
  `
}

/** The values of `done` that have a notice. */
export const moveNotices = Object.keys(messages)

function list(
  { data, meta }: Found,
  { pageContext, status, days, page, anomaliesAPage, moves }: AnomaliesPage,
): Markup {
  return html`
    ${warnings(meta.warnings)}
    ${
      data.length === 0
        ? none(meta, status)
        : html`<p class="quiet">
              ${meta.total_rows === 1 ? '1 anomaly' : `${count(meta.total_rows)} anomalies`}.${checkedDays(meta)}
            </p>
            <ul class="cards">
              ${data.map((anomaly) => card(anomaly, pageContext, meta, moves))}
            </ul>`
    }
    ${pager(pageContext.path, page, Math.ceil(meta.total_rows / anomaliesAPage), { days, status })}
  `
}

/** Nothing is said of days that were not checked: the warnings above name them. */
function none(meta: Found['meta'], status: AnomaliesPage['status']): Markup | string {
  if (!meta.detected_through) return ''
  const sentence = status ? `No anomaly is ${words(status)} in this period.` : 'No anomaly was detected in this period.'
  return emptyState(null, sentence + checkedDays(meta))
}

function checkedDays({ detected_from, detected_through }: Found['meta']): string {
  return detected_from && detected_through
    ? ` Every day from ${day(detected_from)} to ${day(detected_through)} was checked.`
    : ''
}

function card(anomaly: Anomaly, pageContext: PageContext, numbers: Numbers, moves: AnomaliesPage['moves']): Markup {
  const { entity, metric, status } = anomaly
  const unit = metric === 'roas' ? 'multiple' : 'money'
  const range =
    anomaly.date_from === anomaly.date_to ? day(anomaly.date) : `${day(anomaly.date_from)} to ${day(anomaly.date_to)}`
  return html`
    <li>
      <div class="card-head">
        <h2>${heading(anomaly.detector)}, <bdi>${entity.name ?? entity.id}</bdi></h2>
        ${badge(status, words(status))}
      </div>
      <p class="quiet">
        <bdi>${platformName(entity.platform)}</bdi> ${anomaly.level}, ${range}, severity ${anomaly.severity} of 5
      </p>
      <dl class="row">
        ${fact(anomaly.date_from === anomaly.date_to ? 'Value' : `Value on ${day(anomaly.date)}`, formatValue(anomaly.value, unit, numbers))}
        ${fact('Expected', formatValue(anomaly.expected, unit, numbers))}
        ${fact('Expected range', `${formatValue(anomaly.expected_low, unit, numbers)} to ${formatValue(anomaly.expected_high, unit, numbers)}`)}
        ${fact('Change', change(anomaly.change_pct === null ? null : anomaly.change_pct / 100))}
        ${fact('Cost or loss on that day', money(anomaly.impact, numbers))}
      </dl>
      ${buttons(anomaly, pageContext, moves[status] ?? [])}
    </li>
  `
}

function buttons({ id, detector, entity }: Anomaly, pageContext: PageContext, allowed: string[]): Markup | string {
  const offered = Object.entries(verbs).filter(([to]) => allowed.includes(to))
  if (offered.length === 0) return ''
  if (!mayDo(pageContext, moveAnomaly))
    return html`<p class="note">An analyst, admin or owner of this brand can change the status.</p>`
  return html`
    <form class="buttons" method="post" action="/console/brands/${pageContext.brand?.id}/anomalies/${id}">
      ${ownForm(pageContext)}
      ${offered.map(
        ([to, verb], index) =>
          html`<button
            class="${index === 0 ? 'primary slim' : 'secondary slim'}"
            name="status"
            value="${to}"
            aria-label="${verb}: ${words(detector)}, ${entity.name ?? entity.id}"
          >
            ${verb}
          </button>`,
      )}
    </form>
  `
}
