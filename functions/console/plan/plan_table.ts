import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { money, platformName, signed } from '../parts/format.ts'
import type { Unit } from '../parts/format.ts'
import { fieldError } from '../parts/forms.ts'
import { emptyState } from '../parts/notices.ts'
import { fieldOf } from './entered_changes.ts'
import type { EnteredChange } from './entered_changes.ts'
import { changeInWords } from '../pages/proposals.ts'
import type { PageContext } from '../page_context.ts'
import type { Outcome, Proposed, Scenario } from './shown_plan.ts'

export interface PlanTable {
  pageContext: PageContext
  shown: Scenario
  /** The latest proposals, whose changes are stated. */
  proposed: readonly Proposed[]
  entered: readonly EnteredChange[]
  /** The amount that a plan for an anomaly begins with. It is not computed yet. */
  begun: EnteredChange | undefined
  errors: ReadonlyMap<string, string>
  /** The recommended amounts by field. */
  amounts: ReadonlyMap<string, number>
}

/** A page lists so many campaigns. The others are changed with their platform. */
const campaignsMax = 60

/** The platforms and their campaigns with the present spend, a field for the planned one, and its expected effect. */
export function planTable(table: PlanTable): Markup {
  const { shown, begun } = table
  if (shown.data.length === 0) return emptyState(null, 'No campaign has spent in the last 14 days.')
  // Changed campaigns are always listed.
  const small = new Set(
    shown.data
      .toSorted((one, other) => other.current_daily_spend - one.current_daily_spend)
      .slice(campaignsMax)
      .filter(({ platform, campaign, is_changed }) => !is_changed && fieldOf(platform, campaign.id) !== begun?.field),
  )
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="Spend of campaigns">
      <table class="performance plan stacked" data-metric="plan">
        <thead>
          <tr>
            <th scope="col">Platform and campaign</th>
            <th scope="col" class="number" id="planned">Planned</th>
            <th scope="col" class="number">Becomes</th>
            <th scope="col" class="number">Change of revenue in ${shown.horizon_days} days</th>
            <th scope="col" class="number">Change of conversions</th>
          </tr>
        </thead>
        ${shown.platforms.map(
          (sum) =>
            html`<tbody>
              ${platformRow(sum, table)}
              ${shown.data
                .filter((line) => line.platform === sum.platform && !small.has(line))
                .map((line) => campaignRow(line, table))}
            </tbody>`,
        )}
      </table>
    </div>
    ${
      small.size > 0
        ? html`<p class="note">
            ${small.size} campaigns with less spend are not listed. They change with their platform.
          </p>`
        : ''
    }
  `
}

function platformRow(sum: Scenario['platforms'][number], table: PlanTable): Markup {
  const { currency } = table.shown.meta
  const {
    platform,
    current_daily_spend: now,
    daily_spend: planned,
    campaigns_changed: changed,
    campaigns_known: known,
  } = sum
  const of = changed > 0 && known < changed ? `${known} of ${changed} campaigns` : undefined
  return html`<tr class="plan-platform">
    <th scope="row" id="${idOf(fieldOf(platform))}">
      ${platformName(platform)} <span class="plan-now">${money(now, { currency })} a day</span>
    </th>
    ${entry(fieldOf(platform), table)} ${changed > 0 ? becomes(planned, currency) : html`<td></td>`}
    ${
      changed > 0
        ? effects(sum, currency, of)
        : html`<td></td>
            <td></td>`
    }
  </tr>`
}

function campaignRow(line: Scenario['data'][number], table: PlanTable): Markup {
  const { platform, campaign, current_daily_spend: now, daily_spend: planned, is_changed, reason } = line
  const { currency } = table.shown.meta
  const field = fieldOf(platform, campaign.id)
  const recommended = table.amounts.get(field)
  return html`<tr>
    <th scope="row" id="${idOf(field)}">
      <bdi>${campaign.name ?? campaign.id}</bdi>
      <span class="plan-now"
        >${money(now, { currency })} a
        day${recommended === undefined ? '' : `, recommended ${money(recommended, { currency })}`}</span
      >
      ${is_changed ? line.open_proposals.map((id) => openProposal(id, table)) : ''}
    </th>
    ${entry(field, table)} ${is_changed ? becomes(planned, currency) : html`<td></td>`}
    ${
      reason !== null && line.conversions === null
        ? html`<td colspan="2" class="${is_changed ? 'plan-reason' : 'plan-reason quiet'}">
            ${is_changed ? 'No estimate: ' : ''}${reason}
          </td>`
        : is_changed
          ? effects(line, currency, reason ?? undefined)
          : html`<td></td>
              <td></td>`
    }
  </tr>`
}

/** A proposal for a planned campaign that waits. It can ask for less where the plan has more. */
function openProposal(id: string, { proposed, pageContext }: PlanTable): Markup {
  const known = proposed.find((proposal) => proposal.id === id)
  return html`<span class="plan-now"
    ><a href="/console/proposals/${id}">Open proposal</a
    >${known ? html`: ${changeInWords(known.change, pageContext)}` : ''}</span
  >`
}

function becomes(planned: number | null, currency: string): Markup {
  return html`<td class="number" data-label="Becomes">${money(planned, { currency })}</td>`
}

/** The field of a platform or campaign, with what was entered. */
function entry(field: string, { entered, begun, errors, amounts }: PlanTable): Markup {
  const given = [...entered, ...(begun ? [begun] : [])].find((change) => change.field === field)?.text ?? ''
  const error = errors.get(field)
  const errorId = `${idOf(field)}-error`
  return html`<td class="number" data-label="Planned">
    <input
      name="${field}"
      aria-labelledby="planned ${idOf(field)}"
      value="${given}"
      size="8"
      maxlength="20"
      autocomplete="off"
      ${amounts.has(field) ? html`placeholder="${amounts.get(field)}"` : ''}
      ${error ? html`aria-invalid="true" aria-describedby="${errorId}"` : ''}
      ${(errors.keys().next().value ?? begun?.field) === field ? html`autofocus` : ''}
    />
    ${fieldError(errorId, error)}
  </td>`
}

function effects(
  { revenue, conversions }: { revenue: Outcome; conversions: Outcome },
  currency: string,
  note: string | undefined,
): Markup {
  return html`${cell(revenue, { unit: 'money', label: 'Change of revenue' }, currency, note)}
  ${cell(conversions, { unit: 'count', label: 'Change of conversions' }, currency, note)}`
}

function cell(
  outcome: Outcome,
  { unit, label }: { unit: Unit; label: string },
  currency: string,
  note: string | undefined,
): Markup {
  const text = (value: number) => signed(value, unit, { currency })
  if (outcome === null)
    return html`<td class="number" data-label="${label}">–${note ? html`<span class="delta">${note}</span>` : ''}</td>`
  return html`<td class="number" data-label="${label}">
    <data value="${outcome.change}">${text(outcome.change)}</data>
    <span class="delta">${text(outcome.low)} to ${text(outcome.high)}</span>
    ${note ? html`<span class="delta">${note}</span>` : ''}
  </td>`
}

/** Returns an id of a field for attributes: they separate ids by spaces. */
function idOf(field: string): string {
  return encodeURIComponent(field)
}
