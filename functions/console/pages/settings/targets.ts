import { html } from 'hono/html'
import type { z } from 'zod'
import type { targets } from '../../../../shared/operations/analytics/targets.ts'
import { setTarget } from '../../../../shared/operations/console/set_target.ts'
import type { ApiError } from '../../../../shared/errors/api_error.ts'
import { formatMonth } from '../../../../shared/pages/day.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { fact } from '../../parts/fact.ts'
import { count, day, formatValue, megabytes, money, percent, platformName, words } from '../../parts/format.ts'
import { formError, mayDo, ownForm, searchForm, textField, versionField } from '../../parts/forms.ts'
import { alert, beyondEnd, emptyState, notes, notice, pager } from '../../parts/notices.ts'
import { targetFileBytesMax, targetRowsMax } from '../../settings/target_file.ts'
import { seenText } from '../../settings/target_rows.ts'
import type { CampaignTargets, RefusedRows } from '../../settings/target_rows.ts'
import { monthLinks } from './month_links.ts'
import { settingsHeading } from './tabs.ts'
import { targetTable } from './target_table.ts'
import { unsavedScript } from './unsaved_script.ts'

type Targets = z.output<(typeof targets)['output']>
type Target = Targets['brand']

export interface TargetsOutcome {
  done?: string | undefined
  /** The refusal of the form of the whole brand. */
  refused?: Refused
  /** A refused form whose targets of the brand are not the cause. */
  entered?: URLSearchParams
  refusedRows?: RefusedRows
  refusedFile?: { error: ApiError; pasted: string }
}

export interface TargetsPage extends TargetsOutcome {
  pageContext: PageContext
  targets: Targets
  listed: CampaignTargets
  view: { search: string | undefined; page: number; campaignsAPage: number }
}

const notices: Record<string, string> = {
  saved: 'The targets of the brand are saved.',
  campaigns: 'The targets of the campaigns are saved.',
  both: 'The targets of the brand and of the campaigns are saved.',
  unchanged: 'No target was changed, so nothing was saved.',
}
const fields = [
  ['roas', 'Target ROAS', 'roas_target'],
  ['cpa', 'Target CPA', 'cpa_target'],
  ['budget', 'Budget of the month', 'budget'],
] as const

const homeOf = ({ brand }: PageContext) => `/console/brands/${brand?.id}/settings/targets`

export function targetsPage(page: TargetsPage): Markup {
  const { pageContext, targets, refused, refusedRows, done } = page
  const { month, brand } = targets
  const may = mayDo(pageContext, setTarget)
  return html`
    ${settingsHeading(pageContext, 'What the brand wants to reach in a month. Empty fields are no target.')}
    ${monthLinks(homeOf(pageContext), month)} ${notice(notices[done ?? ''])}
    ${refused && refused.error.code !== 'invalid_request' ? alert(refused.error) : ''} ${alert(refusedRows?.error)}
    <h2>Whole brand</h2>
    ${results(brand, targets)} ${may ? brandForm(page) : stated(brand, targets)}
    <h2 id="campaigns">Campaigns</h2>
    ${campaigns(page, may)} ${may ? fileForm(page) : ''}
    ${may ? '' : html`<p class="note">An admin or owner of this brand can change the targets.</p>`}
    <h2>Results of the month</h2>
    ${resultTable(page)} ${targets.data_through === null ? '' : notes(targets.meta.warnings)}
    ${may ? unsavedScript('/console') : ''}
  `
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

/** The id of the form of the brand and the campaigns, so that one button saves the values of both. */
const formId = 'entered-targets'

/** The fields of the brand. They belong to the form of the campaigns, if there are any. */
function brandForm(page: TargetsPage): Markup {
  const { pageContext, targets, listed, refused, entered } = page
  const { brand, currency } = targets
  const content = html`
    ${refused?.error.code === 'invalid_request' ? formError(refused, ['roas', 'cpa', 'budget']) : ''}
    ${fields.map(([name, label, stored]) =>
      textField({
        label: name === 'roas' ? label : `${label} (${currency})`,
        name,
        attributes: html`form="${formId}" inputmode="decimal" placeholder="not set"`,
        refused,
        entered,
        value: String(brand[stored] ?? ''),
        formName: 'brand',
      }),
    )}
    <div class="buttons">
      <button class="primary slim" form="${formId}" formaction="${homeOf(pageContext)}">
        Save the targets of the brand
      </button>
    </div>
  `
  if (listed.data.length > 0) return html`<div class="form settings">${content}</div>`
  return html`
    <form class="form settings" id="${formId}" method="post" action="${homeOf(pageContext)}" ${unsaved(page)}>
      ${hiddenFields(page)} ${content}
    </form>
  `
}

/** The hidden fields of the brand and of the form. */
function hiddenFields({ pageContext, targets, view, refused, entered }: TargetsPage): Markup {
  const { brand, month } = targets
  const seen = { roas: brand.roas_target, cpa: brand.cpa_target, budget: brand.budget }
  return html`${ownForm(pageContext)} <input type="hidden" name="month" value="${month}" />
    <input type="hidden" name="search" value="${view.search ?? ''}" />
    <input type="hidden" name="page" value="${view.page}" />
    ${versionField(brand.version, refused, refused?.form ?? entered)}
    <input type="hidden" name="seen" value="${seenText(seen)}" />`
}

/** Marks the form for the script that asks before entered values are lost. After a refusal they are not stored yet. */
function unsaved({ refused, refusedRows }: TargetsPage): Markup {
  return html`data-unsaved="${refused || refusedRows ? 'yes' : 'no'}"`
}

/** The search, and the form with a row for each campaign. */
function campaigns(shown: TargetsPage, may: boolean): Markup {
  const { pageContext, listed, view, refusedRows } = shown
  const home = homeOf(pageContext)
  const { search, page, campaignsAPage } = view
  const pages = Math.ceil(listed.total / campaignsAPage)
  const query = { month: listed.month, search }
  const link = (end: string) => address(`${home}${end}`, { month: listed.month })
  if (listed.total === 0 && search === undefined)
    return emptyState(null, `No campaign has spend or a target in ${formatMonth(listed.month)} or the month before.`)
  const table = targetTable({ listed, isEdited: may, refused: refusedRows })
  return html`
    <div class="toolbar">
      ${may ? html`<a class="button secondary slim" href="${link('/copy')}">Copy ${formatMonth(listed.previous_month)}</a>` : ''}
      <a class="button secondary slim" href="${link('.csv')}">Download CSV</a>
      ${may ? html`<a class="button secondary slim" href="#file">Upload CSV</a>` : ''}
      ${searchForm({
        action: `${home}#campaigns`,
        name: 'search',
        value: search,
        label: 'Search campaigns',
        placeholder: 'Name, id or account',
        lengthMax: 200,
        kept: html`<input type="hidden" name="month" value="${listed.month}" />`,
      })}
    </div>
    ${
      listed.data.length === 0
        ? (beyondEnd(home, page, pages, query) ??
          emptyState(
            null,
            html`No campaign matches. <a href="${address(home, { month: listed.month })}">All campaigns</a>`,
          ))
        : may
          ? html`<form id="${formId}" method="post" action="${home}/campaigns" ${unsaved(shown)}>
              ${hiddenFields(shown)} ${table}
              <div class="buttons">
                <button class="primary slim">Save the targets of campaigns</button>
                ${pages > 1 ? html`<span class="quiet">${count(listed.total)} campaigns. Save before you open another page.</span>` : ''}
              </div>
            </form>`
          : table
    }
    ${pager(home, page, pages, query)}
  `
}

/** The upload of the table as CSV. The next page shows what it would change. */
function fileForm({ pageContext, targets, refusedFile }: TargetsPage): Markup {
  const error = refusedFile?.error
  return html`
    <details class="form" id="file" ${error ? 'open' : ''}>
      <summary>Upload a CSV of targets</summary>
      <form
        method="post"
        action="${address(`${homeOf(pageContext)}/file`, { month: targets.month })}"
        enctype="multipart/form-data"
      >
        ${ownForm(pageContext)}
        ${error ? html`<p class="alert" role="alert" tabindex="-1" autofocus>${error.message}</p>` : ''}
        <p class="quiet">
          Download the table, edit its columns roas, cpa and budget, and upload it. An empty cell removes a target. You
          see every change before it is saved. Amounts are in ${targets.currency}.
        </p>
        <label class="field"
          ><span>CSV file, at most ${megabytes(targetFileBytesMax)} and ${count(targetRowsMax)} rows</span>
          <input type="file" name="file" accept=".csv,text/csv"
        /></label>
        <label class="field"
          ><span>Or paste the rows, with the header, at most ${megabytes(targetFileBytesMax)}</span>
          <textarea name="pasted" rows="4" spellcheck="false">${`\n${refusedFile?.pasted ?? ''}`}</textarea>
        </label>
        <button class="primary slim">Show the changes</button>
      </form>
    </details>
  `
}

/** The campaigns with targets, beside their results. */
function resultTable({ targets }: TargetsPage): Markup {
  if (targets.campaigns.length === 0)
    return html`<p class="quiet">No campaign has a target or a budget in this month.</p>`
  const number = (text: string) => html`<td class="number">${text}</td>`
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Results of campaigns with targets">
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
          ${targets.campaigns.map(
            (row) =>
              html`<tr>
                <th scope="row">
                  <bdi>${row.name ?? row.campaign_id}</bdi> <span class="quiet">${platformName(row.platform)}</span>
                </th>
                ${number(money(row.budget, targets))} ${number(money(row.spend_to_date, targets))}
                ${number(percent(row.pacing_percent === null ? null : row.pacing_percent / 100, 1))}
                ${number(formatValue(row.roas_target, 'multiple', targets))}
                ${number(formatValue(row.roas, 'multiple', targets))} ${number(money(row.cpa_target, targets))}
                ${number(money(row.cpa, targets))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}
