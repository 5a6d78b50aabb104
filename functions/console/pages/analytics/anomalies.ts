import { html } from 'hono/html'
import type { z } from 'zod'
import { addDays } from '../../../../shared/calendar/days.ts'
import type { anomalies } from '../../../../shared/operations/analytics/anomalies.ts'
import { changeAnomaly } from '../../../../shared/operations/analytics/change_anomaly.ts'
import type { anomalyDays } from '../../../../shared/operations/console/anomaly_days.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { Result, PageContext } from '../../page_context.ts'
import { badge } from '../../parts/badge.ts'
import { placeOf, platformName } from '../../../../shared/pages/account_title.ts'
import { change, count, day, days as listDays, heading, money, formatValue, words } from '../../parts/format.ts'
import type { Numbers, Unit } from '../../parts/format.ts'
import { address, choices } from '../../parts/choices.ts'
import { anomalyFigure, anomalyLegend } from '../../charts/anomaly_figure.ts'
import { namedEntity } from '../../charts/distinct_names.ts'
import { fact } from '../../parts/fact.ts'
import type { TrendPoint } from '../../charts/sparkline.ts'
import type { Query } from '../../parts/view.ts'
import { confirmedForm, mayDo, ownForm } from '../../parts/forms.ts'
import { beyondEnd, emptyState, importState, notes, notice, pager } from '../../parts/notices.ts'
import { anomalyContext, proposeLink } from './anomaly_context.ts'
import { entityAddress, levels } from './levels.ts'
import type { Level } from './levels.ts'

export interface AnomaliesPage {
  pageContext: PageContext
  /** The parameters of the days: a number of days, or a range. */
  days: Query
  status: string | null
  page: number
  anomaliesAPage: number
  /** The statuses that may follow each status. */
  moves: Record<string, string[]>
  done: string | undefined
  found: Result<typeof anomalies>
  /** The days around each anomaly. Absent if the page has none. */
  charts?: Result<typeof anomalyDays> | undefined
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
    text: heading(name ?? 'all'),
    query: { ...days, status: name },
  }))
  return html`
    <header class="heading">
      <div>
        <h1>Anomalies</h1>
        <p class="quiet">
          Days with unusual spend, CPA or ROAS, or with another metric that this brand watches, ${periodOf(days)}.
          Detection runs every night. The statuses false positive and resolved are final. A false positive raises the
          threshold of its series.
        </p>
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
  { pageContext, status, days, page, anomaliesAPage, moves, charts }: AnomaliesPage,
): Markup {
  const daysOf = new Map(charts?.body?.charts.map(({ id, days: around }) => [id, around]))
  const pages = Math.ceil(meta.total_rows / anomaliesAPage)
  return html`
    ${
      data.length === 0
        ? (beyondEnd(pageContext.path, page, pages, { ...days, status }) ?? none(meta, status))
        : html`<p class="quiet">
              ${meta.total_rows === 1 ? '1 anomaly' : `${count(meta.total_rows)} anomalies`}.${checkedDays(meta)}
            </p>
            ${meta.reliability ? html`<p class="quiet">${meta.reliability}</p>` : ''}
            ${daysOf.size > 0 ? anomalyLegend() : ''}
            <ul class="cards">
              ${data.map((anomaly) => card(anomaly, pageContext, { meta, moves, around: daysOf.get(anomaly.id) ?? [] }))}
            </ul>`
    }
    ${pager(pageContext.path, page, pages, { ...days, status })} ${notes(meta.warnings)}
  `
}

/** Nothing is said of days that were not checked: the notes below name them. */
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

interface Shown {
  meta: Found['meta']
  moves: AnomaliesPage['moves']
  around: readonly TrendPoint[]
}

function card(anomaly: Anomaly, pageContext: PageContext, { meta, moves, around }: Shown): Markup {
  const { entity, metric, unit, status, level } = anomaly
  const isOneDay = anomaly.date_from === anomaly.date_to
  const worst = isOneDay ? '' : ` on ${day(anomaly.date)}`
  const place = level === 'account' ? platformName(entity.platform) : placeOf(entity)
  return html`
    <li id="${anomaly.id}">
      <div class="card-head">
        <h2>
          ${heading(anomaly.detector)},
          <a href="${chartAddress(anomaly, pageContext, meta, level, entity.id)}"><bdi>${nameOf(anomaly)}</bdi></a>
        </h2>
        ${badge(status, words(status))}
      </div>
      <p class="quiet">
        ${heading(levelOf(level)?.one ?? level)}, <bdi>${place}</bdi>, ${listDays(anomaly.date_from, anomaly.date_to)},
        severity ${anomaly.severity} of 5
      </p>
      <dl class="row">
        ${fact(`Value${worst}`, formatValue(anomaly.value, unit, meta))}
        ${fact('Expected', formatValue(anomaly.expected, unit, meta))}
        ${fact('Expected range', `${formatValue(anomaly.expected_low, unit, meta)} to ${formatValue(anomaly.expected_high, unit, meta)}`)}
        ${fact('Change', change(anomaly.change_pct === null ? null : anomaly.change_pct / 100))}
        ${fact(`Cost or loss${worst}`, money(anomaly.impact, meta))}
        ${isOneDay ? '' : fact(`Cost or loss of ${countedDays(anomaly)}`, money(anomaly.total_impact, meta))}
      </dl>
      ${
        isOneDay
          ? ''
          : html`<p class="note">
              Unusual on days of ${listDays(anomaly.date_from, anomaly.date_to)}. The values are those of the worst day,
              ${day(anomaly.date)}.
            </p>`
      }
      ${anomaly.also.length === 0 ? '' : html`<p class="note">Also detected: ${anomaly.also.map(words).join(', ')}.</p>`}
      ${anomalyFigure({
        ...anomaly,
        title: `${metricWords[metric] ?? heading(metric)} of ${nameOf(anomaly)}`,
        days: around,
        format: (value) => formatValue(value, unit, meta),
      })}
      ${anomalyContext(anomaly)}
      ${contributors(anomaly, unit, meta, (id, of) => chartAddress(anomaly, pageContext, meta, of, id))}
      ${whyLink(anomaly, pageContext)} ${buttons(anomaly, pageContext, moves[status] ?? [])}
    </li>
  `
}

/** The days of the sum. Those of an episode that was found by an earlier version are not known. */
function countedDays({ deviating_days: known }: Anomaly): string {
  return known === null ? 'all days' : known === 1 ? '1 unusual day' : `${known} unusual days`
}

function periodOf({ days, date_from, date_to }: Query): string {
  if (days !== undefined) return `in the last ${days} days`
  return date_from === date_to ? `on ${day(date_from)}` : `from ${day(date_from)} to ${day(date_to)}`
}

const metricWords: Record<string, string> = { roas: 'ROAS', cpa: 'CPA', ctr: 'CTR', cpc: 'CPC' }

/**
 * The question of what changed on the worst day since the same weekday of the week before. Its answer has the expected value too, as a
 * fact. The explanation of an account is that of its platform. A question cannot name a
 * campaign without a name, or with a quotation mark in it.
 */
function whyLink(
  { level, metric, date, entity: { name, platform } }: Anomaly,
  { brand }: PageContext,
): Markup | string {
  if (level !== 'account' && (name === null || name.includes('"'))) return ''
  const of = level === 'account' ? '' : ` of "${name}"`
  const question = `Why did ${metricWords[metric] ?? metric}${of} on ${platformName(platform)} change on ${date} compared with ${addDays(date, -7)}?`
  return html`<p class="note">
    <a href="${address(`/console/brands/${brand?.id}/ask`, { question })}"><bdi>${question}</bdi></a>
  </p>`
}

function nameOf({ level, entity }: Anomaly): string {
  const { id, name } = namedEntity(level, entity)
  return name ?? id
}

function levelOf(key: string): Level | undefined {
  return levels.find((level) => level.key === key)
}

const [daysBefore, daysAfter] = [14, 7]

/** The chart of an entity in Performance with the days around an anomaly, at most through the last day that was checked. */
function chartAddress(
  { date_from, date_to, metric, entity }: Anomaly,
  { brand }: PageContext,
  { detected_through }: Found['meta'],
  level: string,
  id: string,
): string {
  const [after, checked] = [addDays(date_to, daysAfter), detected_through ?? date_to]
  const last = checked < after ? checked : after
  return entityAddress(`/console/brands/${brand?.id}`, levelOf(level)?.key ?? 'campaign', id, {
    date_from: addDays(date_from, -daysBefore),
    date_to: last < date_to ? date_to : last,
    compare_to: 'none',
    platform: entity.platform,
    sort: metric === 'spend' || metric === 'roas' ? undefined : metric,
  })
}

/** The children that make up most of the deviation. */
function contributors(
  { contributors: found }: Anomaly,
  unit: Unit,
  numbers: Numbers,
  linkOf: (id: string, level: string) => string,
): Markup | string {
  if (!found) return ''
  const signed = (amount: number) => `${amount > 0 ? '+' : ''}${formatValue(amount, unit, numbers)}`
  return html`<p class="note">
    ${levelOf(found.level)?.text ?? found.level} with the largest parts of the deviation:
    ${found.data.map(
      ({ id, name, contribution }, index) =>
        html`${index === 0 ? '' : ', '}<a href="${linkOf(id, found.level)}"><bdi>${name ?? id}</bdi></a>
          ${signed(contribution)}`,
    )}${found.other.count > 0 ? `, ${found.other.count} others ${signed(found.other.contribution)}` : ''}.
  </p>`
}

function buttons(anomaly: Anomaly, pageContext: PageContext, allowed: string[]): Markup | string {
  const { id, detector } = anomaly
  const offered = Object.entries(verbs).filter(([to]) => to !== 'false_positive' && allowed.includes(to))
  if (allowed.length === 0) return ''
  if (!mayDo(pageContext, changeAnomaly))
    return html`<p class="note">An analyst, admin or owner of this brand can change the status.</p>`
  const action = `/console/brands/${pageContext.brand?.id}/anomalies/${id}`
  return html`
    <form class="buttons" method="post" action="${action}">
      ${ownForm(pageContext)}
      ${offered.map(
        ([to, verb], index) =>
          html`<button
            class="${index === 0 ? 'primary slim' : 'secondary slim'}"
            name="status"
            value="${to}"
            aria-label="${verb}: ${words(detector)}, ${nameOf(anomaly)}"
          >
            ${verb}
          </button>`,
      )}
      ${proposeLink(anomaly, pageContext)}
    </form>
    ${
      allowed.includes('false_positive')
        ? confirmedForm({
            pageContext,
            action,
            summary: verbs.false_positive as string,
            about: `${words(detector)}, ${nameOf(anomaly)}`,
            question:
              'This cannot be undone. It raises the threshold for this series, so that fewer of its deviations are reported.',
            verb: verbs.false_positive as string,
            choice: { name: 'status', value: 'false_positive' },
          })
        : ''
    }
  `
}
