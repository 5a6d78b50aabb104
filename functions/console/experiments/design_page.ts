import { html } from 'hono/html'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { addDays } from '../../../shared/calendar/days.ts'
import type { experimentPreview } from '../../../shared/operations/analytics/experiment_preview.ts'
import { createExperiment } from '../../../shared/operations/analytics/create_experiment.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { distinctNames } from '../charts/distinct_names.ts'
import type { PageContext, Refused, Result } from '../page_context.ts'
import { fact } from '../parts/fact.ts'
import { count, days, percent, platformName } from '../parts/format.ts'
import { errorOf, fieldError, formError, mayDo, ownForm, selectField, textField } from '../parts/forms.ts'
import { importState } from '../parts/notices.ts'
import { changedPlanScript } from '../plan/changed_plan_script.ts'
import { eventNotes } from './calendar.ts'
import type { Design } from './design.ts'
import { guide } from './list_page.ts'
import { adsOf, amount, designOf, partOfUsual } from './shown_experiment.ts'
import { costs, overlapNotes, verdict } from './stakes.ts'
import type { Campaigns } from './shown_experiment.ts'

export interface DesignPage {
  pageContext: PageContext
  design: Design
  /** What the design can detect. Null for a design that is refused. */
  preview: Result<typeof experimentPreview> | null
  refused: Refused | undefined
  today: string
  platforms: readonly string[]
  campaigns: Campaigns
}

const noPlatform = new ApiError('data_not_ready', 'No ad platform has reported yet, so there are no ads to switch.')

type Previewed = NonNullable<Result<typeof experimentPreview>['body']>

/** The inputs whose errors are beside their fields. */
const inputs = ['name', 'platform', 'campaign_ids', 'starts_on', 'pairs', 'block_days', 'washout_days', 'metric']

export function designPage(page: DesignPage): Markup {
  const { pageContext, preview, platforms } = page
  return html`
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        <li><a href="/console/brands/${pageContext.brand?.id}/experiments">Experiments</a></li>
        <li><span aria-current="page">New</span></li>
      </ol>
    </nav>
    <header class="heading">
      <div>
        <h1>Plan an experiment</h1>
        <p class="quiet">
          The ads are on in one block of each pair and off in the other, in random order. Nothing is stored before you
          save the plan, and nothing is changed at a platform.
        </p>
      </div>
    </header>
    ${
      platforms.length === 0
        ? importState(noPlatform, pageContext, 'a report of an ad platform')
        : html`${designForm(page)}
          ${preview === null ? '' : preview.body ? previewed(page, preview.body) : importState(preview.error, pageContext, 'the orders of the shop')}`
    }
    <p class="note">${guide}</p>
  `
}

/** The form of the design. It changes nothing, so it is a GET. */
function designForm({ pageContext, design, refused, today, platforms, campaigns }: DesignPage): Markup {
  const number = (label: string, name: 'pairs' | 'block_days' | 'washout_days', bounds: string) =>
    textField({
      label: `${label} (${bounds})`,
      name,
      value: design[name],
      attributes: html`inputmode="numeric" maxlength="3" required`,
      refused,
    })
  // A platform that is refused stays selected beside its error.
  const offered = platforms.includes(design.platform) ? platforms : [...platforms, design.platform]
  return html`<form
    class="form settings"
    method="get"
    data-computes-plan
    action="/console/brands/${pageContext.brand?.id}/experiments/new"
  >
    ${formError(refused, inputs)}
    ${selectField({ label: 'Platform', name: 'platform', options: offered.map((value) => ({ value, text: platformName(value) })), selected: design.platform, refused })}
    ${textField({
      label: 'First day',
      name: 'starts_on',
      value: design.starts_on,
      attributes: html`type="date" required min="${addDays(today, 1)}" max="${addDays(today, 366)}"`,
      refused,
    })}
    ${selectField({
      label: 'Outcome that decides',
      name: 'metric',
      options: [
        { value: 'orders', text: 'Orders' },
        { value: 'revenue', text: 'Revenue' },
      ],
      selected: design.metric,
      refused,
    })}
    ${number('Pairs of blocks', 'pairs', '6 to 60')} ${number('Days of a block', 'block_days', '2 to 28')}
    ${number('Days not counted after a switch', 'washout_days', '0 to 27')}
    ${campaignChoice(campaigns, design, refused)}
    <input type="hidden" name="name" value="${design.name}" />
    <div class="buttons"><button class="secondary slim">Compute what it can detect</button></div>
  </form>`
}

function campaignChoice(campaigns: Campaigns, design: Design, refused: Refused | undefined): Markup | string {
  const offered = campaigns.map(({ id, platform }) => `${platform}/${id}`)
  // A chosen campaign is shown although it has no spend in the days of the list.
  const others = design.campaigns.filter((campaign) => !offered.includes(campaign))
  if (offered.length + others.length === 0) return ''
  const names = distinctNames(campaigns)
  const error = errorOf(refused, 'campaign_ids')
  const box = (value: string, text: string) =>
    html`<label class="pick"
      ><input type="checkbox" name="campaign" value="${value}" ${design.campaigns.includes(value) ? 'checked' : ''} />
      <span><bdi>${text}</bdi> <span class="quiet">${platformName(value.split('/')[0] ?? '')}</span></span></label
    >`
  return html`<details class="whole-line" ${design.campaigns.length > 0 || error ? 'open' : ''}>
    <summary>
      ${design.campaigns.length === 0 ? 'All ads of the platform. Choose campaigns instead' : 'Campaigns'}
    </summary>
    ${fieldError('form-campaign-error', error)}
    <fieldset class="pick-list picks" ${error ? html`aria-describedby="form-campaign-error"` : ''}>
      <legend>Campaigns to switch, of one platform</legend>
      ${campaigns.map((_, index) => box(offered[index] ?? '', names[index] ?? ''))}
      ${others.map((value) => box(value, value.slice(value.indexOf('/') + 1)))}
    </fieldset>
    <p class="note">
      The list has the campaigns with the most spend in the last 90 days. Leave all empty to switch all ads of the
      platform.
    </p>
  </details>`
}

/** What the design can detect, and the form that saves it. */
function previewed(
  page: DesignPage,
  { plan, stakes, overlaps, events, starts_on, ends_on, currency }: Previewed,
): Markup {
  const { pageContext, design, refused } = page
  const numbers = { currency }
  return html`<section class="power" aria-labelledby="power">
    <h2 id="power">What this plan can detect</h2>
    ${overlapNotes(overlaps, `/console/brands/${pageContext.brand?.id}/experiments`)} ${verdict(stakes, design.metric)}
    <dl class="tiles">
      ${plan.effects.map((effect) =>
        fact(
          `Smallest effect on ${effect.metric}${effect.metric === design.metric ? ' (decides)' : ''}`,
          effect.detectable === null
            ? html`<data>–</data> <span class="quiet">Not known</span>`
            : html`<data value="${effect.detectable}">${amount(effect.detectable, effect.metric, numbers)}</data>
                <span class="quiet">a day${partOfUsual(effect, numbers)}</span>`,
        ),
      )}
      ${fact('Power', html`<data value="${plan.power}">${percent(plan.power)}</data> <span class="quiet">chance to find such an effect, at a level of ${percent(1 - plan.level)}</span>`)}
      ${fact('Days', html`<data value="${plan.days}">${count(plan.days)}</data> <span class="quiet">${days(starts_on, ends_on)}</span>`)}
    </dl>
    <p class="note">
      An effect that is smaller will probably not be found. More pairs find smaller effects and take longer. The numbers
      are those of ${days(plan.history_from, plan.history_to)}.
    </p>
    ${costs(stakes, numbers)} ${eventNotes(events)} ${saveForm(pageContext, design, refused)}
  </section>`
}

/** The form that saves the design whose power the page shows. */
function saveForm(pageContext: PageContext, design: Design, refused: Refused | undefined): Markup {
  if (!mayDo(pageContext, createExperiment)) {
    return html`<p class="note">An analyst, admin or owner of this brand can save the plan.</p>`
  }
  const { name, campaigns, ...fields } = design
  const campaign_ids = campaigns.length === 0 ? null : campaigns
  const { pairs, block_days } = design
  return html`<form
    class="form"
    method="post"
    action="/console/brands/${pageContext.brand?.id}/experiments"
    data-saves-plan="The form above has changed. Compute what it can detect before you save it."
  >
    ${ownForm(pageContext)}
    <p>
      Saves the plan to switch ${adsOf({ platform: design.platform, campaign_ids })} in
      ${designOf({ pairs: Number(pairs), block_days: Number(block_days) })}. The order of the blocks is drawn when it is
      saved.
    </p>
    ${textField({ label: 'Name', requirement: true, name: 'name', value: name, attributes: html`maxlength="200" placeholder="${platformName(design.platform)} off"`, refused })}
    ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}
    ${campaigns.map((campaign) => html`<input type="hidden" name="campaign" value="${campaign}" />`)}
    <div class="buttons"><button class="primary slim">Save the plan</button></div>
    <p class="note" role="status"></p>
    ${changedPlanScript('/console')}
  </form>`
}
