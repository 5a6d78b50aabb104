import { html } from 'hono/html'
import type { attribution } from '../../../shared/operations/console/attribution.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Result, PageContext } from '../page_context.ts'
import { barsHeight, drawBars } from './bars.ts'
import { drawnNote, figure, middle, small } from './figure.ts'
import { money, formatShort } from '../parts/format.ts'
import { importState, warnings } from '../parts/notices.ts'

type Attributed = NonNullable<Result<typeof attribution>['body']>

const channelsMax = 8

export function attributionFigure(
  { body, error }: Result<typeof attribution>,
  pageContext: PageContext,
  days: number,
): Markup {
  const title = 'Revenue of orders by channel, under two models'
  if (error) {
    return html`<h2>${title}</h2>
      ${importState(error, pageContext, 'the orders of the store and their journeys')}`
  }
  const { own, compared, models } = body
  const label = (name: string) => models.find(({ model }) => model === name)?.label ?? name
  const rows = own.channels.slice(0, channelsMax).map(({ channel, attributed_value }) => ({
    label: channel,
    bars: [bar('own', attributed_value, own.currency), bar('compared', compared.channels[channel] ?? 0, own.currency)],
  }))
  const height = Math.max(20, barsHeight(rows))
  return html`
    ${
      rows.length === 0
        ? html`<h2>${title}</h2>
            <p class="quiet">No order in this period has a known touchpoint.</p>`
        : figure({
            title,
            summary: `${title}: ${label(own.model)} (the model of the brand) and ${label(compared.model)}. The table below has all values.`,
            sizes: [
              { ...small, height },
              { ...middle, height },
            ],
            draw: (size) => drawBars(rows, size),
            legend: [
              ['key-own', `${label(own.model)} (model of the brand)`],
              ['key-compared', label(compared.model)],
            ],
            table: table(body, label),
          })
    }
    ${drawnNote(rows.length, own.channels.length, 'channels, by revenue')}
    <p class="note">
      ${money(own.unattributed.value, own)} of ${money(own.total, own)} belongs to orders without a known touchpoint and
      is not in the rows.
    </p>
    ${warnings(own.warnings)} ${comparison(body, pageContext, days)}
  `
}

function bar(className: string, value: number | null, currency: string) {
  return { className, value, label: value === null ? '–' : formatShort(value, 'money', { currency }) }
}

function comparison({ own, compared, models }: Attributed, { path }: PageContext, days: number): Markup {
  return html`
    <form class="line-form" method="get" action="${path}">
      <input type="hidden" name="days" value="${days}" />
      <label
        >Compare with
        <select name="compare">
          ${models
            .filter(({ model }) => model !== own.model)
            .map(
              ({ model, label }) =>
                html`<option value="${model}" ${model === compared.model ? 'selected' : ''}>${label}</option>`,
            )}
        </select></label
      >
      <button class="secondary slim">Compare</button>
    </form>
  `
}

function table({ own, compared }: Attributed, label: (model: string) => string): Markup {
  return html`
    <table data-metric="attribution">
      <caption class="unseen">
        Revenue of orders by channel
      </caption>
      <thead>
        <tr>
          <th scope="col">Channel</th>
          <th scope="col" class="number">${label(own.model)}</th>
          <th scope="col" class="number">${label(compared.model)}</th>
        </tr>
      </thead>
      <tbody>
        ${own.channels.map(({ channel, attributed_value }) => {
          const other = compared.channels[channel] ?? 0
          return html`<tr>
            <th scope="row"><bdi>${channel}</bdi></th>
            <td class="number"><data value="${attributed_value ?? ''}">${money(attributed_value, own)}</data></td>
            <td class="number"><data value="${other}">${money(other, own)}</data></td>
          </tr>`
        })}
      </tbody>
    </table>
  `
}
