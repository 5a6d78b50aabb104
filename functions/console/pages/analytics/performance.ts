import { html } from 'hono/html'
import type { z } from 'zod'
import type { breakdown } from '../../../../shared/operations/analytics/breakdown.ts'
import type { metricDefinitions } from '../../../../shared/operations/analytics/metric_definitions.ts'
import type { view } from '../../../../shared/operations/console/view.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { defaultMetricNames } from '../../../../shared/schema/analytics/metric_names.ts'
import { statusOfCampaign } from '../../../../shared/sentences/statements/platform_statuses.ts'
import { sparkline } from '../../charts/sparkline.ts'
import type { TrendPoint } from '../../charts/sparkline.ts'
import type { PageContext, Result } from '../../page_context.ts'
import { address, choices } from '../../parts/choices.ts'
import { deltaMark } from '../../charts/delta.ts'
import { count, formatValue, heading, platformName } from '../../parts/format.ts'
import { menu } from '../../parts/menu.ts'
import { emptyState, pager, warnings } from '../../parts/notices.ts'
import { numbersToCome, readingBanner } from '../../parts/reading.ts'
import { hiddenFields, reach, viewMenus } from '../../parts/view.ts'
import type { Query } from '../../parts/view.ts'

type Found = z.output<(typeof breakdown)['output']>
type Row = Found['data'][number]
type Definition = z.output<(typeof metricDefinitions)['output']>['data'][number]

export interface PerformancePage {
  pageContext: PageContext
  query: Query
  found: Result<typeof breakdown>
  definitions: readonly Definition[]
  view: z.output<(typeof view)['output']>
  rowsOfPage: number
}

const defaultMetrics = defaultMetricNames.join(',')

/** The levels from the top, with the parameter that selects the rows below a row of the level. */
const levels = [
  { name: 'ad_account', text: 'Ad accounts', one: 'ad account', parameter: 'account_ids', key: 'account' },
  { name: 'campaign', text: 'Campaigns', one: 'campaign', parameter: 'campaign_ids', key: 'campaign' },
  { name: 'adset', text: 'Ad sets', one: 'ad set', parameter: 'adset_ids', key: 'adset' },
  { name: 'ad', text: 'Ads', one: 'ad', parameter: null, key: 'ad' },
] as const
type Level = (typeof levels)[number]

function levelBelow(level: Level): Level | undefined {
  return levels[levels.indexOf(level) + 1]
}

export function performancePage(page: PerformancePage): Markup {
  const { pageContext, query, found } = page
  if (!found.body) {
    return html`<header class="heading"><h1>Performance</h1></header>
      ${numbersToCome(found.error, page.view.unread, pageContext)}`
  }
  const { body } = found
  const { path } = pageContext
  const to = (changes: Query) => address(path, { ...query, page: undefined, ...changes })
  return html`
    <header class="heading">
      <div>
        <h1>Performance</h1>
        <p class="quiet">${reach(body)}</p>
      </div>
    </header>
    <div class="toolbar">
      ${viewMenus({ path, query, shown: body, platforms: page.view.platforms })} ${columnsMenu(page)}
      <a class="button secondary slim" href="${address(`${path}.csv`, { ...query, page: undefined })}">Download CSV</a>
      <form class="line-form" role="search" method="get" action="${path}">
        ${hiddenFields(query, ['search', 'page'])}
        <label
          ><span class="unseen">Search names</span
          ><input type="search" name="search" value="${query.search ?? ''}" maxlength="200" placeholder="Name or id"
        /></label>
        <button class="secondary slim">Search</button>
      </form>
    </div>
    ${crumbs(page, body)}
    ${choices(
      'Level',
      path,
      body.level,
      levels.map(({ name, text }) => ({
        value: name,
        text,
        query: { ...query, page: undefined, search: undefined, level: name, ...withoutParents(name) },
      })),
    )}
    ${readingBanner(page.view.unread, pageContext)} ${warnings(body.meta.warnings)}
    ${
      body.data.length === 0
        ? emptyRows(query, body, to)
        : html`${table(page, body)}
          ${pager(path, Number(query.page ?? 1), Math.ceil(body.meta.total_rows / page.rowsOfPage), { ...query })}`
    }
  `
}

/** Removes the parameters that select rows of this level or below it. */
function withoutParents(level: string): Query {
  const own = levels.findIndex(({ name }) => name === level)
  return Object.fromEntries(
    levels.slice(own).flatMap(({ parameter }) => (parameter === null ? [] : [[parameter, undefined]])),
  )
}

function emptyRows(query: Query, { level, meta }: Found, to: (changes: Query) => string): Markup {
  if (meta.total_rows > 0)
    return emptyState(null, html`There is no page ${query.page}. <a href="${to({})}">First page</a>`)
  const noun = levels.find(({ name }) => name === level)?.one
  if (query.search) {
    return emptyState(
      null,
      html`No ${noun} with this name or id has numbers in these days.
        <a href="${to({ search: undefined })}">Show all</a>`,
    )
  }
  return emptyState(null, `No ${noun} has numbers in these days. Choose other days.`)
}

/** Links to the levels above the rows: all accounts, and the account, campaign and ad set that are selected. */
function crumbs({ pageContext, query }: PerformancePage, { data }: Found): Markup | string {
  const selected = levels.filter(({ parameter }) => parameter !== null && query[parameter] !== undefined)
  if (selected.length === 0) return ''
  const top = {
    ...query,
    page: undefined,
    search: undefined,
    account_ids: undefined,
    campaign_ids: undefined,
    adset_ids: undefined,
  }
  const links = selected.map((level, index) => {
    const { key, parameter } = level
    const ids = query[parameter as string] as string
    const name = data.length > 0 && !ids.includes(',') ? nameOf(data[0] as Row, key) : ids
    const kept = Object.fromEntries(
      selected.slice(0, index + 1).map((each) => [each.parameter, query[each.parameter as string]]),
    )
    return { text: name, link: address(pageContext.path, { ...top, level: levelBelow(level)?.name, ...kept }) }
  })
  return html`<nav class="crumbs" aria-label="Selected">
    <ol>
      <li><a href="${address(pageContext.path, { ...top, level: 'ad_account' })}">All ad accounts</a></li>
      ${links.map(
        ({ text, link }) =>
          html`<li>
            <a href="${link}"><bdi>${text}</bdi></a>
          </li>`,
      )}
    </ol>
  </nav>`
}

function nameOf(row: Row, key: string): string {
  const id = String(row[`${key}_id`] ?? '')
  return String(row[`${key}_name`] ?? (id || 'Not reported at this level'))
}

function columnsMenu({ pageContext, query, definitions }: PerformancePage): Markup {
  const shown = (query.metrics ?? defaultMetrics).split(',')
  return menu({
    name: 'Columns',
    current: 'Columns',
    end: html`<form method="get" action="${pageContext.path}">
      ${hiddenFields(query, ['metrics', 'sort', 'order'])}
      <fieldset class="columns">
        <legend class="unseen">Columns</legend>
        ${definitions.map(
          ({ name, label }) =>
            html`<label class="pick"
              ><input type="checkbox" name="metrics" value="${name}" ${shown.includes(name) ? html`checked` : ''} />
              ${label}</label
            >`,
        )}
      </fieldset>
      <button class="secondary slim">Show</button>
    </form>`,
  })
}

function table(page: PerformancePage, body: Found): Markup {
  const { pageContext, query, definitions } = page
  const { currency } = body.meta
  const metrics = (query.metrics ?? defaultMetrics)
    .split(',')
    .flatMap((name) => definitions.find((definition) => definition.name === name.trim()) ?? [])
  const sort = query.sort ?? 'spend'
  const isDescending = query.order !== 'asc'
  const sorted = definitions.find(({ name }) => name === sort)
  const level = levels.find(({ name }) => name === body.level) as Level
  const cell = (row: Row, definition: Definition, tag: 'td' | 'th') => {
    const value = (row[definition.name] ?? null) as number | null
    const delta = (row.deltas as Record<string, number | null> | undefined)?.[definition.name]
    const content = html`<data value="${value ?? ''}">${formatValue(value, definition.unit, { currency })}</data> ${
        body.compared ? deltaMark(delta ?? null, definition) : ''
      }`
    return tag === 'td'
      ? html`<td class="number">${content}</td>`
      : html`<th class="number" scope="col">${content}</th>`
  }
  const header = (definition: Definition) => {
    const isSorted = definition.name === sort
    const link = address(pageContext.path, {
      ...query,
      page: undefined,
      sort: definition.name,
      order: isSorted && isDescending ? 'asc' : undefined,
    })
    const state = isSorted ? html`aria-sort="${isDescending ? 'descending' : 'ascending'}"` : ''
    return html`<th scope="col" class="number" ${state}><a href="${link}">${definition.label}</a></th>`
  }
  const totals = { ...body.totals, deltas: body.deltas ?? {} }
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="${level.text}">
      <table class="performance">
        <thead>
          <tr>
            <th scope="col">${heading(level.one)}</th>
            ${metrics.map(header)}
            <th scope="col">${sorted?.label ?? sort} by ${body.trend_granularity}</th>
          </tr>
          <tr class="totals">
            <th scope="row">Total of ${count(body.meta.total_rows)}</th>
            ${metrics.map((definition) => cell(totals, definition, 'td'))}
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${body.data.map(
            (row) =>
              html`<tr>
                <th scope="row">
                  ${nameCell(page, row, level)}
                  <span class="quiet"
                    >${platformName(String(row.platform))}${
                      row.campaign_status ? `, ${statusOfCampaign(String(row.campaign_status))}` : ''
                    }${row.partial ? ', days are missing' : ''}</span
                  >
                </th>
                ${metrics.map((definition) => cell(row, definition, 'td'))}
                <td class="trend">
                  ${sparkline(
                    (row.trend ?? []) as TrendPoint[],
                    [body.date_from, body.date_to],
                    `${sorted?.label ?? sort} by ${body.trend_granularity}`,
                  )}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}

/** The name of a row. It links to the rows of the next level. */
function nameCell({ pageContext, query }: PerformancePage, row: Row, level: Level): Markup {
  const name = html`<bdi>${nameOf(row, level.key)}</bdi>`
  const id = row[`${level.key}_id`]
  const next = levelBelow(level)
  if (!next || level.parameter === null || !id) return name
  const link = address(pageContext.path, {
    ...query,
    page: undefined,
    search: undefined,
    level: next.name,
    [level.parameter]: String(id),
  })
  return html`<a href="${link}">${name}</a>`
}
