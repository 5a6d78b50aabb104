import { html } from 'hono/html'
import type { z } from 'zod'
import type { ApiError } from '../../../../shared/errors/api_error.ts'
import { view as offered } from '../../../../shared/operations/console/view.ts'
import { defaultPeriod } from '../../../../shared/schema/console/view.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext } from '../../page_context.ts'
import { errorOf, textField } from '../../parts/forms.ts'
import { hiddenFields, viewMenus } from '../../parts/view.ts'
import type { Query } from '../../parts/view.ts'

/** The operation that returns what the menus offer, and its days: the address has none that can be used. */
export { offered }
export const offeredDays = { period: defaultPeriod }

export interface WrongView {
  pageContext: PageContext
  title: string
  error: ApiError
  /** The parameters of the address as sent. */
  sent: URLSearchParams
  /** The address without the wrong parameters. */
  withoutWrong: string
  /** What the menus offer. */
  view: z.output<(typeof offered)['output']>
}

const dates = ['date_from', 'date_to'] as const
/** The pages that compare their days with others. */
const compared = /\/brands\/[\w-]+(\/performance)?$/

/** A page of a view whose address has a wrong value: its menus, and for wrong days their form with the entered ones. */
export function wrongViewPage({ pageContext, title, error, sent, withoutWrong, view }: WrongView): Markup {
  const { path } = pageContext
  const query = queryOf(new URL(withoutWrong, 'https://vitrine.invalid').searchParams)
  const { platforms, campaigns } = view
  const isOfDates = dates.some((name) => errorOf({ error, form: sent }, name) !== undefined)
  return html`
    <header class="heading"><h1>${title}</h1></header>
    <div class="toolbar">
      ${viewMenus({ path, query, shown: view, platforms, campaigns: query.campaign_ids === undefined ? [] : campaigns, isCompared: compared.test(path) })}
    </div>
    ${isOfDates ? daysForm(path, query, error, sent) : html`<p class="alert" role="alert">${error.message}</p>`}
    <p><a href="${withoutWrong}">Show the page without this value</a></p>
  `
}

/** The form of the days. A date that does not exist is not entered again, because the field of a browser cannot hold it. */
function daysForm(path: string, query: Query, error: ApiError, sent: URLSearchParams): Markup {
  const form = new URLSearchParams(dates.map((name) => [name, existing(sent.get(name) ?? '')]))
  return html`<form class="form" method="get" action="${path}">
    ${hiddenFields(query, ['period', ...dates, 'page'])}
    ${[
      ['From', 'date_from'],
      ['To', 'date_to'],
    ].map(([label = '', name = '']) =>
      textField({ label, name, requirement: true, attributes: html`type="date"`, refused: { error, form } }),
    )}
    <button class="primary slim">Show</button>
  </form>`
}

function existing(text: string): string {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
    ? text
    : ''
}

function queryOf(parameters: URLSearchParams): Query {
  return Object.fromEntries(parameters)
}
