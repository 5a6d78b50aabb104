import { html } from 'hono/html'
import type { z } from 'zod'
import { createExperiment } from '../../../shared/operations/analytics/create_experiment.ts'
import type { experiments } from '../../../shared/operations/analytics/experiments.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { statusChoices } from '../parts/choices.ts'
import { day, days, words } from '../parts/format.ts'
import { mayDo } from '../parts/forms.ts'
import { beyondEnd, emptyState, pager } from '../parts/notices.ts'
import { conclusion } from './conclusion.ts'
import { adsOf, designOf, detectableOf, nextSwitchOf, stateBadge } from './shown_experiment.ts'
import type { Experiment } from './shown_experiment.ts'

export type Listed = z.output<(typeof experiments)['output']>

export interface ListPage {
  pageContext: PageContext
  found: Listed
  status: string | null
  page: number
  pages: number
}

const statuses = ['planned', 'running', 'ended', 'canceled']

export function listPage({ pageContext, found, status, page, pages }: ListPage): Markup {
  const { path } = pageContext
  const isEmpty = found.data.length === 0
  return html`
    <header class="heading">
      <div>
        <h1>Experiments</h1>
        <p class="quiet">
          What ads cause, measured by days without them. You switch the ads at the platform: Vitrine changes nothing
          there.
        </p>
      </div>
      ${isEmpty && status === null ? '' : statusChoices(path, status, statuses)}
    </header>
    ${isEmpty && status === null ? '' : html`<div class="toolbar">${planLink(pageContext)}</div>`}
    ${
      isEmpty
        ? (beyondEnd(path, page, pages, { status }) ??
          (status === null ? purpose(pageContext) : emptyState(null, `No experiment is ${words(status)}.`)))
        : html`<ul class="cards">
            ${found.data.map((experiment) => card(experiment, pageContext, found))}
          </ul>`
    }
    ${pager(path, page, pages, { status })} ${isEmpty && status === null ? '' : html`<p class="note">${guide}</p>`}
  `
}

export const guide = html`<a href="/docs/guides/run_experiments">How to run an experiment</a>
  <a href="/docs/methods/lift">How it is measured</a>`

function planLink(pageContext: PageContext): Markup {
  return mayDo(pageContext, createExperiment)
    ? html`<a class="button primary slim" href="${pageContext.path}/new">Plan an experiment</a>`
    : html`<span class="note">An analyst, admin or owner of this brand can plan experiments.</span>`
}

/** What an experiment is for, and what it needs. */
function purpose(pageContext: PageContext): Markup {
  return html`<div class="empty">
    <p>
      Platforms claim orders that would also come without their ads. An experiment switches the ads of a platform off in
      some blocks of days, in random order, and measures how many orders they cause and what such an order costs.
    </p>
    <p>
      It needs the orders of the shop, of 70 days and 12 blocks before today (154 days for blocks of a week), the
      reports of the ad platform, and a person who switches the ads on the days of the calendar.
    </p>
    <div class="buttons">${planLink(pageContext)}</div>
    <p>${guide}</p>
  </div>`
}

function card(experiment: Experiment, { path }: PageContext, found: Listed): Markup {
  const { experiment_id, name, starts_on, ends_on } = experiment
  const next = nextSwitchOf(experiment, found.today)
  return html`<li id="${experiment_id}">
    <div class="card-head">
      <h2>
        <a href="${path}/${experiment_id}"><bdi>${name}</bdi></a>
      </h2>
      ${stateBadge(experiment)}
    </div>
    <p class="quiet">Switches ${adsOf(experiment)}, ${days(starts_on, ends_on)}, ${designOf(experiment)}.</p>
    <p class="quiet">${detectableOf(experiment, found)}</p>
    <p>${stateOf(experiment, found)} ${next ? html`<strong>${next}</strong>` : ''}</p>
  </li>`
}

/** The result of an ended experiment, or what is to be done next, in one sentence. */
function stateOf(experiment: Experiment, { today, currency }: Listed): string {
  const { status, starts_on, ends_on, metric, result_at_end: result } = experiment
  if (result !== null) return conclusion(result, metric, { currency })
  if (status === 'canceled') return 'It was canceled and has no result.'
  if (status === 'planned') {
    return today > starts_on
      ? `It was not started on its first day, ${day(starts_on)}.`
      : `It is to be started on ${day(starts_on)} at the latest.`
  }
  return today > ends_on
    ? 'All blocks are over. End it to read the result.'
    : `There is no result before it is ended. Its last day is ${day(ends_on)}.`
}
