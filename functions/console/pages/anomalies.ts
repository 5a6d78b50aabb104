import { html } from 'hono/html'
import type { z } from 'zod'
import type { anomalies } from '../../../shared/operations/analytics/anomalies.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Answer, Visit } from '../ask.ts'
import { day, heading, money, say, words } from '../format.ts'
import type { Numbers } from '../format.ts'
import { emptyState, notice, warnings } from './notices.ts'
import { mayBe } from './roles.ts'

export interface AnomaliesPage {
  visit: Visit
  days: number
  status: string | null
  done: string | undefined
  found: Answer<typeof anomalies>
}

type Anomaly = z.output<(typeof anomalies)['output']>['data'][number]

const statuses = ['active', 'confirmed', 'false_positive', 'resolved']
const said: Record<string, string> = {
  confirmed: 'Confirmed. It stays on the list until it is resolved.',
  false_positive: 'Noted as a false alarm. From now on it takes more for this series to raise one.',
  resolved: 'Resolved.',
}
/** What may follow, as analytics.anomaly_transitions has it: the database refuses the rest. */
const moves: Record<string, [status: string, verb: string][]> = {
  active: [
    ['confirmed', 'Confirm'],
    ['false_positive', 'False alarm'],
    ['resolved', 'Resolve'],
  ],
  confirmed: [['resolved', 'Resolve']],
}

export function anomaliesPage({ visit, days, status, done, found }: AnomaliesPage): Markup {
  return html`
    <header class="heading">
      <div>
        <h1>Anomalies</h1>
        <p class="quiet">What went out of its way in the last ${days} days, looked for every night.</p>
      </div>
      ${choices(visit, days, status)}
    </header>
    ${notice(said[done ?? ''])}
    ${found.body ? list(found.body, visit, status) : emptyState(found.error, 'Anomalies are looked for in what ad platforms reported:', `npm run vitrine -- import ads report.csv --brand ${visit.brand?.id}`)}
  `
}

function list({ data, meta }: z.output<(typeof anomalies)['output']>, visit: Visit, status: string | null): Markup {
  return html`
    ${warnings(meta.warnings)}
    ${
      data.length === 0
        ? emptyState(
            null,
            `${status ? `None is ${words(status)}` : 'Nothing went out of its way'} in these days.` +
              (meta.detected_through ? ` Every day through ${day(meta.detected_through)} was looked at.` : ''),
          )
        : html`<ul class="cards">
            ${data.map((anomaly) => card(anomaly, visit, meta))}
          </ul>`
    }
  `
}

function card(anomaly: Anomaly, visit: Visit, numbers: Numbers): Markup {
  const { entity, metric, status } = anomaly
  const unit = metric === 'roas' ? 'multiple' : 'money'
  const range =
    anomaly.date_from === anomaly.date_to ? day(anomaly.date) : `${day(anomaly.date_from)} to ${day(anomaly.date_to)}`
  return html`
    <li>
      <div class="card-head">
        <h2>${heading(anomaly.detector)}, <bdi>${entity.name ?? entity.id}</bdi></h2>
        <span class="state ${status}">${words(status)}</span>
      </div>
      <p class="quiet"><bdi>${entity.platform}</bdi> ${anomaly.level}, ${range}, severity ${anomaly.severity} of 5</p>
      <dl class="row">
        ${fact(anomaly.date_from === anomaly.date_to ? 'Was' : `Was on ${day(anomaly.date)}`, say(anomaly.value, unit, numbers))}
        ${fact('Expected', `${say(anomaly.expected, unit, numbers)}`)}
        ${fact('Ordinary', `${say(anomaly.expected_low, unit, numbers)} to ${say(anomaly.expected_high, unit, numbers)}`)}
        ${fact('Change', anomaly.change_pct === null ? '–' : `${anomaly.change_pct > 0 ? '+' : ''}${anomaly.change_pct} %`)}
        ${fact('Cost or lost that day', money(anomaly.impact, numbers))}
      </dl>
      ${buttons(anomaly, visit)}
    </li>
  `
}

function buttons({ id, status, detector, entity }: Anomaly, visit: Visit): Markup | string {
  const verbs = moves[status]
  if (!verbs) return ''
  if (!mayBe(visit, 'analyst'))
    return html`<p class="note">An analyst, admin or owner of this brand can say what it was.</p>`
  return html`
    <form class="buttons" method="post" action="/console/brands/${visit.brand?.id}/anomalies/${id}">
      <input type="hidden" name="form_token" value="${visit.formToken}" />
      ${verbs.map(
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

function fact(name: string, value: string): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function choices({ path }: Visit, days: number, status: string | null): Markup {
  const to = (name: string | null) =>
    `${path}?${new URLSearchParams({ days: String(days), ...(name ? { status: name } : {}) })}`
  return html`
    <nav class="ranges" aria-label="Which ones">
      ${[null, ...statuses].map(
        (name) =>
          html`<a href="${to(name)}" ${name === status ? html`aria-current="true"` : ''}>${words(name ?? 'all')}</a>`,
      )}
    </nav>
  `
}
