import { html } from 'hono/html'
import type { z } from 'zod'
import type { experimentPreview } from '../../../shared/operations/analytics/experiment_preview.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { fact } from '../parts/fact.ts'
import { count, days, money, platformName } from '../parts/format.ts'
import type { Numbers } from '../parts/format.ts'
import { amount } from './shown_experiment.ts'

type Previewed = z.output<(typeof experimentPreview)['output']>
type Stakes = NonNullable<Previewed['stakes']>

/** What the plan can and cannot show of its ads, in one sentence. Empty without a platform. */
export function verdict(stakes: Stakes | null, metric: string): Markup | string {
  const outcome = stakes?.outcomes.find((each) => each.metric === metric)
  if (!outcome) return ''
  const kind = outcome.verdict === 'can_find' ? 'sentence' : 'warnings'
  return html`<p class="${kind}" data-verdict="${outcome.verdict}"><bdi>${outcome.statement}</bdi></p>`
}

/** What the plan costs, as an estimate with its basis. Empty without a platform. */
export function costs(stakes: Stakes | null, numbers: Numbers): Markup | string {
  if (stakes === null) return ''
  const { platform, off_days, spend, spend_per_day, outcomes, date_from, date_to } = stakes
  const name = platformName(platform)
  const of = `in ${count(off_days)} days without the ads`
  return html`<h3>What it costs</h3>
    ${
      spend === null || date_from === null || date_to === null
        ? html`<p class="note">
            These ads have no reports in the last 28 days with known orders, so the cost is not known.
          </p>`
        : html`<dl class="tiles">
              ${fact('Spend switched off', html`<data value="${spend}">${money(spend, numbers)}</data> <span class="quiet">${of}, ${money(spend_per_day, numbers)} a day</span>`)}
              ${outcomes.map(({ metric, at_stake, claimed_per_day, attributed_per_day }) =>
                fact(
                  metric === 'orders' ? 'Orders at stake, at most' : 'Revenue at stake, at most',
                  html`<data value="${at_stake}">${amount(at_stake, metric, numbers)}</data>
                    <span class="quiet"
                      >a day: ${amount(claimed_per_day, metric, numbers)} claimed by ${name},
                      ${attributed_per_day === null ? 'none' : amount(attributed_per_day, metric, numbers)}
                      attributed</span
                    >`,
                ),
              )}
            </dl>
            <p class="note">
              Estimates from the means of ${count(stakes.days)} days, ${days(date_from, date_to)}. At stake is the
              larger one of what ${name} claims and what your attribution model credits. It includes orders that would
              come without the
              ads.${stakes.conversions_are_orders ? ` ${name} reports no purchases: its conversions count as orders, and may be leads.` : ''}
            </p>`
    }`
}

/** The experiments that share days with the plan, with links. Empty without one. */
export function overlapNotes(overlaps: Previewed['overlaps'], list: string): Markup | string {
  if (overlaps.length === 0) return ''
  return html`<div class="warnings" role="alert">
    <p>This plan cannot be saved, because a brand has at most one experiment on a day. It shares days with:</p>
    <ul>
      ${overlaps.map(
        ({ experiment_id, name, status, starts_on, ends_on }) =>
          html`<li>
            <a href="${list}/${experiment_id}"><bdi>${name}</bdi></a> (${status}, ${days(starts_on, ends_on)})
          </li>`,
      )}
    </ul>
    <p>Choose a first day after its end, fewer or shorter blocks, or cancel that experiment.</p>
  </div>`
}
