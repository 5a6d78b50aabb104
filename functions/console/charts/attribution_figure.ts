import { html } from 'hono/html'
import type { attributionComparison } from '../../../shared/operations/analytics/attribution_comparison.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Result, PageContext } from '../page_context.ts'
import { barsHeight, drawBars } from './bars.ts'
import { drawnNote, figure } from './figure.ts'
import { channelName, formatShort, money } from '../parts/format.ts'
import { importState } from '../parts/notices.ts'

export type Attributed = NonNullable<Result<typeof attributionComparison>['body']>
type Row = Attributed['data'][number]

const rowsMax = 8

/** The revenue of orders by channel or campaign under two models, as a chart with a table. */
export function attributionFigure(
  { body, error }: Result<typeof attributionComparison>,
  pageContext: PageContext,
): Markup {
  if (error) {
    return html`<h2>Revenue of orders by channel, under two models</h2>
      ${importState(error, pageContext, 'the orders of the store and their journeys')}`
  }
  const { data, level, meta } = body
  const title = `Revenue of orders by ${level}, under two models`
  const [own, compared] = [labelOf(body, body.model), labelOf(body, body.compared_model)]
  const bar = (className: string, model: string, value: number) => ({
    className,
    value,
    label: formatShort(value, 'money', meta),
    title: `${model}: ${money(value, meta)}`,
  })
  const rows = data.slice(0, rowsMax).map((row) => ({
    label: nameOf(row, level),
    bars: [bar('own', own, row.attributed.revenue), bar('compared', compared, row.compared.revenue)],
  }))
  return html`
    ${
      rows.length === 0
        ? html`<h2>${title}</h2>
            <p class="quiet">
              ${body.total.revenue === null ? 'No orders are known for this period.' : 'No order in this period has a known touchpoint.'}
            </p>`
        : figure({
            title,
            summary: `${title}: ${own} and ${compared}. The table below has all values.`,
            height: barsHeight(rows),
            drawing: drawBars(rows),
            legend: [
              ['key-own', `${own}${isOwn(body) ? ' (model of the brand)' : ''}`],
              ['key-compared', compared],
            ],
            table: table(body),
          })
    }
    ${drawnNote(rows.length, meta.total_rows, `${level}s, by revenue`, data.length)}
    ${
      body.total.revenue === null
        ? ''
        : html`<p class="note">
            ${pageContext.view.platform ? 'Of all platforms: ' : ''}${money(body.unattributed.revenue, meta)} of
            ${money(body.total.revenue, meta)} belongs to orders without a known touchpoint and is not in the rows.
          </p>`
    }
  `
}

export function labelOf({ models }: Attributed, name: string): string {
  return models.find(({ model }) => model === name)?.label ?? name
}

function isOwn({ models, model }: Attributed): boolean {
  return models.some((each) => each.is_own && each.model === model)
}

/** The names of the levels, as titles of columns and lists. */
export const levelNames: Record<Attributed['level'], { one: string; several: string }> = {
  channel: { one: 'Channel', several: 'Channels' },
  campaign: { one: 'Campaign', several: 'Campaigns' },
  ad: { one: 'Ad', several: 'Ads' },
  creative: { one: 'Creative', several: 'Creatives' },
}

/** The name of a row within its channel. Null if the touchpoints name none, and for a channel. */
export function nameWithin(row: Row, level: Attributed['level']): string | null {
  return level === 'channel' ? null : row[level]
}

/** The name of a row with its channel, or its channel. */
function nameOf(row: Row, level: Attributed['level']): string {
  const name = nameWithin(row, level)
  return name === null ? channelName(row.channel) : `${name} (${channelName(row.channel)})`
}

function table(body: Attributed): Markup {
  const { data, level, meta } = body
  const amount = (value: number | null) =>
    html`<td class="number"><data value="${value ?? ''}">${money(value, meta)}</data></td>`
  return html`
    <table data-metric="attribution">
      <caption class="unseen">
        Revenue of orders by ${level}
      </caption>
      <thead>
        <tr>
          <th scope="col">${levelNames[level].one}</th>
          <th scope="col" class="number">${labelOf(body, body.model)}</th>
          <th scope="col" class="number">${labelOf(body, body.compared_model)}</th>
        </tr>
      </thead>
      <tbody>
        ${data.map(
          (row) =>
            html`<tr>
              <th scope="row"><bdi>${nameOf(row, level)}</bdi></th>
              ${amount(row.attributed.revenue)} ${amount(row.compared.revenue)}
            </tr>`,
        )}
      </tbody>
    </table>
  `
}
