import { html } from 'hono/html'
import { formatMonth } from '../../../../shared/pages/day.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext } from '../../page_context.ts'
import { placeOf } from '../../../../shared/pages/account_title.ts'
import { address } from '../../parts/choices.ts'
import { count } from '../../parts/format.ts'
import { ownForm } from '../../parts/forms.ts'
import { alert } from '../../parts/notices.ts'
import { enteredNumber } from '../../settings/amounts/entered_number.ts'
import { isSameAmount, measures, packRows } from '../../settings/target_rows.ts'
import type { CampaignTargets, EnteredRow, Measure, RefusedRows, RowErrors } from '../../settings/target_rows.ts'
import { settingsHeading } from './tabs.ts'
import { measureLabels, measureText } from './target_table.ts'

export interface TargetReview {
  pageContext: PageContext
  listed: CampaignTargets
  /** The rows that change something. */
  entered: EnteredRow[]
  origin: 'file' | 'previous'
  refused: RefusedRows | undefined
}

/** What a file, or the targets of the month before, would change. Nothing is stored before the person saves it. */
export function targetReviewPage(page: TargetReview): Markup {
  const { pageContext, listed, entered, origin, refused } = page
  const home = `/console/brands/${pageContext.brand?.id}/settings/targets`
  const back = address(home, { month: listed.month })
  const isOutdated = refused?.error?.code === 'version_conflict'
  const isWrong = refused !== undefined && !isOutdated
  const source = origin === 'file' ? 'the file' : formatMonth(listed.previous_month)
  const rows = entered.length === 1 ? '1 campaign' : `${count(entered.length)} campaigns`
  return html`
    ${settingsHeading(pageContext, `What ${source} would change in ${formatMonth(listed.month)}. Nothing is saved yet.`)}
    ${alert(refused?.error)}
    ${
      entered.length === 0 && !isWrong
        ? html`<p class="notice" role="status">
            ${
              origin === 'file'
                ? 'The file has the targets that are stored. It changes nothing.'
                : `No empty field has a target in ${formatMonth(listed.previous_month)}. Nothing to copy.`
            }
          </p>`
        : html`${origin === 'previous' ? html`<p class="quiet">Only empty fields are filled. Targets that are set stay as they are.</p>` : ''}
          ${reviewTable(page)}`
    }
    <form class="buttons" method="post" action="${home}/campaigns">
      ${
        entered.length === 0 || isWrong
          ? ''
          : html`${ownForm(pageContext)} <input type="hidden" name="month" value="${listed.month}" />
              <input type="hidden" name="origin" value="${origin}" />
              <input type="hidden" name="changes" value="${packRows(current(page, isOutdated))}" />
              <button class="primary slim">Save the targets of ${rows}</button>`
      }
      <a class="button secondary slim" href="${back}">Back without saving</a>
    </form>
  `
}

/** After a conflict the page shows what is stored now, so the rows get its versions. */
function current({ entered, listed }: TargetReview, isOutdated: boolean): EnteredRow[] {
  if (!isOutdated) return entered
  const versions = new Map(listed.data.map(({ campaign, version }) => [campaign, version]))
  return entered.map((row) => ({ ...row, version: String(versions.get(row.campaign) ?? row.version) }))
}

function reviewTable({ listed, entered, refused }: TargetReview): Markup {
  const stored = new Map(listed.data.map((row) => [row.campaign, row]))
  const shown = new Map(entered.map((row) => [row.campaign, row]))
  const wrong = [...(refused?.errors.keys() ?? [])]
  // Wrong rows come first.
  const keys = [...new Set([...wrong, ...shown.keys()])]
  const cell = (key: string, measure: Measure, errors: RowErrors) => {
    const before = stored.get(key)?.month[measure] ?? null
    // A row that another person changed can have no change left.
    const after = shown.get(key)?.[measure] ?? String(before ?? '')
    const isSame = isSameAmount(String(before ?? ''), after)
    return html`<td class="number">
      ${
        isSame
          ? html`<span class="quiet">${measureText(before, measure, listed)}</span>`
          : html`<del>${before === null ? 'not set' : measureText(before, measure, listed)}</del>
              <ins>${after === '' ? 'removed' : amountText(after, measure, listed)}</ins>`
      }
      ${errors[measure] ? html`<span class="wrong">${errors[measure]}</span>` : ''}
    </td>`
  }
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Changes">
      <table class="targets" data-metric="target-changes">
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            ${measures.map((measure) => html`<th scope="col" class="number">${measureLabels[measure]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${keys.map((key) => {
            const row = stored.get(key)
            const errors = refused?.errors.get(key) ?? {}
            return html`<tr>
              <th scope="row">
                <bdi>${row ? (row.name ?? row.campaign_id) : key}</bdi>
                ${row ? html`<span class="quiet">${placeOf(row)}</span>` : ''}
                ${errors.campaign ? html`<span class="wrong">${errors.campaign}</span>` : ''}
              </th>
              ${measures.map((measure) => cell(key, measure, errors))}
            </tr>`
          })}
        </tbody>
      </table>
    </div>
  `
}

/** An entered amount as it is stored, or as it was entered if it is no amount. */
function amountText(entered: string, measure: Measure, listed: CampaignTargets): string {
  const amount = Number(enteredNumber(entered))
  return Number.isFinite(amount) ? measureText(amount, measure, listed) : entered
}
