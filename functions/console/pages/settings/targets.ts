import { html } from 'hono/html'
import type { z } from 'zod'
import type { targets } from '../../../../shared/operations/analytics/targets.ts'
import type { budgets } from '../../../../shared/operations/connector/budgets.ts'
import { setTarget } from '../../../../shared/operations/console/set_target.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Refused, Result } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { fact } from '../../parts/fact.ts'
import { day, formatValue, money, percent, platformName, words } from '../../parts/format.ts'
import { errorOf, fieldError, formError, mayDo, ownForm } from '../../parts/forms.ts'
import { alert, notice } from '../../parts/notices.ts'
import { settingsHeading } from './tabs.ts'

type Targets = z.output<(typeof targets)['output']>
type Target = Targets['brand']

export interface TargetsPage {
  pageContext: PageContext
  targets: Targets
  /** The campaigns of the current month, to choose from. */
  running: Result<typeof budgets>
  /** The campaign whose targets are changed. */
  campaign: string | undefined
  refused?: Refused | undefined
  done?: string | undefined
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const fields = [
  ['roas', 'Target ROAS', 'roas_target'],
  ['cpa', 'Target CPA', 'cpa_target'],
  ['budget', 'Budget of the month', 'budget'],
] as const

export function targetsPage(page: TargetsPage): Markup {
  const { pageContext, targets, refused, done } = page
  const { month, brand } = targets
  const isOfCampaign = Boolean(refused?.form.get('campaign'))
  const may = mayDo(pageContext, setTarget)
  return html`
    ${settingsHeading(pageContext, 'What the brand wants to reach in a month. Empty fields are no target.')}
    ${months(pageContext.path, month)} ${notice(done === 'saved' ? 'The targets are saved.' : undefined)}
    ${refused && refused.error.code !== 'invalid_request' ? alert(refused.error) : ''}
    <h2>Whole brand</h2>
    ${results(brand, targets)}
    ${may ? targetForm(page, brand, null, isOfCampaign ? undefined : refused) : stated(brand, targets)}
    <h2>Campaigns</h2>
    ${campaignTable(page, may)} ${may ? campaignForms(page, isOfCampaign ? refused : undefined) : ''}
    ${may ? '' : html`<p class="note">An admin or owner of this brand can change the targets.</p>`}
  `
}

/** Links to the months before and after. */
function months(path: string, month: string): Markup {
  const at = (offset: number) => {
    const [year = 0, number = 1] = month.split('-').map(Number)
    return new Date(Date.UTC(year, number - 1 + offset, 1))
  }
  const link = (offset: number, rel: string) =>
    html`<a href="${address(path, { month: at(offset).toISOString().slice(0, 7) })}" rel="${rel}"
      >${monthFormat.format(at(offset))}</a
    >`
  return html`<nav class="pager" aria-label="Month">
    ${link(-1, 'prev')} <strong>${monthFormat.format(at(0))}</strong> ${link(1, 'next')}
  </nav>`
}

/** The month so far, beside the targets. */
function results(target: Target, numbers: Targets): Markup {
  if (numbers.data_through === null) return html`<p class="quiet">No day of this month has complete data.</p>`
  const pace =
    target.pacing_percent === null
      ? 'no budget is set'
      : `${percent(target.pacing_percent / 100, 1)} of the budget, ${words(target.status ?? '')}`
  return html`<dl class="row">
    ${fact('Spend', `${money(target.spend_to_date, numbers)} through ${day(numbers.data_through)}`)}
    ${fact('Projected for the month', `${money(target.projected_end_of_period, numbers)}: ${pace}`)}
    ${fact('ROAS', against(target.roas, target.roas_target, 'multiple', numbers))}
    ${fact('CPA', against(target.cpa, target.cpa_target, 'money', numbers))}
  </dl>`
}

function against(actual: number | null, target: number | null, unit: 'multiple' | 'money', numbers: Targets): string {
  const wanted = target === null ? 'no target is set' : `target ${formatValue(target, unit, numbers)}`
  return `${formatValue(actual, unit, numbers)}, ${wanted}`
}

function stated(target: Target, numbers: Targets): Markup {
  return html`<p class="quiet">
    Budget of the month: ${target.budget === null ? 'not set' : money(target.budget, numbers)}.
  </p>`
}

function targetForm(page: TargetsPage, target: Target | undefined, campaign: string | null, refused?: Refused): Markup {
  const { pageContext, targets } = page
  const prefix = campaign === null ? 'brand' : 'campaign'
  return html`
    <form class="form settings" method="post" action="${pageContext.path}">
      ${ownForm(pageContext)}
      ${refused?.error.code === 'invalid_request' ? formError(refused, ['roas', 'cpa', 'budget']) : ''}
      <input type="hidden" name="month" value="${targets.month}" />
      <input type="hidden" name="version" value="${target?.version ?? 0}" />
      ${campaign === null ? '' : html`<input type="hidden" name="campaign" value="${campaign}" />`}
      ${fields.map(([name, label, stored]) => {
        const error = errorOf(refused, name)
        const unit = name === 'roas' ? '' : ` (${targets.currency})`
        return html`<label class="field"
            ><span>${label}${unit}</span>
            <input
              name="${name}"
              inputmode="decimal"
              value="${refused?.form.get(name) ?? target?.[stored] ?? ''}"
              placeholder="not set"
              autocomplete="off"
              ${error ? html`aria-invalid="true" aria-describedby="${prefix}-${name}-error"` : ''}
          /></label>
          ${fieldError(`${prefix}-${name}-error`, error)}`
      })}
      <div class="buttons"><button class="primary slim">Save</button></div>
    </form>
  `
}

function campaignTable({ pageContext, targets }: TargetsPage, may: boolean): Markup {
  if (targets.campaigns.length === 0)
    return html`<p class="quiet">No campaign has a target or a budget in this month.</p>`
  const number = (text: string) => html`<td class="number">${text}</td>`
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Targets of campaigns">
      <table data-metric="targets">
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            <th scope="col" class="number">Budget</th>
            <th scope="col" class="number">Spend</th>
            <th scope="col" class="number">Pacing</th>
            <th scope="col" class="number">Target ROAS</th>
            <th scope="col" class="number">ROAS</th>
            <th scope="col" class="number">Target CPA</th>
            <th scope="col" class="number">CPA</th>
          </tr>
        </thead>
        <tbody>
          ${targets.campaigns.map((row) => {
            const name = html`<bdi>${row.name ?? row.campaign_id}</bdi>`
            const link = address(pageContext.path, { month: targets.month, campaign: row.campaign })
            return html`<tr>
              <th scope="row">
                ${may ? html`<a href="${link}#campaign">${name}</a>` : name}
                <span class="quiet">${platformName(row.platform)}</span>
              </th>
              ${number(money(row.budget, targets))} ${number(money(row.spend_to_date, targets))}
              ${number(percent(row.pacing_percent === null ? null : row.pacing_percent / 100, 1))}
              ${number(formatValue(row.roas_target, 'multiple', targets))}
              ${number(formatValue(row.roas, 'multiple', targets))} ${number(money(row.cpa_target, targets))}
              ${number(money(row.cpa, targets))}
            </tr>`
          })}
        </tbody>
      </table>
    </div>
  `
}

/** The choice of a campaign, and the form of the chosen one. */
function campaignForms(page: TargetsPage, refused: Refused | undefined): Markup {
  const { pageContext, targets, running, campaign } = page
  const offered = (running.body?.data ?? []).map((row) => ({
    key: `${row.platform}/${row.account_id}/${row.id}`,
    text: `${row.name ?? row.id} (${platformName(row.platform)})`,
  }))
  const held = targets.campaigns.find((row) => row.campaign === campaign)
  const name = held?.name ?? offered.find(({ key }) => key === campaign)?.text ?? campaign
  return html`
    ${
      offered.length === 0
        ? html`<p class="note">No campaign is running this month.</p>`
        : html`<form class="line-form" method="get" action="${pageContext.path}">
            <input type="hidden" name="month" value="${targets.month}" />
            <label
              >Campaign
              <select name="campaign">
                ${offered.map(
                  ({ key, text }) =>
                    html`<option value="${key}" ${key === campaign ? 'selected' : ''}>${text}</option>`,
                )}
              </select></label
            >
            <button class="secondary slim">Choose</button>
          </form>`
    }
    ${
      running.body?.truncated
        ? html`<p class="note">The list has the ${offered.length} campaigns with the most spend this month.</p>`
        : ''
    }
    ${
      campaign === undefined
        ? ''
        : html`<h3 id="campaign">Targets of <bdi>${name}</bdi></h3>
            ${targetForm(page, held, campaign, refused)}`
    }
  `
}
