import type { z } from 'zod'
import type { experiment } from '../../../shared/operations/analytics/experiment.ts'
import type { view } from '../../../shared/operations/console/view.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { count, day, money, percent, platformName } from '../parts/format.ts'
import type { Numbers } from '../parts/format.ts'
import type { Markup } from '../../../shared/pages/document.ts'

export type Shown = z.output<(typeof experiment)['output']>
export type Experiment = Shown['experiment']
export type ReadOut = NonNullable<Shown['result']>
export type Effect = NonNullable<ReadOut['orders']>
export type Interval = NonNullable<ReadOut['cost_per_incremental_order']>
export type Campaigns = z.output<(typeof view)['output']>['campaigns']
export type Metric = Experiment['metric']

export interface ExperimentPage {
  pageContext: PageContext
  shown: Shown
  done: string | undefined
  refused?: Refused | undefined
}

/** The colors of the states are those of other lists: pending, active, resolved and expired. */
const colors: Record<Experiment['status'], string> = {
  planned: 'pending',
  running: 'running',
  ended: 'resolved',
  canceled: 'expired',
}

export function stateBadge({ status }: Experiment): Markup {
  return badge(colors[status], status)
}

/** What is switched: all ads of Meta, 1 campaign of Meta. */
export function adsOf({ platform, campaign_ids }: Pick<Experiment, 'platform' | 'campaign_ids'>): string {
  const name = platformName(platform)
  if (campaign_ids === null) return `all ads of ${name}`
  return `${count(campaign_ids.length)} ${campaign_ids.length === 1 ? 'campaign' : 'campaigns'} of ${name}`
}

/** The next day on which people switch the ads: "Next switch: off at the beginning of 10 Aug 2026." Empty after the last one. */
export function nextSwitchOf({ next_switch: next }: Pick<Experiment, 'next_switch'>, today: string): string {
  if (next === null) return ''
  const when = next.day === today ? 'today,' : 'at the beginning of'
  return `Next switch: ${next.state} ${when} ${day(next.day)}.`
}

/** The blocks of a design: 6 pairs of blocks of 7 days. */
export function designOf({ pairs, block_days }: Pick<Experiment, 'pairs' | 'block_days'>): string {
  return `${pairs} pairs of blocks of ${block_days} days`
}

const ordersFormat = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

/** Formats an effect a day: orders with three digits, because a small shop has less than one a day, or money. */
export function amount(value: number | null, metric: Metric, numbers: Numbers): string {
  if (value === null) return money(value, numbers)
  return metric === 'revenue' ? money(value, numbers) : ordersFormat.format(value)
}

/** Formats an effect a day with its sign. */
export function signedAmount(value: number, metric: Metric, numbers: Numbers): string {
  const text = amount(Math.abs(value), metric, numbers)
  return value === 0 ? text : `${value > 0 ? '+' : '−'}${text}`
}

/** Formats a number of the deciding outcome with its noun: 2.1 orders, $120.00 of revenue. */
export function outcome(value: number, metric: Metric, numbers: Numbers): string {
  return `${amount(value, metric, numbers)} ${metric === 'orders' ? 'orders' : 'of revenue'}`
}

/** What a plan says about one of its outcomes. */
export function plannedEffect(
  { effects }: Experiment['plan'],
  metric: Metric,
): Experiment['plan']['effects'][number] | undefined {
  return effects.find((each) => each.metric === metric)
}

/** The smallest effect that a plan detects, as a sentence. Says so if it is not known. */
export function detectableOf({ plan, metric }: Pick<Experiment, 'plan' | 'metric'>, numbers: Numbers): string {
  const effect = plannedEffect(plan, metric)
  if (typeof effect?.detectable !== 'number') return 'The effect that it can detect is not known.'
  return `It can detect ${outcome(effect.detectable, metric, numbers)} a day or more${partOfUsual(effect, numbers)}.`
}

/** The detectable effect as a part of the outcome before the plan: ", 17.2% of 26.1 a day". Empty if it is not known. */
export function partOfUsual(
  { metric, per_day, detectable_percent }: Experiment['plan']['effects'][number],
  numbers: Numbers,
): string {
  if (per_day === null || detectable_percent === null) return ''
  return `, ${percent(detectable_percent / 100, 1)} of ${amount(per_day, metric, numbers)} a day`
}
