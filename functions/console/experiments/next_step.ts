import { html } from 'hono/html'
import { addDays, daysBetween } from '../../../shared/calendar/days.ts'
import { cancelExperiment } from '../../../shared/operations/analytics/cancel_experiment.ts'
import { endExperiment } from '../../../shared/operations/analytics/end_experiment.ts'
import { startExperiment } from '../../../shared/operations/analytics/start_experiment.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { day, platformName } from '../parts/format.ts'
import { confirmedForm, mayDo, ownForm } from '../parts/forms.ts'
import { presentSwitch } from './calendar.ts'
import { nextSwitchOf } from './shown_experiment.ts'
import type { ExperimentPage, Shown } from './shown_experiment.ts'

/** What a person must do next, and the forms that record what was done. None for a closed experiment. */
export function nextStep(page: ExperimentPage): Markup | string {
  const { shown, pageContext } = page
  const { status } = shown.experiment
  if (status === 'canceled') return html`<p class="sentence">It was canceled and has no result.</p>`
  if (status === 'ended') return ''
  const timezone = pageContext.brand?.timezone
  const next = nextSwitchOf(shown.experiment, shown.today)
  return html`<section class="panel next-step" aria-labelledby="next-step">
    <h2 id="next-step">Next step</h2>
    ${next ? html`<p><strong>${next}</strong></p>` : ''}
    <p>${instruction(shown)} ${status === 'running' ? `Days begin at midnight, ${timezone}.` : ''}</p>
    ${deviation(shown)}
    ${
      mayDo(pageContext, endExperiment)
        ? html`<div class="buttons">${forms(page)}</div>`
        : html`<p class="note">An analyst, admin or owner of this brand records the start and the end.</p>`
    }
  </section>`
}

/** What is to be done, and on which day. */
export function instruction({ experiment, today, blocks }: Shown): string {
  const { status, starts_on, ends_on, platform } = experiment
  const name = platformName(platform)
  if (status === 'planned') {
    if (today > starts_on) {
      return `The experiment was to be started on ${day(starts_on)}. Cancel it, and plan one with a later first day.`
    }
    const first = blocks[0]?.state === 'off' ? `Switch the ads off at ${name}` : `Keep the ads on at ${name}`
    return `${first} from ${day(starts_on)} on, and record the start at the latest on that day.`
  }
  if (today > ends_on) return 'All blocks are over. End the experiment to read the result.'
  if (today < starts_on) return `The first block begins on ${day(starts_on)}. The calendar says when to switch the ads.`
  const present = presentSwitch(blocks, today)
  const next = blocks.find(({ is_switch, first_on }) => is_switch && first_on > today)
  const now = `Today, ${day(today)}, the ads must be ${present?.state}.`
  return next
    ? `${now} Switch them ${next.state} at the beginning of ${day(next.first_on)}.`
    : `${now} The last block ends on ${day(ends_on)}: switch the ads back to normal after it.`
}

/** Says that the ads are still off because the experiment was closed during the off blocks of today. Empty otherwise. */
export function adsLeftOff({ experiment, today, blocks }: Shown): string {
  const { started_at, closed_on, ends_on } = experiment
  if (started_at === null || closed_on === null || today > ends_on) return ''
  const present = presentSwitch(blocks, today)
  const isLeftOff = present?.state === 'off' && present.first_on <= closed_on
  return isLeftOff ? "Switch the ads on again: today's block is off." : ''
}

/** Says how many blocks were not switched as planned, while a person can still correct the next ones. */
function deviation({ blocks }: Shown): Markup | string {
  const known = blocks.filter(({ as_planned }) => as_planned !== null).length
  const wrong = blocks.filter(({ as_planned }) => as_planned === false).length
  if (wrong === 0) return ''
  return html`<p class="warnings">
    ${wrong} of ${known} blocks with a known spend ${wrong === 1 ? 'was' : 'were'} not switched as planned. Such blocks
    count as planned, which moves the effect toward 0. Check the ads at the platform.
  </p>`
}

function forms({ pageContext, shown }: ExperimentPage): Markup {
  const { experiment, today } = shown
  const { status, starts_on, ends_on, experiment_id } = experiment
  const root = `/console/brands/${pageContext.brand?.id}/experiments/${experiment_id}`
  const mayStart = status === 'planned' && today <= starts_on && mayDo(pageContext, startExperiment)
  const isOver = today > ends_on
  return html`
    ${
      mayStart
        ? html`<form method="post" action="${root}/start">
            ${ownForm(pageContext)}<button class="primary slim">Record the start</button>
          </form>`
        : ''
    }
    ${
      status === 'running' && isOver
        ? html`<form method="post" action="${root}/end">
            ${ownForm(pageContext)}<button class="primary slim">End and read the result</button>
          </form>`
        : ''
    }
    ${
      status === 'running' && !isOver && today > starts_on
        ? confirmedForm({
            pageContext,
            action: `${root}/end`,
            summary: 'End early',
            question: endedEarly(shown),
            verb: 'End the experiment',
          })
        : ''
    }
    ${
      mayDo(pageContext, cancelExperiment)
        ? confirmedForm({
            pageContext,
            action: `${root}/cancel`,
            summary: 'Cancel',
            question:
              status === 'planned'
                ? 'A canceled experiment cannot be started. Plan another one instead.'
                : 'A canceled experiment has no result, also later. Switch the ads back to normal at the platform yourself.',
            verb: 'Cancel the experiment',
          })
        : ''
    }
  `
}

/** What an end before the last day means for the result. */
function endedEarly({ experiment: { starts_on, ends_on, pairs, block_days }, today }: Shown): string {
  const over = Math.floor(daysBetween({ date_from: starts_on, date_to: addDays(today, -1) }) / (2 * block_days))
  const counted = `${over} of ${pairs} pairs ${over === 1 ? 'is' : 'are'} over, and no other counts.`
  return over < 6
    ? `${counted} With fewer than 6 pairs there is no result. The last day is ${day(ends_on)}. An ended experiment cannot be continued.`
    : `${counted} The result is less precise than planned. The last day is ${day(ends_on)}. An ended experiment cannot be continued.`
}
