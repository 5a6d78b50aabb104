import { html } from 'hono/html'
import type { z } from 'zod'
import type { attributionPreview } from '../../../../shared/operations/analytics/attribution_preview.ts'
import type { attributionSettings } from '../../../../shared/operations/analytics/attribution_settings.ts'
import { changeAttribution } from '../../../../shared/operations/console/change_attribution.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Refused, Result } from '../../page_context.ts'
import { change, channelName, day, formatValue, instant, money } from '../../parts/format.ts'
import { formError, isOutdated, mayDo, ownForm, selectField, textField, versionField } from '../../parts/forms.ts'
import { alert, importState, notice, warnings } from '../../parts/notices.ts'
import { settingsHeading } from './tabs.ts'

type Stated = z.output<(typeof attributionSettings)['output']>
type Preview = z.output<(typeof attributionPreview)['output']>
type Settings = Stated['settings']

export interface AttributionPage {
  pageContext: PageContext
  stated: Stated
  preview: Result<typeof attributionPreview>
  /** The settings of the address or of a refused form, with the version that they replace. Null if the page shows the stored ones. */
  chosen: URLSearchParams | null
  refused?: Refused | undefined
  done?: string | undefined
}

const numberFields = [
  ['click_days', 'Click window (days)', 1, 365],
  ['view_days', 'View window (days, 0 for none)', 0, 365],
  ['half_life_hours', 'Half-life of Time decay (hours)', 1, 8760],
] as const
const accountings = [
  ['accrual', 'On the day of its order'],
  ['cash', 'On its own day'],
] as const

/** The inputs of the settings. */
export const attributionFields = ['model', ...numberFields.map(([name]) => name), 'accounting'] as const

export function attributionPage(page: AttributionPage): Markup {
  const { pageContext, stated, preview, chosen, refused, done } = page
  const requested =
    'The change is requested. All orders are attributed again, which takes a minute or longer. The previous settings apply until then.'
  return html`
    ${settingsHeading(pageContext, 'How the value of orders is divided among the channels that led to them.')}
    ${isOutdated(refused) ? alert(refused.error) : ''}
    ${notice(done === 'requested' && stated.change ? requested : undefined)} ${changeNotice(stated, pageContext, done)}
    ${settingsForm(page)}
    ${
      preview.body
        ? comparison(preview.body, stated, chosen !== null, refused !== undefined)
        : importState(preview.error, pageContext, 'orders and journeys')
    }
    ${preview.body && chosen ? saveForm(page, preview.body) : ''}
    ${
      mayDo(pageContext, changeAttribution)
        ? ''
        : html`<p class="note">An admin or owner of this brand can change these settings.</p>`
    }
  `
}

/** Says what happened to the last requested change. */
function changeNotice({ change, models }: Stated, { brand }: PageContext, done: string | undefined): Markup | string {
  if (change === null) return ''
  const when = instant(change.requested_at, brand?.timezone)
  if (change.status === 'refused') {
    return html`<p class="alert" role="status">
      The change of ${when} was not applied, because the settings changed meanwhile or the journeys do not allow the
      model. Check the settings, and save again.
    </p>`
  }
  return done === 'requested'
    ? ''
    : html`<p class="notice" role="status">
        The change of ${when} is being applied: ${summary(change.settings, models)}. The settings below apply until
        then.
      </p>`
}

function summary(
  { model, click_days, view_days, half_life_hours, accounting }: Settings,
  models: Stated['models'],
): string {
  const label = models.find((each) => each.model === model)?.label ?? model
  const views = view_days === 0 ? 'no views' : `views ${days(view_days)}`
  return `${label}, clicks ${days(click_days)}, ${views}, half-life ${half_life_hours} h, ${accounting} accounting`
}

const days = (number: number) => (number === 1 ? '1 day' : `${number} days`)

/** The form of the preview. It changes nothing, so everyone may use it. */
function settingsForm({ pageContext, stated, chosen, refused }: AttributionPage): Markup {
  const entered = chosen ?? undefined
  return html`
    <form class="form settings" method="get" action="${pageContext.path}">
      ${refused?.error.code === 'invalid_request' ? formError(refused, attributionFields) : ''}
      ${versionField(stated.version, refused, entered)}
      ${selectField({
        label: 'Model',
        name: 'model',
        options: stated.models.map(({ model, label }) => ({ value: model, text: label })),
        selected: stated.settings.model,
        refused,
        entered,
      })}
      ${numberFields.map(([name, label, min, max]) =>
        textField({
          label,
          name,
          attributes: html`type="number" min="${min}" max="${max}" step="1"`,
          requirement: true,
          value: String(stated.settings[name]),
          refused,
          entered,
        }),
      )}
      ${selectField({
        label: 'A refund counts',
        name: 'accounting',
        options: accountings.map(([value, text]) => ({ value, text })),
        selected: stated.settings.accounting,
        refused,
        entered,
      })}
      <div class="buttons">
        <button class="secondary slim">Preview</button>
        ${chosen || refused ? html`<a href="${pageContext.path}">Discard</a>` : ''}
      </div>
    </form>
    <details class="form">
      <summary>How each model divides an order</summary>
      <dl class="rules">
        ${stated.models.map(
          ({ label, rule }) =>
            html`<dt>${label}</dt>
              <dd>${rule}</dd>`,
        )}
      </dl>
    </details>
  `
}

function comparison(preview: Preview, { models }: Stated, isChosen: boolean, isRefused: boolean): Markup {
  const { channels, stored, chosen } = preview
  const range = `${day(preview.date_from)} to ${day(preview.date_to)}`
  if (stored.total === null && chosen.total === null) {
    return html`<h2>Preview</h2>
      <p class="empty">There are no orders from ${range}.</p>`
  }
  const changed = (before: number | null, after: number | null) =>
    before === null || after === null || before === 0 ? null : (after - before) / before
  const cells = (before: number | null, after: number | null) => html`
    <td class="number">${money(before, preview)}</td>
    ${
      isChosen
        ? html`<td class="number">${money(after, preview)}</td>
            <td class="number">${change(changed(before, after))}</td>`
        : ''
    }
  `
  const roas = (before: number | null, after: number | null) => html`
    <td class="number">${formatValue(before, 'multiple', preview)}</td>
    ${isChosen ? html`<td class="number">${formatValue(after, 'multiple', preview)}</td>` : ''}
  `
  const name = isChosen ? 'now' : ''
  return html`
    <h2>${isChosen ? 'What changes' : isRefused ? 'Result of the stored settings' : 'Result of these settings'}</h2>
    <p class="quiet">
      Orders from
      ${range}${preview.partial ? `. Not all of these days are complete: data ends on ${day(preview.data_through)}` : ''}.
      ${isChosen ? html`Now: ${summary(stored, models)}. Chosen: ${summary(chosen, models)}.` : ''}
    </p>
    ${warnings(preview.warnings)}
    <div class="scroll" tabindex="0" role="region" aria-label="Attribution by channel">
      <table data-metric="attribution_preview">
        <thead>
          <tr>
            <th scope="col">Channel</th>
            <th scope="col" class="number">Revenue ${name}</th>
            ${
              isChosen
                ? html`<th scope="col" class="number">Revenue chosen</th>
                    <th scope="col" class="number">Change</th>`
                : ''
            }
            <th scope="col" class="number">ROAS ${name}</th>
            ${isChosen ? html`<th scope="col" class="number">ROAS chosen</th>` : ''}
          </tr>
        </thead>
        <tbody>
          ${channels.map(
            (row) =>
              html`<tr>
                <th scope="row"><bdi>${channelName(row.channel)}</bdi></th>
                ${cells(row.stored.revenue, row.chosen.revenue)} ${roas(row.stored.roas, row.chosen.roas)}
              </tr>`,
          )}
          <tr>
            <th scope="row">Without a touchpoint</th>
            ${cells(stored.unattributed, chosen.unattributed)} ${roas(null, null)}
          </tr>
          <tr>
            <th scope="row">Total</th>
            ${cells(stored.total, chosen.total)} ${roas(null, null)}
          </tr>
        </tbody>
      </table>
    </div>
  `
}

/** The form that saves the previewed settings, with the version of the settings that it replaces. */
function saveForm(
  { pageContext, stated, refused, chosen: form }: AttributionPage,
  { chosen }: Preview,
): Markup | string {
  if (!mayDo(pageContext, changeAttribution)) return ''
  if (stated.change?.status === 'pending') {
    return html`<p class="note">You can save when the requested change is applied.</p>`
  }
  const { model, click_days, view_days, half_life_hours, accounting } = chosen
  const fields = { model, click_days, view_days, half_life_hours, accounting }
  return html`
    <form class="buttons" method="post" action="${pageContext.path}">
      ${ownForm(pageContext)} ${versionField(stated.version, refused, form ?? undefined)}
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="primary slim">Save these settings</button>
    </form>
  `
}
