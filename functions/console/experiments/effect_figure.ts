import { scaleLinear } from 'd3-scale'
import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { figure } from '../charts/figure.ts'
import { levelOf } from './conclusion.ts'
import { amount, plannedEffect, signedAmount } from './shown_experiment.ts'
import type { Effect, Experiment, Metric } from './shown_experiment.ts'

interface EffectFigure {
  metric: Metric
  /** Whether the experiment was planned for this outcome. */
  decides: boolean
  effect: Effect
  plan: Experiment['plan']
  currency: string
}

const height = 84
const middle = 34

/** The effect a day with its interval on a line with 0, and the effect that the plan could detect. */
export function effectFigure({ metric, decides, effect, plan, currency }: EffectFigure): Markup {
  const { per_day, lower, upper, off_per_day } = effect
  const numbers = { currency }
  const detectable = plannedEffect(plan, metric)?.detectable ?? null
  const marks = [0, lower, upper, per_day, ...(detectable === null ? [] : [detectable])]
  // Numbers at the ends need room.
  const x = scaleLinear([Math.min(...marks), Math.max(...marks, Math.min(...marks) + 1e-9)], [9, 91])
  const at = (value: number) => `${x(value).toFixed(1)}%`
  const number = (value: number, y: number, text = signedAmount(value, metric, numbers)) =>
    html`<text class="tick middle" x="${at(value)}" y="${y}">${text}</text>`
  const level = levelOf(effect)
  const title = `Effect on ${metric} a day${decides ? '' : ' (does not decide)'}`
  return figure({
    title,
    summary: `${title}: ${signedAmount(per_day, metric, numbers)}, ${level} ${signedAmount(lower, metric, numbers)} to ${signedAmount(upper, metric, numbers)}. Without the ads: ${amount(off_per_day, metric, numbers)} a day.`,
    height,
    drawing: html`
      <line class="axis" x1="0" x2="100%" y1="${middle}" y2="${middle}" />
      <line class="goal" x1="${at(0)}" x2="${at(0)}" y1="${middle - 16}" y2="${middle + 16}" />
      <rect
        class="band80"
        x="${at(lower)}"
        y="${middle - 8}"
        width="${(x(upper) - x(lower)).toFixed(1)}%"
        height="16"
        rx="2"
      />
      ${detectable === null ? '' : html`<line class="detectable" x1="${at(detectable)}" x2="${at(detectable)}" y1="${middle - 12}" y2="${middle + 12}" />`}
      <circle class="alone" cx="${at(per_day)}" cy="${middle}" r="5" />
      ${number(per_day, middle - 20)} ${number(lower, middle + 28)} ${number(upper, middle + 28)}
      <text class="tick middle" x="${at(0)}" y="${middle + 44}">0</text>
    `,
    legend: [
      ['key-interval', level],
      ['key-goal', 'no effect'],
      ...(detectable === null
        ? []
        : ([
            ['key-detectable', `smallest effect that the plan can detect (${amount(detectable, metric, numbers)})`],
          ] as const)),
    ],
    table: html`<table data-metric="effect-${metric}">
      <thead>
        <tr>
          <th scope="col">Of ${metric}</th>
          <th scope="col" class="number">Value</th>
        </tr>
      </thead>
      <tbody>
        ${(
          [
            ['Effect a day', per_day],
            [`${level}, from`, lower],
            [`${level}, to`, upper],
          ] as const
        ).map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="number"><data value="${value}">${signedAmount(value, metric, numbers)}</data></td>
            </tr>`,
        )}
        <tr>
          <th scope="row">A day without the ads</th>
          <td class="number"><data value="${off_per_day}">${amount(off_per_day, metric, numbers)}</data></td>
        </tr>
        <tr>
          <th scope="row">p value</th>
          <td class="number"><data value="${effect.p_value}">${effect.p_value.toFixed(3)}</data></td>
        </tr>
      </tbody>
    </table>`,
  })
}
