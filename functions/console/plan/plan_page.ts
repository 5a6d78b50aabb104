import { html } from 'hono/html'
import type { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import { changesMax } from '../../../shared/operations/connector/propose_changes.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { fact } from '../parts/fact.ts'
import { count, days, formatValue, money, signed } from '../parts/format.ts'
import type { Unit } from '../parts/format.ts'
import { alert, importState, notes } from '../parts/notices.ts'
import { fieldOf, plannedMax } from './entered_changes.ts'
import type { Result } from '../page_context.ts'
import type { Outcome, PlanPage, Recommendations, Scenario } from './shown_plan.ts'
import { changedPlanScript } from './changed_plan_script.ts'
import { anomalyNote, campaignOf, fieldOfLine, firstAmount } from './planned_anomaly.ts'
import { planTable } from './plan_table.ts'
import { saveForm } from './save_form.ts'

export function planPage(page: PlanPage): Markup {
  const { pageContext, computed, error } = page
  // The form of proposals shows its own error.
  const isPlanned = (computed.body?.totals.campaigns_changed ?? 0) > 0
  return html`
    <header class="heading">
      <div>
        <h1>Plan</h1>
        <p class="quiet">
          What another spend is expected to bring. Nothing is changed at a platform: save a plan as proposals.
        </p>
      </div>
    </header>
    ${error && !(page.refused && isPlanned) ? alert(error) : ''}
    ${computed.body ? planner(page, computed.body) : importState(computed.error, pageContext, 'a report of an ad platform')}
  `
}

function planner(page: PlanPage, shown: Scenario): Markup {
  const { pageContext, horizon, entered, errors, forecast, recommended, planned, proposed } = page
  const isPlanned = shown.totals.campaigns_changed > 0
  const amounts = recommendedAmounts(recommended.body)
  const line = planned ? campaignOf(planned, shown.data) : null
  const begun =
    planned && line && entered.length === 0
      ? { field: fieldOfLine(line), text: firstAmount(planned, line, recommended.body) }
      : undefined
  return html`
    ${planned ? anomalyNote(planned, line, `/console/brands/${pageContext.brand?.id}`) : ''}
    ${isPlanned ? totals(shown, forecast) : ''}
    <form method="get" action="${pageContext.path}" data-computes-plan>
      ${planned ? html`<input type="hidden" name="anomaly_id" value="${planned.anomaly.id}" />` : ''}
      <div class="toolbar">
        <div class="line-form plan-days">
          <label
            >Days
            <input name="horizon_days" type="number" min="7" max="90" required value="${horizon}" inputmode="numeric"
          /></label>
          <button class="primary slim">Compute</button>
        </div>
        ${
          amounts.size > 0 && amounts.size <= plannedMax
            ? html`<a class="button secondary slim" href="${recommendedPlan(pageContext.path, horizon, amounts)}"
                >Fill in the recommended amounts</a
              >`
            : ''
        }
        ${entered.length > 0 ? html`<a href="${pageContext.path}">Clear</a>` : ''}
      </div>
      ${
        amounts.size > changesMax
          ? html`<p class="note">
              The recommended amounts change ${count(amounts.size)} campaigns and keep the total only together. A plan
              is saved with at most ${changesMax} changed
              campaigns${amounts.size > plannedMax ? html`, and computed with at most ${plannedMax}` : ''}.
            </p>`
          : ''
      }
      <p class="note plan-help">
        The spend of a campaign is its mean of the last 14 days. Enter an amount a day, such as 150, or a change, such
        as +20 % or -10 %. A change of a platform applies to each of its campaigns, unless the campaign has its own.
      </p>
      ${planTable({ pageContext, shown, proposed, entered, begun, errors, amounts })}
    </form>
    ${isPlanned ? html`${saveForm(page, shown)} ${changedPlanScript('/console')}` : ''}
    ${notes(shown.meta.warnings, isPlanned ? forecast.body?.meta.warnings : [], amounts.size > 0 ? recommended.body?.meta.warnings : [])}
    ${experimentLinks(page, shown)}
  `
}

/** Links to the experiments that the notes name. Empty without one. */
function experimentLinks({ pageContext, experiments }: PlanPage, { date_from, date_to }: Scenario): Markup | string {
  const named = experiments.filter(
    ({ status, starts_on, ends_on }) =>
      (status === 'planned' || status === 'running') && starts_on <= date_to && ends_on >= date_from,
  )
  if (named.length === 0) return ''
  const list = `/console/brands/${pageContext.brand?.id}/experiments`
  return html`<p class="note">
    Experiments in these days:
    ${named.map(({ experiment_id, name }) => html`<a href="${list}/${experiment_id}"><bdi>${name}</bdi></a> `)}
  </p>`
}

/** The effect of the whole plan, beside the forecast of as many days. */
function totals({ totals, date_from, date_to, meta }: Scenario, forecast: Result<typeof forecasts>): Markup {
  const { campaigns_changed: changed, campaigns_known: known } = totals
  const total = forecast.body?.total
  const isWhole = known === changed
  const of = isWhole ? '' : ` of ${known} of ${changed} changed campaigns`
  return html`<dl class="tiles plan-totals">
      ${fact(
        'Spend',
        html`<data value="${totals.spend_change}">${signed(totals.spend_change ?? 0, 'money', meta)}</data>
          <span class="quiet"
            >${days(date_from, date_to)}${isWhole || known === 0 ? '' : `, ${signed(totals.known_spend_change ?? 0, 'money', meta)}${of}`}</span
          >`,
      )}
      ${fact(`Expected revenue${of}`, effect(totals.revenue, 'money', meta.currency))}
      ${totals.incremental_roas === null ? '' : fact(`Return on the changed spend${of}`, incrementalReturn(totals.incremental_roas, meta))}
      ${totals.profit === null ? '' : fact(`Expected profit${of}`, effect(totals.profit, 'money', meta.currency))}
      ${fact(`Expected conversions${of}`, effect(totals.conversions, 'count', meta.currency))}
      ${
        total
          ? fact(
              'Forecast revenue without the plan',
              html`<data value="${total.predicted_value}">${money(total.predicted_value, meta)}</data>
                <span class="quiet"
                  >As platforms report it, ${days(total.date_from, total.date_to)}.
                  ${
                    total.confidence_interval
                      ? `80% interval: ${money(total.confidence_interval.low, meta)} to ${money(total.confidence_interval.high, meta)}`
                      : ''
                  }</span
                >`,
            )
          : ''
      }
    </dl>
    ${
      isWhole
        ? ''
        : html`<p class="note">
            ${count(changed - known)} of ${count(changed)} changed campaigns have no estimate, and are not in the
            totals. The table says why.
          </p>`
    }`
}

/** The change of revenue for each unit of changed spend. */
function incrementalReturn(
  { value, low, high }: NonNullable<Scenario['totals']['incremental_roas']>,
  meta: Scenario['meta'],
): Markup {
  const times = (ratio: number) => formatValue(ratio, 'multiple', meta)
  return html`<data value="${value}">${times(value)}</data>
    <span class="quiet">Change of revenue / change of spend. 80% interval: ${times(low)} to ${times(high)}</span>`
}

function effect(
  outcome: Pick<NonNullable<Outcome>, 'change' | 'low' | 'high'> | null,
  unit: Unit,
  currency: string,
): Markup {
  if (outcome === null) return html`<data>–</data> <span class="quiet">Not known</span>`
  const { change, low, high } = outcome
  const text = (value: number) => signed(value, unit, { currency })
  return html`<data value="${change}">${text(change)}</data>
    <span class="quiet">As platforms report it. 80% interval: ${text(low)} to ${text(high)}</span>`
}

/** The recommended amounts by field, of campaigns whose spend should change. */
function recommendedAmounts(found: Recommendations | null): ReadonlyMap<string, number> {
  const open = (found?.data ?? []).filter(({ status }) => status === 'open')
  return new Map(
    open.map(({ platform, entity, recommended_daily_spend }) => [
      fieldOf(platform, entity.id),
      recommended_daily_spend,
    ]),
  )
}

/** Returns the address of the plan with all recommended amounts: a part of them does not keep the total of the budget. */
function recommendedPlan(path: string, horizon: string, amounts: ReadonlyMap<string, number>): string {
  const fields = [...amounts].map(([field, amount]) => [field, String(amount)])
  return `${path}?${new URLSearchParams([['horizon_days', horizon], ...fields])}`
}
