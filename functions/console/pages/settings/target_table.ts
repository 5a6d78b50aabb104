import { html } from 'hono/html'
import { formatMonth } from '../../../../shared/pages/day.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { placeOf } from '../../../../shared/pages/account_title.ts'
import { formatValue } from '../../parts/format.ts'
import { fieldError } from '../../parts/forms.ts'
import { isSameAmount, measures, seenText } from '../../settings/target_rows.ts'
import type { CampaignRow, CampaignTargets, Measure, RefusedRows } from '../../settings/target_rows.ts'

export const measureLabels: Record<Measure, string> = { roas: 'Target ROAS', cpa: 'Target CPA', budget: 'Budget' }

export interface TargetTable {
  listed: CampaignTargets
  /** Whether the person may change the targets. */
  isEdited: boolean
  refused: RefusedRows | undefined
}

export function measureText(value: number | null, measure: Measure, listed: CampaignTargets): string {
  return formatValue(value, measure === 'roas' ? 'multiple' : 'money', listed)
}

/** The campaigns of a month with a field for each target, and beside it the target of the month before. */
export function targetTable(table: TargetTable): Markup {
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Targets of campaigns">
      <table class="targets" data-metric="campaign-targets">
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            ${measures.map(
              (measure) =>
                html`<th scope="col" id="${measure}-head" class="number">
                    ${measureLabels[measure]}${measure === 'roas' ? '' : ` (${table.listed.currency})`}
                  </th>
                  <th scope="col" class="number">${formatMonth(table.listed.previous_month)}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${table.listed.data.map((row, index) => tableRow(table, row, index))}
        </tbody>
      </table>
    </div>
  `
}

function tableRow({ listed, isEdited, refused }: TargetTable, row: CampaignRow, index: number): Markup {
  const entered = refused?.entered.find(({ campaign }) => campaign === row.campaign)
  const errors = refused?.errors.get(row.campaign) ?? {}
  const isOutdated = refused?.error?.code === 'version_conflict'
  // After a conflict the row shows what is stored now, so its version is the stored one.
  const version = entered && !isOutdated ? entered.version : row.version
  const isFirstWrong = refused?.errors.keys().next().value === row.campaign
  const cell = (measure: Measure) => {
    const stored = String(row.month[measure] ?? '')
    const content = entered?.[measure] ?? stored
    const error = errors[measure]
    const isNow = isOutdated && entered !== undefined && !isSameAmount(content, stored)
    const [errorId, nowId] = [`${measure}${index}-error`, `${measure}${index}-now`]
    const described = [error && errorId, isNow && nowId].filter(Boolean).join(' ')
    const hasFocus = isFirstWrong && measure === (measures.find((name) => errors[name] !== undefined) ?? 'roas')
    return html`<td class="number">
        ${
          isEdited
            ? html`<input
                  name="${measure}${index}"
                  aria-labelledby="${measure}-head campaign${index}"
                  inputmode="decimal"
                  autocomplete="off"
                  size="9"
                  value="${content}"
                  ${error ? html`aria-invalid="true"` : ''}
                  ${described ? html`aria-describedby="${described}"` : ''}
                  ${hasFocus ? html`autofocus` : ''}
                />
                ${fieldError(errorId, error)}
                ${isNow ? html`<span class="now" id="${nowId}">Now: ${stored || 'empty'}</span>` : ''}`
            : measureText(row.month[measure], measure, listed)
        }
      </td>
      <td class="number quiet">${measureText(row.previous[measure], measure, listed)}</td>`
  }
  return html`<tr>
    <th scope="row">
      <bdi id="campaign${index}">${row.name ?? row.campaign_id}</bdi>
      <span class="quiet">${placeOf(row)}</span>
      ${errors.campaign ? html`<span class="wrong">${errors.campaign}</span>` : ''}
      ${
        isEdited
          ? html`<input type="hidden" name="campaign${index}" value="${row.campaign}" /><input
                type="hidden"
                name="version${index}"
                value="${version}"
              /><input type="hidden" name="seen${index}" value="${seenText(row.month)}" /><input
                type="hidden"
                name="label${index}"
                value="${row.name ?? row.campaign_id}"
              />`
          : ''
      }
    </th>
    ${measures.map(cell)}
  </tr>`
}
