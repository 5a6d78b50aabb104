import { html } from 'hono/html'
import type { targets } from '../../../shared/operations/analytics/targets.ts'
import type { budgets } from '../../../shared/operations/connector/budgets.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Result, PageContext } from '../page_context.ts'
import { barsHeight, drawBars } from './bars.ts'
import { drawnNote, figure } from './figure.ts'
import { distinctNames } from './distinct_names.ts'
import { day, money, percent, formatShort, words } from '../parts/format.ts'
import { importState } from '../parts/notices.ts'

export type Paced = NonNullable<Result<typeof budgets>['body']>
export type Targets = NonNullable<Result<typeof targets>['body']>

/** The spend of the month beside the budget of the whole brand, and its projection with the interval. Campaigns have no interval. */
function brandPace({ body }: Result<typeof targets>, { brand }: PageContext): Markup | string {
  if (body === null) return ''
  const { budget, spend_to_date, projected_end_of_period, pacing_percent, status } = body.brand
  const link = html`<a href="/console/brands/${brand?.id}/settings/targets">Targets and budgets</a>`
  const pace =
    pacing_percent === null ? '' : `, ${percent(pacing_percent / 100, 1)} of the budget: ${words(status ?? '')}`
  const spend =
    spend_to_date === null
      ? ''
      : html`Whole brand: spend
        ${money(spend_to_date, body)}${body.data_through === null ? '' : ` through ${day(body.data_through)}`},
        projected ${money(projected_end_of_period, body)}${intervalOf(body)}${pace}.`
  const goal =
    budget === null
      ? 'No budget of the whole brand is set for this month. Campaigns without a budget of their own have the daily budgets of their platform.'
      : `Budget of the month: ${money(budget, body)}.`
  const sums =
    spend === ''
      ? ''
      : 'The projections of the campaigns follow their own weekdays and need not add up to that of the whole brand.'
  return html`<p class="note">${spend} ${sums} ${goal} ${link}</p>`
}

function intervalOf({ brand: { projected_low, projected_high }, ...numbers }: Targets): string {
  return projected_low === null || projected_high === null
    ? ''
    : ` (80% interval ${money(projected_low, numbers)} to ${money(projected_high, numbers)})`
}

export function pacingFigure(
  { body, error }: Result<typeof budgets>,
  pageContext: PageContext,
  isFiltered: boolean,
  set: Result<typeof targets>,
): Markup {
  const title = 'Budget pacing this month'
  if (error) {
    return html`<h2>${title}</h2>
      ${importState(error, pageContext, 'a report of an ad platform')}`
  }
  const { currency } = body.meta
  const bar = (className: string, value: number | null, title: string) => ({
    className,
    value,
    label: value === null ? '–' : formatShort(value, 'money', { currency }),
    title,
  })
  const names = distinctNames(body.data)
  const rows = body.data.slice(0, 8).map((row, index) => {
    // The mark has no room for a number, so the text of each bar states the budget.
    const of = row.budget ? ` of ${money(row.budget, body.meta)}` : ''
    return {
      label: names[index] as string,
      bars: [
        bar('spent', row.spend_to_date, `Spend: ${money(row.spend_to_date, body.meta)}${of}`),
        bar(
          'projected',
          row.projected_end_of_period,
          `Projected: ${money(row.projected_end_of_period, body.meta)}${of}`,
        ),
      ].filter(({ value }) => value !== null),
      goal: row.budget || null,
    }
  })
  const hasBudget = body.data.some(({ budget }) => budget !== null)
  return html`
    ${
      rows.length === 0
        ? html`<h2>${title}</h2>
            <p class="quiet">No campaign has spend this month.</p>`
        : figure({
            title,
            summary: `${title}: spend to date and projected spend at the end of the month, for ${rows.length} of ${body.total} campaigns. The table below has all values.`,
            height: barsHeight(rows),
            drawing: drawBars(rows),
            legend: [
              ['key-spent', `spend in ${body.days_elapsed} of ${body.days_in_month} days`],
              ['key-projected', 'projected for the month'],
              ...(rows.some(({ goal }) => goal !== null)
                ? ([['key-goal', 'budget, set in Settings or daily at the platform']] as const)
                : []),
            ],
            table: table(body, names),
          })
    }
    ${drawnNote(rows.length, body.total, 'campaigns, by spend', body.data.length)} ${brandPace(set, pageContext)}
    ${
      hasBudget || rows.length === 0
        ? ''
        : html`<p class="note">
            The imported reports contain no daily budgets. Import reports with a budget column to see pacing.
          </p>`
    }
    ${isFiltered ? html`<p class="note">Budgets are those of all campaigns, without the filters of this page.</p>` : ''}
  `
}

function table({ data, meta }: Paced, names: readonly string[]): Markup {
  const cell = (value: number | null) =>
    html`<td class="number"><data value="${value ?? ''}">${money(value, meta)}</data></td>`
  return html`
    <table data-metric="budgets">
      <caption class="unseen">
        Budget pacing
      </caption>
      <thead>
        <tr>
          <th scope="col">Campaign</th>
          <th scope="col" class="number">Budget</th>
          <th scope="col" class="number">Spend</th>
          <th scope="col" class="number">Projected</th>
          <th scope="col" class="number">Pacing</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        ${data.map(
          (row, index) =>
            html`<tr>
              <th scope="row"><bdi>${names[index]}</bdi></th>
              ${cell(row.budget)}${cell(row.spend_to_date)}${cell(row.projected_end_of_period)}
              <td class="number">${percent(row.pacing_percent === null ? null : row.pacing_percent / 100, 1)}</td>
              <td>${row.status ? words(row.status) : '–'}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  `
}
