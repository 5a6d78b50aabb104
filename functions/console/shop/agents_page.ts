import { html } from 'hono/html'
import type { z } from 'zod'
import type { agents } from '../../../shared/operations/commerce/agents.ts'
import type { queries } from '../../../shared/operations/storefront/queries.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { barsHeight, drawBars } from '../charts/bars.ts'
import { figure } from '../charts/figure.ts'
import type { PageContext } from '../page_context.ts'
import { address, choices } from '../parts/choices.ts'
import { fact } from '../parts/fact.ts'
import { count, day, instant, percent } from '../parts/format.ts'
import { beyondEnd, emptyState, pager } from '../parts/notices.ts'

type Asked = z.output<(typeof queries)['output']>
type Counts = Pick<Asked, 'requests' | 'without_results'>

interface AgentsPage {
  pageContext: PageContext
  asked: Asked
  known: z.output<(typeof agents)['output']>
  /** The parameters of the page that select rows. `results` is null for queries without results. */
  query: { results: 'all' | null; platform: string | undefined; date: string | undefined }
}

export function agentsPage(page: AgentsPage): Markup {
  const { asked } = page
  return html`
    <header class="heading">
      <div>
        <h1>Agents</h1>
        <p class="quiet">What shopping agents asked your shop in the last 7 days, and what they did not find.</p>
      </div>
    </header>
    ${
      asked.requests === 0
        ? emptyState(
            null,
            html`No agent asked this shop in the last 7 days. Agents find a shop by its manifest; the settings of the
              <a href="/console/brands/${page.pageContext.brand?.id}/settings/storefront">storefront</a> show whether it
              is published.`,
          )
        : html`<dl class="tiles">
              ${fact('Requests', html`<data value="${asked.requests}">${number(asked, asked.requests)}</data>`)}
              ${fact(
                'Nothing found',
                html`<data value="${asked.without_results}">${number(asked, asked.without_results)}</data>
                  <span class="quiet">${percent(asked.without_results / asked.requests, 1)} of requests</span>`,
              )}
            </dl>
            ${queryList(page)}
            <div class="charts">
              <div>${byDay(page)}</div>
              <div>${byPlatform(page)}</div>
            </div>`
    }
    ${verified(page)}
  `
}

/** A number of requests. An estimate is marked. */
function number({ is_estimate }: Asked, value: number): string {
  return `${is_estimate ? 'about ' : ''}${count(value)}`
}

function queryList({ pageContext, asked, query }: AgentsPage): Markup {
  const { path } = pageContext
  const { page, total_pages } = asked.pagination
  const filters = [query.platform, query.date && day(query.date)].filter(Boolean).join(', ')
  return html`
    <h2 id="queries">${query.results === null ? 'Searches without results' : 'All searches'}</h2>
    <div class="toolbar">
      ${choices('Results', path, query.results, [
        { value: null, text: 'Nothing found', query: { ...query, results: null } },
        { value: 'all' as const, text: 'All', query: { ...query, results: 'all' } },
      ])}
      ${
        filters === ''
          ? ''
          : html`<span
              ><bdi>${filters}</bdi>
              <a href="${address(path, { results: query.results })}">Show all days and platforms</a></span
            >`
      }
    </div>
    ${
      asked.queries.length === 0
        ? (beyondEnd(path, page, total_pages, query) ??
          emptyState(
            null,
            query.results === null ? 'Every search with words found something.' : 'No search has words.',
          ))
        : html`<div class="scroll" role="region" tabindex="0" aria-label="Searches">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Words</th>
                    <th scope="col" class="number">Requests</th>
                    <th scope="col" class="number">Nothing found</th>
                    <th scope="col">Platforms</th>
                    <th scope="col">Last asked</th>
                  </tr>
                </thead>
                <tbody>
                  ${asked.queries.map(
                    ({ words, requests, without_results, platforms, last_asked_at }) =>
                      html`<tr>
                        <th scope="row">
                          <a href="${address(path.replace(/\/agents$/, '/catalog'), { q: words })}"
                            ><bdi>${words}</bdi></a
                          >
                        </th>
                        <td class="number">${number(asked, requests)}</td>
                        <td class="number">${number(asked, without_results)}</td>
                        <td><bdi>${platforms.join(', ')}</bdi></td>
                        <td class="whole">${instant(last_asked_at, pageContext.brand?.timezone)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
            <p class="note">
              A link repeats the search in the catalog.
              ${asked.is_estimate ? 'Requests are sampled, so that their numbers are estimates.' : ''}
            </p>`
    }
    ${pager(path, page, total_pages, query)}
  `
}

function byDay({ pageContext, asked, query }: AgentsPage): Markup {
  const rows = asked.days.map(({ date, ...counts }) => ({ label: day(date), bars: bars(asked, counts) }))
  return figure({
    title: 'By day',
    summary: `Requests and requests without results on ${asked.days.length} days. The table below has all values.`,
    height: barsHeight(rows),
    drawing: drawBars(rows),
    legend: [
      ['key-spent', 'requests'],
      ['key-projected', 'nothing found'],
    ],
    table: countsTable(
      'Day',
      asked,
      asked.days.map(({ date, ...counts }) => ({
        name: html`<a href="${address(pageContext.path, { ...query, date, page: null })}#queries">${day(date)}</a>`,
        ...counts,
      })),
    ),
  })
}

function bars(asked: Asked, { requests, without_results }: Counts) {
  return [
    { className: 'spent', value: requests, title: `Requests: ${number(asked, requests)}` },
    { className: 'projected', value: without_results, title: `Nothing found: ${number(asked, without_results)}` },
  ].map((bar) => ({ ...bar, label: count(bar.value) }))
}

function byPlatform({ pageContext, asked, query }: AgentsPage): Markup {
  return html`
    <h2>By platform</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="By platform">
      ${countsTable(
        'Platform',
        asked,
        asked.platforms.map(({ platform, ...counts }) => ({
          name: html`<a href="${address(pageContext.path, { ...query, platform })}#queries"><bdi>${platform}</bdi></a>`,
          ...counts,
        })),
      )}
    </div>
    <p class="note">The platform is what an agent states about itself. It is not verified.</p>
  `
}

function countsTable(name: string, asked: Asked, rows: readonly (Counts & { name: Markup })[]): Markup {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${name}</th>
        <th scope="col" class="number">Requests</th>
        <th scope="col" class="number">Nothing found</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, requests, without_results }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td class="number">${number(asked, requests)}</td>
            <td class="number">${number(asked, without_results)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function verified({ pageContext, known }: AgentsPage): Markup {
  return html`
    <h2>Verified agents</h2>
    ${
      known.agents.length === 0
        ? html`<p class="quiet">No agent signed its requests (RFC 9421, Web Bot Auth).</p>`
        : html`<div class="scroll" role="region" tabindex="0" aria-label="Verified agents">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Agent</th>
                    <th scope="col" class="number">Requests in 7 days</th>
                    <th scope="col" class="number">Negotiations</th>
                    <th scope="col" class="number">Orders</th>
                    <th scope="col" class="number">Completed</th>
                    <th scope="col" class="number">Expired</th>
                    <th scope="col" class="number">Disputes</th>
                    <th scope="col" class="number">Score</th>
                    <th scope="col">Last seen</th>
                  </tr>
                </thead>
                <tbody>
                  ${known.agents.map(
                    (agent) =>
                      html`<tr>
                        <th scope="row"><bdi>${agent.agent}</bdi></th>
                        <td class="number">${count(agent.requests)}</td>
                        <td class="number">${count(agent.negotiations)}</td>
                        <td class="number">${count(agent.orders)}</td>
                        <td class="number">${count(agent.completed)}</td>
                        <td class="number">${count(agent.expired)}</td>
                        <td class="number">${count(agent.disputes)}</td>
                        <td class="number">${agent.score ?? '–'}</td>
                        <td class="whole">${instant(agent.last_seen_at, pageContext.brand?.timezone)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
            <p class="note">
              Negotiations, orders and disputes of the last 365 days. The score is trust from 0 to 100 by completed
              orders; it needs five completed or expired orders.
              ${known.pagination.has_more ? `These are the latest ${known.agents.length} of ${count(known.pagination.total)} agents.` : ''}
            </p>`
    }
  `
}
