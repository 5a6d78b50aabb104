import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import { experimentWarnings } from '../../../shared/sentences/warnings/experiments.ts'
import { badge } from '../parts/badge.ts'
import { day, days, money } from '../parts/format.ts'
import type { Shown } from './shown_experiment.ts'

type Block = Shown['blocks'][number]

/** The latest block on or before a day at whose first day people switch the ads. Undefined before the first one. */
export function presentSwitch(blocks: readonly Block[], today: string): Block | undefined {
  return blocks.findLast(({ is_switch, first_on }) => is_switch && first_on <= today)
}

type Events = Shown['events']

/** The warning of the holidays and promotions in the days of an experiment. */
export function eventNotes(events: Events): Markup | string {
  return events.length === 0
    ? ''
    : html`<p class="warnings"><bdi>${experimentWarnings.experiment_contains_events({ events }, page)}</bdi></p>`
}

/** The names of the holidays and promotions in a block. */
function eventNames(events: Events, { first_on, last_on }: Block): Markup | string {
  const names = events.filter(({ date_from, date_to }) => date_from <= last_on && date_to >= first_on)
  return names.length === 0
    ? ''
    : html`<br /><span class="quiet"><bdi>${names.map(({ name }) => name).join(', ')}</bdi></span>`
}

/** The calendar of an experiment: what to do on which day, and what the platform reports that was spent. */
export function calendar({ blocks, events, experiment, today, currency }: Shown): Markup {
  // A block that was not over when the experiment was closed has no spend that counts.
  const end = experiment.closed_on ?? today
  const isOpen = experiment.status === 'planned' || experiment.status === 'running'
  return html`<h2>Calendar</h2>
    <p class="note calendar-note">
      Switch the ads at the platform at the beginning of the day. The spend is the mean of the counted days, as the
      platform reports it. A block counts as off if its spend is at most 10 % of the usual spend of the on blocks, and
      as on if it is at least 50 %.
    </p>
    <div class="scroll" role="region" tabindex="0" aria-label="Calendar of the experiment">
      <table data-metric="calendar">
        <thead>
          <tr>
            <th scope="col">Days</th>
            <th scope="col">Ads</th>
            ${isOpen ? html`<th scope="col">To do on the first day</th>` : ''}
            <th scope="col">Counted from</th>
            <th scope="col" class="number">Spend a day</th>
            <th scope="col">As planned</th>
          </tr>
        </thead>
        <tbody>
          ${blocks.map((block, index) => {
            const { first_on, last_on, counted_from, state, is_switch, spend_per_day, as_planned } = block
            const isNow = isOpen && first_on <= today && today <= last_on
            return html`<tr ${isNow ? html`class="now-row" aria-current="date"` : ''}>
              <th scope="row">
                ${days(first_on, last_on)}${isNow ? html` <span class="quiet">today</span>` : ''}${eventNames(events, block)}
              </th>
              <td>${badge(state === 'on' ? 'on' : 'paused', state)}</td>
              ${
                !isOpen
                  ? ''
                  : is_switch
                    ? html`<td>${index === 0 && state === 'on' ? 'Have the ads on' : `Switch ${state}`}</td>`
                    : html`<td class="quiet">Leave ${state}</td>`
              }
              <td class="whole">${day(counted_from)}</td>
              <td class="number"><data value="${spend_per_day ?? ''}">${money(spend_per_day, { currency })}</data></td>
              ${compliance(as_planned, last_on >= end)}
            </tr>`
          })}
        </tbody>
      </table>
    </div>`
}

/** Whether the spend of a block agrees with its state. A block that is not over, or was not at the end, has none. */
function compliance(as_planned: Block['as_planned'], isToCome: boolean): Markup {
  if (as_planned === null) return html`<td class="quiet">${isToCome ? 'Not over' : 'Not known'}</td>`
  return as_planned ? html`<td>Yes</td>` : html`<td class="bad">No</td>`
}
