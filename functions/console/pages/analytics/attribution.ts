import { html } from 'hono/html'
import type { z } from 'zod'
import type { attributionComparison } from '../../../../shared/operations/analytics/attribution_comparison.ts'
import type { attributionPaths } from '../../../../shared/operations/analytics/attribution_paths.ts'
import type { view } from '../../../../shared/operations/console/view.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { attributionFigure, labelOf, levelNames, nameWithin } from '../../charts/attribution_figure.ts'
import type { Attributed } from '../../charts/attribution_figure.ts'
import type { PageContext, Result } from '../../page_context.ts'
import { address, choices } from '../../parts/choices.ts'
import { fact } from '../../parts/fact.ts'
import { fieldLabel } from '../../parts/forms.ts'
import { channelName, count, day, formatValue, money, percent } from '../../parts/format.ts'
import { menu } from '../../parts/menu.ts'
import { emptyState, importState, notes } from '../../parts/notices.ts'
import { readingBanner } from '../../parts/reading.ts'
import { hiddenFields, viewMenus } from '../../parts/view.ts'
import type { Query } from '../../parts/view.ts'

export interface AttributionPage {
  pageContext: PageContext
  query: Query
  view: z.output<(typeof view)['output']>
  compared: Result<typeof attributionComparison>
  paths: Result<typeof attributionPaths>
}

type To = (changes: Query) => string

const clickWindows = [1, 7, 14, 30, 60, 90]

export function attributionPage(page: AttributionPage): Markup {
  const { pageContext, query, view, compared, paths } = page
  const { path } = pageContext
  const to: To = (changes) => address(path, { ...query, ...changes })
  const { body } = compared
  return html`
    <header class="heading">
      <div>
        <h1>Attribution</h1>
        <p class="quiet">${body ? reach(body) : ''}</p>
      </div>
    </header>
    <div class="toolbar">
      ${viewMenus({ path, query, shown: view, platforms: view.platforms, isCompared: false })}
      ${body ? html`${modelMenus(body, to)} ${windowMenu(page, body, to)}` : ''}
    </div>
    ${readingBanner(view.unread, pageContext)} ${body ? results(page, body, to) : unavailable(page, to)}
    ${body && paths.body ? pathList(paths.body, query.platform !== undefined) : ''}
    ${notes(body?.meta.warnings, paths.body?.meta.warnings)}
  `
}

function reach({ date_from, date_to, meta, window }: Attributed): string {
  return (
    `Orders of ${day(date_from)} to ${day(date_to)}, ${meta.currency}, ${meta.timezone}. Orders are known through ${day(meta.data_through)}. ` +
    `Clicks count for ${daysOf(window.click_days)}, views for ${daysOf(window.view_days)} before the order.`
  )
}

function daysOf(number: number): string {
  return number === 1 ? '1 day' : `${number} days`
}

/** The page without numbers: no orders, or a model that cannot be calculated for this brand. */
function unavailable({ pageContext, compared: { error } }: AttributionPage, to: To): Markup {
  if (error?.reason === 'lost_journeys_are_not_reported') {
    const link = to({ model: 'linear', compared_model: 'last_touch' })
    return emptyState(error, html`<a href="${link}">Compare other models</a>`)
  }
  return importState(error, pageContext, 'the orders of the store and their journeys')
}

function modelMenus(body: Attributed, to: To): Markup {
  const isMarkovMissing = body.models.some(({ model, is_available }) => model === 'markov' && !is_available)
  const model = (name: string, parameter: 'model' | 'compared_model', chosen: string) =>
    menu({
      name,
      current: labelOf(body, chosen),
      items: body.models
        .filter(({ is_available }) => is_available)
        .map(({ model, label, is_own }) => ({
          text: is_own ? `${label} (model of the brand)` : label,
          link: to({ [parameter]: model }),
          isCurrent: model === chosen,
        })),
      ...(isMarkovMissing ? { end: html`<p class="note">${whyNoMarkov(body)}</p>` } : {}),
    })
  return html`${model('Model', 'model', body.model)}
  ${model('Compare with the model', 'compared_model', body.compared_model)}`
}

function whyNoMarkov({ window }: Attributed): string {
  return window.is_own
    ? 'Markov is not available: it compares journeys with and without an order, and connected shops and GA4 report only those with one.'
    : 'Markov is available only with the windows of the brand.'
}

function windowMenu(
  { pageContext, query }: AttributionPage,
  { window, model, compared_model }: Attributed,
  to: To,
): Markup {
  // Markov is calculated for the windows of the brand only.
  const models = {
    model: model === 'markov' ? undefined : query.model,
    compared_model: compared_model === 'markov' ? undefined : query.compared_model,
  }
  const own = { click_days: undefined, view_days: undefined }
  const field = (label: string, name: string, value: number, least: number) =>
    html`<label
      >${fieldLabel(label, true)}
      <input type="number" name="${name}" value="${value}" min="${least}" max="365" required
    /></label>`
  return menu({
    name: 'Window',
    current: `${daysOf(window.click_days)} click, ${daysOf(window.view_days)} view`,
    items: [
      {
        text: `${daysOf(window.own_click_days)} click, ${daysOf(window.own_view_days)} view (windows of the brand)`,
        link: to(own),
        isCurrent: window.is_own,
      },
      ...clickWindows
        .filter((days) => days !== window.own_click_days)
        .map((days) => ({
          text: `${daysOf(days)} click, ${daysOf(window.own_view_days)} view`,
          link: to({ ...models, click_days: String(days), view_days: undefined }),
          isCurrent: !window.is_own && window.click_days === days && window.view_days === window.own_view_days,
        })),
    ],
    end: html`<form method="get" action="${pageContext.path}">
      ${hiddenFields({ ...query, ...models }, ['click_days', 'view_days'])}
      ${field('Days for clicks', 'click_days', window.click_days, 1)}
      ${field('Days for views', 'view_days', window.view_days, 0)}
      <button class="secondary slim">Show</button>
    </form>`,
  })
}

function results({ pageContext, compared }: AttributionPage, body: Attributed, to: To): Markup {
  const levels = Object.entries(levelNames).map(([value, { several }]) => ({
    value,
    text: several,
    query: parametersOf(to({ level: value === 'channel' ? undefined : value })),
  }))
  return html`
    ${choices('Level', pageContext.path, body.level, levels)} ${customers(body, pageContext)}
    <div class="charts">
      <div class="across">${attributionFigure(compared, pageContext)}</div>
    </div>
    ${body.data.length === 0 ? '' : table(body)}
  `
}

function parametersOf(link: string): Record<string, string> {
  return Object.fromEntries(new URL(link, 'http://page').searchParams)
}

/** The orders of new and returning customers, of all platforms also if the rows are filtered. */
function customers(
  { customers: { new: first, returning, unknown }, total, meta }: Attributed,
  { view }: PageContext,
): Markup {
  if (total.revenue === null) return html``
  const all = total.revenue
  const tile = (title: string, { orders, revenue }: Attributed['customers']['new']) =>
    fact(
      view.platform ? `${title}, all platforms` : title,
      html`<data value="${revenue ?? ''}">${money(revenue, meta)}</data>
        <span class="quiet"
          >${count(orders)} orders, ${percent(all && revenue !== null ? revenue / all : null, 1)} of the revenue</span
        >`,
    )
  // If no order is marked, the numbers of new and returning customers are unknown, not 0.
  const isMarked = unknown.orders === 0 || Boolean(first.orders) || Boolean(returning.orders)
  return html`<dl class="tiles">
    ${tile('All orders', { orders: total.conversions, revenue: total.revenue })}
    ${isMarked ? [tile('New customers', first), tile('Returning customers', returning)] : ''}
    ${unknown.orders === 0 ? '' : tile('Not marked as new or returning', unknown)}
  </dl>`
}

function table(body: Attributed): Markup {
  const { data, level, meta } = body
  const models = ['attributed', 'compared'] as const
  const names = { attributed: labelOf(body, body.model), compared: labelOf(body, body.compared_model) }
  const number = (value: number | null, text: string) =>
    html`<td class="number"><data value="${value ?? ''}">${text}</data></td>`
  const headings = ['Revenue', 'Share', 'Orders', 'New', 'ROAS']
  return html`
    <h2>${levelNames[level].several}</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="${levelNames[level].several}">
      <table class="performance models" data-metric="models">
        <thead>
          <tr>
            <th scope="col" rowspan="2">${levelNames[level].one}</th>
            <th scope="col" rowspan="2" class="number">Spend</th>
            ${models.map((model) => html`<th scope="colgroup" colspan="${headings.length}"><span class="pinned">${names[model]}</span></th>`)}
          </tr>
          <tr>
            ${models.map(() => headings.map((heading) => html`<th scope="col" class="number">${heading}</th>`))}
          </tr>
        </thead>
        <tbody>
          ${data.map(
            (row) =>
              html`<tr>
                <th scope="row">
                  ${
                    level === 'channel'
                      ? html`<bdi>${channelName(row.channel)}</bdi>`
                      : html`<bdi>${nameWithin(row, level) ?? `No ${level} named`}</bdi>
                          <span class="quiet">${channelName(row.channel)}</span>`
                  }
                </th>
                ${number(row.spend, money(row.spend, meta))}
                ${models.map((model) => {
                  const { revenue, share, conversions, new_customers, roas } = row[model]
                  return html`${number(revenue, money(revenue, meta))} ${number(share, percent(share, 1))}
                  ${number(conversions, formatValue(conversions, 'count', meta))}
                  ${number(new_customers, formatValue(new_customers, 'count', meta))}
                  ${number(roas, formatValue(roas, 'multiple', meta))}`
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="note">
      New: orders of new customers. ROAS: return on ad spend. Orders can be divided among several rows.
    </p>
    ${meta.truncated ? html`<p class="note">The table shows ${data.length} of ${count(meta.total_rows)} rows.</p>` : ''}
  `
}

type Paths = NonNullable<Result<typeof attributionPaths>['body']>

function pathList({ data, meta }: Paths, isFiltered: boolean): Markup {
  return html`
    <h2>Paths to orders</h2>
    ${isFiltered ? html`<p class="note">A path can have touches of several platforms. The paths of all platforms are shown.</p>` : ''}
    ${data.length === 0 ? html`<p class="quiet">No order in this period has a known touchpoint.</p>` : ''}
    ${
      data.length === 0
        ? ''
        : html`<div class="scroll" role="region" tabindex="0" aria-label="Paths to orders">
              <table data-metric="paths">
                <thead>
                  <tr>
                    <th scope="col">Path</th>
                    ${['Orders', 'Share', 'Revenue', 'Of new customers', 'Days to the order'].map(
                      (name) => html`<th scope="col" class="number">${name}</th>`,
                    )}
                  </tr>
                </thead>
                <tbody>
                  ${data.map(
                    ({ path, orders, share, revenue, new_customers, days_to_order }) =>
                      html`<tr>
                        <th scope="row">
                          <ol class="path">
                            ${path.map((channel) => html`<li><bdi>${channelName(channel)}</bdi></li>`)}
                          </ol>
                        </th>
                        <td class="number"><data value="${orders}">${count(orders)}</data></td>
                        <td class="number">${percent(share, 1)}</td>
                        <td class="number"><data value="${revenue}">${money(revenue, meta)}</data></td>
                        <td class="number">${count(new_customers)}</td>
                        <td class="number">${formatValue(days_to_order, 'count', meta)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
            ${
              meta.total_rows > data.length
                ? html`<p class="note">The ${data.length} most frequent of ${count(meta.total_rows)} paths.</p>`
                : ''
            }`
    }
  `
}
