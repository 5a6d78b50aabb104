import { html } from 'hono/html'
import { placeOf } from '../../../shared/pages/account_title.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { namedEntity } from '../charts/distinct_names.ts'
import { day, days, formatValue, heading } from '../parts/format.ts'
import { fieldOf } from './entered_changes.ts'
import type { Line, PlannedAnomaly, Recommendations } from './shown_plan.ts'

/**
 * Returns the campaign that a plan for an anomaly begins with: the campaign of the anomaly, or the one with the largest part of the deviation
 * of an account. Null if it is not among those that spend.
 */
export function campaignOf({ anomaly }: PlannedAnomaly, lines: readonly Line[]): Line | null {
  const { level, entity, contributors } = anomaly
  const id =
    level === 'campaign' ? entity.id : contributors?.level === 'campaign' ? contributors.data[0]?.id : undefined
  return lines.find(({ platform, campaign }) => platform === entity.platform && campaign.id === id) ?? null
}

/** The amount that the field of the campaign begins with: the expected spend, the recommended one, or the present one. */
export function firstAmount({ anomaly }: PlannedAnomaly, line: Line, recommended: Recommendations | null): string {
  if (anomaly.metric === 'spend' && anomaly.level === 'campaign') return String(anomaly.expected)
  const open = recommended?.data.find(
    ({ platform, entity, status }) => status === 'open' && fieldOf(platform, entity.id) === fieldOfLine(line),
  )
  return String(open?.recommended_daily_spend ?? line.current_daily_spend)
}

export function fieldOfLine({ platform, campaign }: Line): string {
  return fieldOf(platform, campaign.id)
}

/** Whether an anomaly is evidence for the change of a campaign: its own, or one of its platform if it is of an account. */
export function concerns({ anomaly: { level, entity } }: PlannedAnomaly, { platform, campaign }: Line): boolean {
  return platform === entity.platform && (level === 'account' || campaign.id === entity.id)
}

/** An anomaly as a text of a proposal. */
export function anomalyEvidence({ anomaly, currency }: PlannedAnomaly): string {
  const { id, detector, level, unit, date, date_from, date_to, value, expected, expected_low, expected_high } = anomaly
  const text = (amount: number) => formatValue(amount, unit, { currency })
  const of = level === 'account' ? ' of the ad account' : ''
  return `Anomaly ${id}: ${heading(detector)}${of}, ${days(date_from, date_to)}. On ${day(date)}: ${text(value)}, expected ${text(expected)} (${text(expected_low)} to ${text(expected_high)}).`
}

/** What a plan for an anomaly is about, above its fields. */
export function anomalyNote(planned: PlannedAnomaly, line: Line | null, root: string): Markup {
  const { anomaly } = planned
  const { id, level, entity, date_from, date_to } = anomaly
  const name = namedEntity(level, entity).name ?? entity.id
  const link = `${root}/anomalies?date_from=${date_from}&date_to=${date_to}#${encodeURIComponent(id)}`
  return html`<p class="note plan-anomaly">
    For the anomaly <a href="${link}">${heading(anomaly.detector)}, <bdi>${name}</bdi></a
    >, <bdi>${placeOf(entity)}</bdi>, ${days(date_from, date_to)}.
    ${
      line === null
        ? 'Its campaign has no spend in the last 14 days. Its spend cannot be planned here.'
        : html`The field of <bdi>${line.campaign.name ?? line.campaign.id}</bdi> is filled in. Change the amount and
            compute the plan. The anomaly is stored as evidence of the proposal.`
    }
  </p>`
}
