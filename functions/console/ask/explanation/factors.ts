import { html } from 'hono/html'
import type { Markup } from '../../../../shared/pages/document.ts'
import { factorNames } from '../../../../shared/sentences/statements/explanations.ts'
import { formatValue, heading, percent, signed } from '../../parts/format.ts'
import { definitionOf } from '../asked.ts'
import type { Asked } from '../asked.ts'
import type { Unit } from '../../parts/format.ts'

/** Whether an explanation is of one campaign, which as a row of its own answer would have the whole change. */
export function isOfOneCampaign({ answer, interpretation }: Asked): boolean {
  const campaigns = new Set(answer.data.map(({ platform, campaign_id }) => `${platform}/${campaign_id}`))
  return interpretation.intent === 'explain_change' && !answer.meta.truncated && campaigns.size === 1
}

/** The factors of the change of each metric of one campaign: spend, cost per click, conversion rate and revenue per conversion of its revenue. */
export function factorsTable(asked: Asked): Markup {
  const { answer } = asked
  const [campaign] = answer.data
  const name = String(campaign?.campaign_name ?? campaign?.campaign_id ?? 'all campaigns')
  return html`${(answer.explanations ?? []).map(({ metric, unit, factors }) => {
    const label = definitionOf(asked, metric)?.label ?? metric
    const show = (value: number | null, of: string | null) =>
      of === null ? '–' : formatValue(value, of as Unit, answer.meta)
    return html`<div class="scroll" role="region" tabindex="0" aria-label="Factors of ${label}">
      <table data-metric="factors" class="performance answer stacked">
        <caption>
          ${label} of
          <bdi>${name}</bdi>
        </caption>
        <thead>
          <tr>
            <th scope="col">Factor</th>
            ${columns.map((text) => html`<th scope="col" class="number">${text}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${factors
            .filter(({ contribution }) => contribution !== 0)
            .map(
              (found) =>
                html`<tr>
                  <th scope="row">${factorOf(asked, found.factor)}</th>
                  ${[
                    show(found.current, found.unit),
                    show(found.previous, found.unit),
                    signed(found.contribution, unit, answer.meta),
                    percent(found.share_of_change, 2),
                  ].map((text, index) => html`<td class="number" data-label="${columns[index]}">${text}</td>`)}
                </tr>`,
            )}
        </tbody>
      </table>
    </div>`
  })}`
}

const columns = ['Current', 'Previous', 'Part of the change', 'Share of the change']

function factorOf(asked: Asked, factor: string): string {
  return heading(factorNames[factor] ?? definitionOf(asked, factor)?.label ?? factor)
}
