import { html } from 'hono/html'
import { changesMax, proposeChanges } from '../../../shared/operations/connector/propose_changes.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { instant, money, platformName } from '../parts/format.ts'
import { areaField, formError, mayDo, ownForm } from '../parts/forms.ts'
import type { PageContext } from '../page_context.ts'
import { changeInWords } from '../pages/proposals.ts'
import { budgetBelowSpend } from './evidence.ts'
import type { Line, PlanPage, Scenario } from './shown_plan.ts'

export const tooManyChanges = `A plan is saved with at most ${changesMax} changed campaigns. Clear the fields of some, and compute it again.`

/** The form that saves a proposal for each changed campaign, with what it proposes. */
export function saveForm(
  { pageContext, horizon, entered, planned, refused }: PlanPage,
  { data, meta }: Scenario,
): Markup {
  if (!mayDo(pageContext, proposeChanges)) {
    return html`<p class="note">An analyst, admin or owner of this brand can save the plan as proposals.</p>`
  }
  const changed = data.filter(({ is_changed }) => is_changed)
  if (changed.length > changesMax) return html`<p class="note">${tooManyChanges}</p>`
  const many = changed.length === 1 ? 'one proposal' : `${changed.length} proposals`
  // Only the operation decides which budgets are many times the present one.
  const isLarge = refused?.error.reason === 'is_many_times_the_present_budget' || refused?.form.has('confirm')
  return html`
    <details class="ask plan-save" ${refused ? 'open' : ''}>
      <summary>Save as ${many}</summary>
      <form
        class="form"
        method="post"
        action="${pageContext.path}/proposals"
        data-saves-plan="The fields above have changed. Compute the plan again before you save it."
      >
        ${ownForm(pageContext)} ${formError(refused, ['rationale'])}
        <input type="hidden" name="horizon_days" value="${horizon}" />
        ${planned ? html`<input type="hidden" name="anomaly_id" value="${planned.anomaly.id}" />` : ''}
        ${entered.map(({ field, text }) => html`<input type="hidden" name="${field}" value="${text}" />`)}
        <p>
          A budget changes by the same percentage as the spend, and is at least the planned spend. A proposal waits for
          a decision of an admin or owner. An approval changes nothing at the platform: the agent or person that manages
          the campaign makes the change.
        </p>
        <ul>
          ${changed.map((line) => {
            const { platform, campaign, current_daily_spend, daily_budget, proposed_daily_budget: budget } = line
            const below = budgetBelowSpend(line, meta)
            return html`<li>
              ${platformName(platform)}, <bdi>${campaign.name ?? campaign.id}</bdi>: daily budget
              ${daily_budget === null ? `of ${money(budget, meta)}, now ${money(current_daily_spend, meta)} spent` : `from ${money(daily_budget, meta)} to ${money(budget, meta)}`}
              ${below === null ? '' : html`<br /><span class="quiet">${below}</span>`}
              ${approvedNote(line, pageContext)}
            </li>`
          })}
        </ul>
        ${areaField({ label: 'Reason', name: 'rationale', requirement: true, attributes: html`maxlength="4000" rows="3"`, refused })}
        ${
          isLarge
            ? html`<label class="pick"
                ><input type="checkbox" name="confirm" value="true" required /> I checked the amounts that are many
                times the present budget.</label
              >`
            : ''
        }
        <p class="note" role="status"></p>
        <div class="buttons"><button class="primary slim">Save ${many}</button></div>
      </form>
    </details>
  `
}

/** An approved proposal of the campaign whose change the platform does not report yet. */
function approvedNote({ approved_proposal: approved }: Line, pageContext: PageContext): Markup | string {
  if (approved === null) return ''
  const { id, from, to, decided_at } = approved
  return html`<br /><span class="quiet"
      ><a href="/console/proposals/${id}">A proposal</a> (${changeInWords({ kind: 'budget', from, to }, pageContext)})
      was approved, ${instant(decided_at, pageContext.brand?.timezone)}. The platform still reports the budget before
      it.</span
    >`
}
