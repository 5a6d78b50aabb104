import { html } from 'hono/html'
import type { z } from 'zod'
import type { creatives } from '../../../../shared/operations/analytics/creatives.ts'
import type { view } from '../../../../shared/operations/console/view.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Result } from '../../page_context.ts'
import { badge } from '../../parts/badge.ts'
import { address } from '../../parts/choices.ts'
import { fact } from '../../parts/fact.ts'
import { change, count, day, formatValue, heading, platformName, words } from '../../parts/format.ts'
import { menu } from '../../parts/menu.ts'
import {
  beyondEnd,
  emptyState,
  importState,
  missingDaysFootnote,
  missingDaysMark,
  notes,
  pager,
} from '../../parts/notices.ts'
import { readingBanner } from '../../parts/reading.ts'
import { viewMenus, viewOf } from '../../parts/view.ts'
import type { Query } from '../../parts/view.ts'
import { entityAddress } from './levels.ts'

type Found = NonNullable<Result<typeof creatives>['body']>
export type Creative = Found['data'][number]

export interface CreativesPage {
  pageContext: PageContext
  query: Query
  view: z.output<(typeof view)['output']>
  found: Result<typeof creatives>
  creativesAPage: number
}

const formats = ['image', 'video', 'carousel', 'text', 'catalog']
const states: Record<string, string> = {
  fatigued: 'Fatigued',
  fatiguing: 'Fatiguing',
  stable: 'Stable',
  fresh: 'Fresh',
  insufficient_data: 'Too little data',
}
const sorts: [sort: string, order: 'asc' | 'desc', text: string][] = [
  ['spend', 'desc', 'Highest spend'],
  ['roas', 'desc', 'Highest ROAS'],
  ['roas', 'asc', 'Lowest ROAS'],
  ['ctr', 'desc', 'Highest click-through rate'],
  ['cpa', 'asc', 'Lowest CPA'],
]

export function creativesPage(page: CreativesPage): Markup {
  const { pageContext, query, view, found, creativesAPage } = page
  const { path } = pageContext
  const to = (changes: Query) => address(path, { ...query, page: undefined, ...changes })
  const { body } = found
  return html`
    <header class="heading">
      <div>
        <h1>Creatives</h1>
        <p class="quiet">
          ${
            body
              ? `${count(body.meta.total_rows)} creatives of ads with reports from ${day(body.date_from)} to ${day(body.date_to)}, ${body.meta.currency}, ${body.meta.timezone}.`
              : ''
          }
        </p>
      </div>
    </header>
    <div class="toolbar">
      ${viewMenus({ path, query, shown: view, platforms: view.platforms, campaigns: view.campaigns, isCompared: false })}
      ${menu({
        name: 'Format',
        current: query.format ? heading(query.format) : 'All formats',
        items: [undefined, ...formats].map((format) => ({
          text: format === undefined ? 'All formats' : heading(format),
          link: to({ format }),
          isCurrent: format === query.format,
        })),
      })}
      ${menu({
        name: 'Fatigue',
        current: query.status ? (states[query.status] as string) : 'All states',
        items: [undefined, ...Object.keys(states)].map((status) => ({
          text: status === undefined ? 'All states' : (states[status] as string),
          link: to({ status }),
          isCurrent: status === query.status,
        })),
        end: html`<p class="note">
          A creative is fatigued if its click-through rate of the last 7 days is significantly below that of its best 7
          days.
        </p>`,
      })}
      ${sortMenu(query, to)}
    </div>
    ${body ? html`${readingBanner(view.unread, pageContext)} ${wall(page, body)}` : nothingYet(page)}
    ${body ? pager(path, Number(query.page ?? 1), Math.ceil(body.meta.total_rows / creativesAPage), query) : ''}
  `
}

function sortMenu(query: Query, to: (changes: Query) => string): Markup {
  const [sort, order] = [query.sort ?? 'spend', query.order ?? 'desc']
  const current = sorts.find(([name, direction]) => name === sort && direction === order)
  return menu({
    name: 'Order',
    current: current?.[2] ?? `${heading(sort)}, ${order === 'asc' ? 'lowest first' : 'highest first'}`,
    items: sorts.map((choice) => ({
      text: choice[2],
      link: to({ sort: choice[0], order: choice[1] }),
      isCurrent: choice === current,
    })),
  })
}

/** In place of the creatives: the accounts that are being read, or else how to bring creatives in. */
function nothingYet({ pageContext, view, found }: CreativesPage): Markup {
  if (view.unread.length === 0) return importState(found.error, pageContext, 'ads and their creatives')
  return html`${readingBanner(view.unread, pageContext, creativesToCome)} ${emptyState(found.error, '')}`
}

const creativesToCome = 'Its creatives appear here when its ads are read.'

function wall({ pageContext, query, view, creativesAPage }: CreativesPage, body: Found): Markup {
  if (body.data.length === 0 && body.meta.total_rows === 0 && view.unread.length > 0) {
    return emptyState(
      null,
      'No creative of these days has been read yet. Creatives appear here when their ads are read.',
    )
  }
  if (body.data.length === 0) {
    const pages = Math.ceil(body.meta.total_rows / creativesAPage)
    const beyond = beyondEnd(pageContext.path, Number(query.page ?? 1), pages, query)
    if (beyond) return beyond
    return emptyState(
      null,
      'No creative has reports in these days with these filters. Creatives come with connected accounts and with the import of creatives.',
    )
  }
  return html`<ul class="wall">
      ${body.data.map((creative) => creativeCard(creative, body.meta, adsOf(creative, pageContext, query)))}
    </ul>
    ${missingDaysFootnote(body.data)} ${notes(body.meta.warnings)}`
}

/** The chart of the ad of a creative in Performance, or the table of its ads. An address has at most 100 ids. */
function adsOf({ ad_ids, platform }: Creative, { brand }: PageContext, query: Query): string {
  const ids = ad_ids.slice(0, 100).join(',')
  return entityAddress(`/console/brands/${brand?.id}`, 'ad', ids, { ...viewOf(query), platform })
}

/** A creative with its picture, fatigue and numbers. Its title is a link. */
export function creativeCard(creative: Creative, numbers: { currency: string }, link: string): Markup {
  const { name, platform, format, fatigue, ad_count, days_active, headline } = creative
  const value = (metric: string) => (creative[metric] ?? null) as number | null
  const title = name ?? headline ?? creative.creative_id
  return html`<li>
    ${picture(creative, title)}
    <div class="about">
      <div class="card-head">
        <h2>
          <a href="${link}"><bdi>${title}</bdi></a>
        </h2>
        ${badge(fatigue.state, states[fatigue.state] ?? words(fatigue.state))}
      </div>
      <p class="quiet">
        ${[platformName(platform), format ? heading(format) : null].filter(Boolean).join(', ')},
        ${ad_count === 1 ? '1 ad' : `${count(ad_count)} ads`},
        ${days_active === 1 ? '1 day' : `${count(days_active)} days`}${creative.partial ? html` ${missingDaysMark()}` : ''}
      </p>
      ${fatigue.since === null || fatigue.ctr_change_pct === null ? '' : html`<p class="${fatigue.state.startsWith('fatig') ? 'bad' : 'quiet'}">Click-through rate ${change(fatigue.ctr_change_pct / 100)} since ${day(fatigue.since)}</p>`}
      <dl class="row">
        ${fact('Spend', formatValue(value('spend'), 'money', numbers))}
        ${fact('Return', formatValue(value('roas'), 'multiple', numbers))}
        ${fact('Click-through', formatValue(value('ctr'), 'fraction', numbers))}
        ${fact('Per conversion', formatValue(value('cpa'), 'money', numbers))}
      </dl>
    </div>
  </li>`
}

/**
 * The picture of a creative, if this installation has it: pages load nothing from other sites. Otherwise the text of the ad, or
 * its initials, which are no picture of it.
 */
function picture({ thumbnail_url, headline, body, format }: Creative, title: string): Markup {
  if (thumbnail_url && /^\/(?!\/)/.test(thumbnail_url)) {
    return html`<img class="picture" src="${thumbnail_url}" alt="${title}" loading="lazy" width="400" height="300" />`
  }
  const text = headline ?? body
  return html`<div class="picture none">
    ${
      text
        ? html`<strong><bdi>${text}</bdi></strong>`
        : html`<span class="initials" aria-hidden="true">${initialsOf(title)}</span>`
    }
    <span class="quiet">${format === 'text' ? 'Text ad' : 'No picture here'}</span>
    ${
      thumbnail_url && thumbnail_url.startsWith('https:')
        ? html`<a href="${thumbnail_url}" rel="noreferrer noopener" target="_blank">Picture at the platform</a>`
        : ''
    }
  </div>`
}

function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => ([...word][0] as string).toUpperCase())
    .join('')
}
