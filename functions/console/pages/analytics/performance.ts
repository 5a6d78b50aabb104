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
import { count, formatValue, heading } from '../../parts/format.ts'
import type { Named } from '../../charts/distinct_names.ts'
import { menu } from '../../parts/menu.ts'
import { beyondEnd, emptyState, missingDaysFootnote, missingDaysMark, notes, pager } from '../../parts/notices.ts'
import { numbersToCome, readingBanner } from '../../parts/reading.ts'
import { hiddenFields, reach, viewMenus } from '../../parts/view.ts'
import type { Query } from '../../parts/view.ts'
import { entityCharts, measuresOf } from './entity_charts.ts'
import type { EntitySeries } from './entity_charts.ts'
import { accountOf, nameOf, nameOfEntity, placeOfRow } from './entity_names.ts'
import type { Row } from './entity_names.ts'
import { levelWithin, levels } from './levels.ts'
import type { Level } from './levels.ts'
import { searchForm } from '../../parts/forms.ts'

type Found = z.output<(typeof breakdown)['output']>
type Definition = z.output<(typeof metricDefinitions)['output']>['data'][number]

export interface PerformancePage {
  pageContext: PageContext
  query: Query
  found: Result<typeof breakdown>
  definitions: readonly Definition[]
  view: z.output<(typeof view)['output']>
  /** The days of the opened entity. Null if none is opened. */
  series: EntitySeries | null
  rowsOfPage: number
}

const defaultMetrics = defaultMetricNames.join(',')

export function performancePage(page: PerformancePage): Markup {
  const { pageContext, query, found } = page
  if (!found.body) {
    return html`<header class="heading"><h1>Performance</h1></header>
      ${numbersToCome(found.error, page.view.unread, pageContext)}`
  }
  const { body } = found
  const { path } = pageContext
  const [at, pages] = [Number(query.page ?? 1), Math.ceil(body.meta.total_rows / page.rowsOfPage)]
  const to = (changes: Query) => address(path, { ...query, page: undefined, ...changes })
  return html`
    <header class="heading">
      <div>
        <h1>Performance</h1>
        <p class="quiet">${reach(body)}</p>
      </div>
    </header>
    <div class="toolbar">
      ${viewMenus({ path, query, shown: body, platforms: page.view.platforms, campaigns: campaignsOf(page, body) })}
      ${columnsMenu(page)}
      <a class="button secondary slim" href="${address(`${path}.csv`, { ...query, page: undefined })}">Download CSV</a>
      ${searchForm({
        action: path,
        name: 'search',
        value: query.search,
        label: 'Search names',
        placeholder: 'Name or id',
        lengthMax: 200,
        kept: hiddenFields(query, ['search', 'page']),
      })}
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
    ${readingBanner(page.view.unread, pageContext)} ${charts(page, body)}
    ${
      body.data.length === 0
        ? (beyondEnd(path, at, pages, { ...query }) ?? emptyRows(query, body, to))
        : html`${table(page, body)} ${pager(path, at, pages, { ...query })}`
    }
    ${missingDaysFootnote(body.data)} ${notes(body.meta.warnings, page.series?.reported.body?.meta.warnings)}
  `
}

/** The campaigns of the menu, and the selected one, which is not among them if others have a higher spend. */
function campaignsOf(page: PerformancePage, { data: [row] }: Found): Named[] {
  const {
    query,
    view: { campaigns },
  } = page
  const id = query.campaign_ids
  if (id === undefined || row === undefined || campaigns.some((campaign) => campaign.id === id)) return campaigns
  if (String(row.campaign_id) !== id) return campaigns
  return [...campaigns, { id, name: String(row.campaign_name ?? id), ...accountOf(page.view, row) }]
}

/** Removes the parameters that select rows of this level or below it. */
function withoutParents(level: string): Query {
  const own = levels.findIndex(({ name }) => name === level)
  return Object.fromEntries(levels.slice(own).map(({ parameter }) => [parameter, undefined]))
}

function emptyRows(query: Query, { level }: Found, to: (changes: Query) => string): Markup {
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
function crumbs(page: PerformancePage, { data }: Found): Markup | string {
  const { pageContext, query } = page
  const selected = levels.filter(({ parameter }) => query[parameter] !== undefined)
  if (selected.length === 0) return ''
  const top = {
    ...query,
    page: undefined,
    search: undefined,
    account_ids: undefined,
    campaign_ids: undefined,
    adset_ids: undefined,
    ad_ids: undefined,
  }
  const links = selected.map((level, index) => {
    const ids = query[level.parameter] as string
    const kept = Object.fromEntries(selected.slice(0, index + 1).map((each) => [each.parameter, query[each.parameter]]))
    const text = ids.includes(',') ? ids : nameOfEntity(page.view, { level, id: ids }, data[0])
    return { text, link: address(pageContext.path, { ...top, level: levelWithin(level).name, ...kept }) }
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
                    >${placeOfRow(page.view, row, level)}${
                      row.campaign_status ? `, ${statusOfCampaign(String(row.campaign_status))}` : ''
                    }${row.partial ? html` ${missingDaysMark()}` : ''}</span
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

/** The charts of the opened entity. */
function charts(page: PerformancePage, { data, compared }: Found): Markup | string {
  const { series, definitions, query } = page
  if (series === null) return ''
  const [row] = data
  const { entity } = series
  return entityCharts({
    series,
    name: nameOfEntity(page.view, entity, row),
    place: row === undefined ? '' : placeOfRow(page.view, row, entity.level),
    compared,
    measures: measuresOf(query).flatMap((name) => definitions.find((definition) => definition.name === name) ?? []),
  })
}

/** The name of a row. It opens the entity: its chart, and the rows of the next level. */
function nameCell(page: PerformancePage, row: Row, level: Level): Markup {
  const { pageContext, query } = page
  const name = html`<bdi>${nameOf(page.view, row, level)}</bdi>`
  const id = row[`${level.key}_id`]
  if (!id || query[level.parameter] === String(id)) return name
  const link = address(pageContext.path, {
    ...query,
    page: undefined,
    search: undefined,
    level: levelWithin(level).name,
    [level.parameter]: String(id),
  })
  return html`<a href="${link}">${name}</a>`
}
