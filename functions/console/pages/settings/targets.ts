import { html } from 'hono/html'
import type { z } from 'zod'
import { monthText } from '../../../../shared/operations/analytics/targets.ts'
import type { targets } from '../../../../shared/operations/analytics/targets.ts'
import type { budgets } from '../../../../shared/operations/connector/budgets.ts'
import { setTarget } from '../../../../shared/operations/console/set_target.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Refused, Result } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { fact } from '../../parts/fact.ts'
import { day, formatValue, money, percent, platformName, words } from '../../parts/format.ts'
import { formError, mayDo, ownForm, textField, versionField } from '../../parts/forms.ts'
import { alert, notice } from '../../parts/notices.ts'
import { settingsHeading } from './tabs.ts'

type Targets = z.output<(typeof targets)['output']>
type Target = Targets['brand']

export interface TargetsPage {
  pageContext: PageContext
  targets: Targets
  /** The campaigns of the month, or of the current one for a future month, to choose from. */
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

/** Returns a month before or after another one, as YYYY-MM. */
function monthAt(month: string, offset: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + offset, 1)).toISOString().slice(0, 7)
}

const monthName = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`))

/** Links to the months before and after, if they can have targets. */
function months(path: string, month: string): Markup {
  const link = (offset: number, rel: string) => {
    const to = monthAt(month, offset)
    return monthText.safeParse(to).success
      ? html`<a href="${address(path, { month: to })}" rel="${rel}">${monthName(to)}</a>`
      : ''
  }
  return html`<nav class="pager" aria-label="Month">
    ${link(-1, 'prev')} <strong>${monthName(month)}</strong> ${link(1, 'next')}
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
  return html`
    <form class="form settings" method="post" action="${pageContext.path}">
      ${ownForm(pageContext)}
      ${refused?.error.code === 'invalid_request' ? formError(refused, ['roas', 'cpa', 'budget']) : ''}
      <input type="hidden" name="month" value="${targets.month}" />
      ${versionField(target?.version ?? 0, refused)}
      ${campaign === null ? '' : html`<input type="hidden" name="campaign" value="${campaign}" />`}
      ${fields.map(([name, label, stored]) =>
        textField({
          label: name === 'roas' ? label : `${label} (${targets.currency})`,
          name,
          attributes: html`inputmode="decimal" placeholder="not set"`,
          refused,
          value: String(target?.[stored] ?? ''),
          formName: campaign === null ? 'brand' : 'campaign',
        }),
      )}
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

/** The campaigns that a person can choose: those with spend in the month, and those with targets. */
export function campaignsOf({ campaigns }: Targets, running: TargetsPage['running']): { key: string; text: string }[] {
  const all = [
    ...(running.body?.data ?? []).map((row) => ({ ...row, key: `${row.platform}/${row.account_id}/${row.id}` })),
    ...campaigns.map((row) => ({ ...row, id: row.campaign_id, key: row.campaign })),
  ]
  return [
    ...new Map(
      all.map(({ key, name, id, platform }) => [key, { key, text: `${name ?? id} (${platformName(platform)})` }]),
    ).values(),
  ]
}

/** The choice of a campaign, and the form of the chosen one. */
function campaignForms(page: TargetsPage, refused: Refused | undefined): Markup {
  const { pageContext, targets, running, campaign } = page
  const offered = campaignsOf(targets, running)
  const held = targets.campaigns.find((row) => row.campaign === campaign)
  const name = held?.name ?? offered.find(({ key }) => key === campaign)?.text ?? campaign
  return html`
    ${
      offered.length === 0
        ? html`<p class="note">No campaign has spend in ${monthName(running.body?.month ?? targets.month)}.</p>`
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
        ? html`<p class="note">
            The list has the ${running.body.data.length} campaigns with the most spend in
            ${monthName(running.body.month)}, and those with targets.
          </p>`
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
