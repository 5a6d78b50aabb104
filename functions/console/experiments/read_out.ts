import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { barsHeight, drawBars } from '../charts/bars.ts'
import { figure } from '../charts/figure.ts'
import { fact } from '../parts/fact.ts'
import { count, formatShort, formatValue, instant, percent, platformName, words } from '../parts/format.ts'
import type { Unit } from '../parts/format.ts'
import { conclusion, incomplete, levelOf } from './conclusion.ts'
import { effectFigure } from './effect_figure.ts'
import type { Experiment, ExperimentPage, Interval, ReadOut } from './shown_experiment.ts'

type Calibration = NonNullable<ReadOut['calibration']>
type Compared = Calibration['revenue']

/** The read-out of an ended experiment: in words, as intervals, as cost, and beside what the platform claims. */
export function readOut({ pageContext, shown }: ExperimentPage, result: ReadOut): Markup {
  const { experiment, currency } = shown
  const { metric, result_at_end } = experiment
  const now = conclusion(result, metric, { currency })
  const then = result_at_end === null ? now : conclusion(result_at_end, metric, { currency })
  const missing = incomplete(result, experiment)
  const zone = pageContext.brand?.timezone
  return html`
    <h2>Result</h2>
    <p class="sentence">${now}</p>
    ${missing === null ? '' : html`<p class="note">${missing}</p>`}
    ${
      then === now
        ? ''
        : html`<p class="note">
            Orders or reports have changed since. At the end, ${instant(result_at_end?.as_of, zone)}, it was: ${then}
          </p>`
    }
    ${result.orders === null ? '' : costs(result, currency)} ${charts(experiment, result, currency)}
  `
}

function costs(
  { cost_per_incremental_order: cost, incremental_roas: roas, spend, orders }: ReadOut,
  currency: string,
): Markup {
  const level = orders === null ? '' : levelOf(orders)
  const { on_per_day, off_per_day } = spend
  return html`<dl class="tiles">
    ${fact('Cost per incremental order', estimate(cost, 'money', currency, level))}
    ${fact('Incremental ROAS', estimate(roas, 'multiple', currency, level))}
    ${fact(
      'Spend a day with the ads',
      html`<data value="${on_per_day ?? ''}">${formatValue(on_per_day, 'money', { currency })}</data>
        <span class="quiet"
          >without them ${off_per_day === null ? 'not known' : formatValue(off_per_day, 'money', { currency })}</span
        >`,
    )}
  </dl>`
}

/** A number with its interval, or that it is not known: the notes of the page say why. */
function estimate(interval: Interval | null, unit: Unit, currency: string, level: string): Markup {
  if (interval === null) return html`<data>–</data> <span class="quiet">Not known. <a href="#notes">Why</a></span>`
  const text = (value: number | null) => formatValue(value, unit, { currency })
  return html`<data value="${interval.value}">${text(interval.value)}</data>
    <span class="quiet">${level}: ${text(interval.lower)} to ${text(interval.upper)}</span>`
}

function charts({ metric, plan, platform }: Experiment, result: ReadOut, currency: string): Markup | string {
  const { orders, revenue, calibration } = result
  if (orders === null || revenue === null) return ''
  const drawn = (
    [
      ['orders', orders],
      ['revenue', revenue],
    ] as const
  ).toSorted(([one]) => (one === metric ? -1 : 1))
  return html`<div class="charts">
    ${drawn.map(
      ([name, effect]) =>
        html`<div>${effectFigure({ metric: name, decides: name === metric, effect, plan, currency })}</div>`,
    )}
    ${
      calibration === null
        ? html`<p class="note across">
            What the platform claims is not known, because its reports do not cover both blocks of any pair.
          </p>`
        : html`<div class="across">${comparison(calibration, platform, currency, levelOf(orders))}</div>`
    }
  </div>`
}

/** Claimed, attributed and incremental side by side: revenue as bars, and both as a table. */
function comparison(calibration: Calibration, platform: string, currency: string, level: string): Markup {
  const { days_on, model, revenue } = calibration
  const name = platformName(platform)
  const label = `Attributed (${words(model)})`
  const bars = [
    [`Claimed by ${name}`, revenue.claimed, 'compared'],
    [label, revenue.attributed, 'compared'],
    ['Incremental', revenue.incremental?.value ?? null, 'own'],
  ] as const
  const rows = bars.map(([label, value, className]) => ({
    label: value === null ? `${label}: not known` : label,
    bars:
      value === null
        ? []
        : [
            {
              className,
              value,
              label: formatShort(value, 'money', { currency }),
              title: formatValue(value, 'money', { currency }),
            },
          ],
  }))
  const title = `Revenue of ${count(days_on)} counted days with the ads`
  const columns = [`Claimed by ${name}`, label, 'Incremental', 'Incremental of claimed']
  return html`${figure({
      title,
      summary: `${title}: claimed, attributed and incremental. The table below has all values.`,
      height: barsHeight(rows),
      drawing: drawBars(rows),
    })}
    <div class="scroll compared-values" role="region" tabindex="0" aria-label="Claimed, attributed and incremental">
      <table data-metric="compared">
        <thead>
          <tr>
            <th scope="col">On these days</th>
            ${columns.map((text) => html`<th scope="col" class="number">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${comparedRow('Revenue', revenue, 'money', currency, level)}
          ${comparedRow('Orders', calibration.orders, 'count', currency, level)}
        </tbody>
      </table>
    </div>
    ${beyond(calibration, currency)}`
}

function comparedRow(name: string, compared: Compared, unit: Unit, currency: string, level: string): Markup {
  const { claimed, attributed, incremental, incremental_per_claimed: share } = compared
  const known = (value: number | null) =>
    html`<td class="number"><data value="${value ?? ''}">${formatValue(value, unit, { currency })}</data></td>`
  const withInterval = (interval: Interval | null, text: (value: number | null) => string) =>
    html`<td class="number">
      <data value="${interval?.value ?? ''}">${text(interval?.value ?? null)}</data>
      ${interval === null ? '' : html`<span class="delta">${level}: ${text(interval.lower)} to ${text(interval.upper)}</span>`}
    </td>`
  return html`<tr>
    <th scope="row">${name}</th>
    ${known(claimed)} ${known(attributed)}
    ${withInterval(incremental, (value) => formatValue(value, unit, { currency }))}
    ${withInterval(share, (value) => percent(value, 1))}
  </tr>`
}

/** What all platforms claim beyond the orders of the brand, if it is known. */
function beyond({ orders, revenue }: Calibration, currency: string): Markup | string {
  const { claimed_beyond_orders: more } = orders
  if (more === null || more <= 0) return ''
  const amount = revenue.claimed_beyond_orders
  const money = amount === null || amount <= 0 ? '' : ` and ${formatValue(amount, 'money', { currency })} of revenue`
  return html`<p class="note">
    All platforms together claim ${formatValue(more, 'count', { currency })} orders${money} more than the shop had on
    these days. At least so much is claimed twice or was no order.
  </p>`
}
