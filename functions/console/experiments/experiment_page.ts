import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { fact } from '../parts/fact.ts'
import { day, days, instant, percent, platformName } from '../parts/format.ts'
import { alert, notes, notice } from '../parts/notices.ts'
import { calendar, eventNotes } from './calendar.ts'
import { guide } from './list_page.ts'
import { adsLeftOff, nextStep } from './next_step.ts'
import { readOut } from './read_out.ts'
import { amount, designOf, partOfUsual, plannedEffect, stateBadge } from './shown_experiment.ts'
import type { Experiment, ExperimentPage, Shown } from './shown_experiment.ts'

/** The values of `done` that have a notice. */
export const experimentNotices = {
  planned: 'The plan is saved. The calendar below says when to switch the ads.',
  running: 'The start is recorded. Switch the ads as the calendar says.',
  ended: 'The experiment is ended.',
  canceled: 'The experiment is canceled.',
}

export function experimentPage(page: ExperimentPage): Markup {
  const { pageContext, shown, done, refused } = page
  const { experiment, result, meta } = shown
  const list = `/console/brands/${pageContext.brand?.id}/experiments`
  const happened = refused ? undefined : experimentNotices[done as keyof typeof experimentNotices]
  const left = adsLeftOff(shown)
  return html`
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        <li><a href="${list}">Experiments</a></li>
        <li>
          <span aria-current="page"><bdi>${experiment.name}</bdi></span>
        </li>
      </ol>
    </nav>
    <header class="heading">
      <div>
        <h1><bdi>${experiment.name}</bdi> ${stateBadge(experiment)}</h1>
        <p class="quiet">${ads(shown)}, ${days(experiment.starts_on, experiment.ends_on)}</p>
      </div>
    </header>
    ${alert(refused?.error)} ${notice(happened && `${happened} ${left}`.trim())}
    ${left && !happened ? html`<p class="warnings">${left}</p>` : ''} ${nextStep(page)}
    ${result === null ? '' : readOut(page, result)}
    <h2>Plan</h2>
    ${planned(experiment, shown.currency)} ${calendar(shown)}
    ${result === null ? eventNotes(shown.events) : notes(meta.warnings)} ${record(page)}
    <p class="note">${guide}</p>
  `
}

/** What is switched, with the names of campaigns as far as they are known. */
function ads({ experiment: { platform }, campaigns }: Shown): Markup {
  if (campaigns === null) return html`All ads of ${platformName(platform)}`
  return html`${platformName(platform)}:
  ${campaigns.map(({ id, name }, index) => html`${index === 0 ? '' : ', '}<bdi>${name ?? id}</bdi>`)}`
}

function planned({ plan, metric, washout_days, ...design }: Experiment, currency: string): Markup {
  const effect = plannedEffect(plan, metric)
  return html`<dl class="row plan-facts">
    ${fact('Design', designOf(design))}
    ${fact('Left out of each block', washout_days === 0 ? 'No day' : washout_days === 1 ? 'Its first day' : `Its first ${washout_days} days`)}
    ${fact('Outcome that decides', metric === 'orders' ? 'Orders' : 'Revenue')}
    ${fact(
      'Smallest effect that it can detect',
      typeof effect?.detectable === 'number'
        ? `${amount(effect.detectable, metric, { currency })} a day${partOfUsual(effect, { currency })}`
        : 'Not known',
    )}
    ${fact('Power', percent(plan.power))}
  </dl>`
}

/** When people recorded what. */
function record({ pageContext, shown }: ExperimentPage): Markup {
  const { created_at, started_at, closed_at, status } = shown.experiment
  const zone = pageContext.brand?.timezone
  const closed = closed_at === null ? '' : ` ${status === 'ended' ? 'Ended' : 'Canceled'} ${instant(closed_at, zone)}.`
  return html`<p class="note">
    Planned
    ${instant(created_at, zone)}.${started_at === null ? '' : ` Start recorded ${instant(started_at, zone)}.`}${closed}
    ${shown.data_through === null ? 'No orders are known.' : `Orders are known through ${day(shown.data_through)}.`}
  </p>`
}
