import { count, day, formatValue, words } from '../parts/format.ts'
import { definitionOf, inSentence, levelWord } from './asked.ts'
import type { Asked, Row } from './asked.ts'
import { nameOf } from './columns.ts'
import { besideMax, counted, daysOf, metricsOf, operatorWords, text, wasOf } from './wording.ts'

/** The conditions of the rows, such as "ROAS below 3.00×". Empty without one; "with spend" alone is no condition. */
export function conditionsOf(asked: Asked): string {
  const { thresholds } = asked.interpretation
  if (thresholds.every(({ metric, operator, value }) => metric === 'spend' && operator === '>' && value === 0))
    return ''
  const texts = thresholds.map(({ metric, operator, value, or_without_conversions }) => {
    const { label = metric, unit = 'count' } = definitionOf(asked, metric) ?? {}
    const article = wasOf(label) === 'were' ? '' : /^[aeiou]/i.test(label) ? 'an ' : 'a '
    const bound = `${operatorWords[operator]} ${formatValue(value, unit, asked.answer.meta)}`
    const without = or_without_conversions ? `, or spend ${bound} without a conversion` : ''
    return `${article}${inSentence(label)} ${bound}${without}`
  })
  return texts.join(' and ')
}

/** How many rows meet the conditions, and which. */
export function meeting(asked: Asked, noun: string, conditions: string): string {
  const [metric] = metricsOf(asked)
  const { total_rows } = asked.answer.meta
  const active = asked.interpretation.filters.is_active === true ? 'active ' : ''
  const have = total_rows === 1 ? 'has' : 'have'
  const listed = named(
    asked,
    asked.answer.data,
    total_rows,
    (row) => unconverted(asked, row) ?? text(asked, metric?.name, row[metric?.name ?? '']),
  )
  return `${counted(total_rows, `${active}${noun}`, `${active}${noun}s`)} ${have} ${conditions}${daysOf(asked)}: ${listed}.`
}

/** What a row spent without a conversion, where the answer lists such rows beside those with a CPA. Null for others. */
export function unconverted(asked: Asked, { cpa, conversions, spend }: Row): string | null {
  const isListed = asked.interpretation.thresholds.some(({ or_without_conversions }) => or_without_conversions)
  if (!isListed || typeof cpa === 'number' || conversions !== 0) return null
  return `${text(asked, 'spend', spend)} without a conversion`
}

/** Which rows lost money, or spent more than the target of the brand allows, or that none did. */
export function losses(asked: Asked): string {
  const { group_by, level, break_even = 1 } = asked.interpretation
  const bound = formatValue(break_even, 'multiple', asked.answer.meta)
  const did = break_even === 1 ? 'lost money' : `spent more than the ROAS target of ${bound} allows`
  const noun = levelWord(group_by ?? level ?? 'row')
  const { data, meta } = asked.answer
  const lost = data.filter(({ loss }) => typeof loss === 'number' && loss > 0)
  const unknown = data.filter(({ loss }) => typeof loss !== 'number').length
  const isWhole = unknown === 0 && data.length === meta.total_rows
  const notKnown =
    unknown === 0
      ? ''
      : ` The loss of ${counted(unknown, noun, `${noun}s`)} is not known, because the revenue is not reported.`
  if (lost.length > 0) {
    const listed = named(asked, lost, lost.length, (row) => text(asked, 'spend', row.loss))
    const shown = data.length < meta.total_rows && lost.length === data.length ? 'At least ' : ''
    return `${shown}${counted(lost.length, noun, `${noun}s`)} ${did}${daysOf(asked)}: ${listed}.${notKnown}`
  }
  const [first] = data
  const closest =
    typeof first?.loss === 'number'
      ? ` The closest is ${nameOf(asked, first)}: ${text(asked, 'spend', first.spend)} of spend and ${text(asked, 'revenue', first.revenue)} of revenue.`
      : ''
  const ofKnown = isWhole ? '' : ' with reported revenue'
  return `No ${noun}${ofKnown} ${did}${daysOf(asked)}.${closest}${notKnown}`
}

export function breakEven(asked: Asked, row: Row): string {
  const { break_even_roas: value, roas } = row
  const meta = asked.answer.meta
  if (typeof value !== 'number') {
    return `The break-even ROAS is not known${daysOf(asked)}: it needs revenue above a reported cost of goods.`
  }
  const own = typeof roas === 'number' ? ` ROAS was ${formatValue(roas, 'multiple', meta)}.` : ''
  return (
    `The break-even ROAS was ${formatValue(value, 'multiple', meta)}${daysOf(asked)}: revenue of ${text(asked, 'revenue', row.revenue)} divided by ` +
    `revenue minus the cost of goods of ${text(asked, 'cogs', row.cogs)}.${own}`
  )
}

/** The creatives of each fatigue state that the question asks for, by name. */
export function tired(asked: Asked): string {
  const { data, meta } = asked.answer
  const states = [asked.interpretation.filters.fatigue ?? []].flat().map(String)
  const stateOf = (row: Row) => (row.fatigue as Row | null)?.state
  const parts = states.map((state) => {
    const rows = data.filter((row) => stateOf(row) === state)
    const listed = rows.length === 0 ? '' : ` (${named(asked, rows, rows.length)})`
    return `${counted(rows.length, 'creative is', 'creatives are').replace('No creatives are', 'no creative is')} ${words(state)}${listed}`
  })
  const sentence = parts.join(', and ')
  const cut = meta.truncated ? ` Only ${count(data.length)} of ${count(meta.total_rows)} are counted.` : ''
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${daysOf(asked)}.${cut}`
}

const budgetStates: Record<string, string> = {
  over: 'above the budget',
  under: 'below the budget',
  on_track: 'on budget',
}

/** What the month is projected to end at. Empty if nothing can be projected. */
function paceOf(amount: string, { projected_end_of_period, status }: Row): string[] {
  if (typeof projected_end_of_period !== 'number') return []
  const state = budgetStates[String(status)]
  return [`At this pace the month ends at ${amount}${state ? `, ${state}` : ''}`]
}

/** What is left of a budget. */
function leftOf(left: number, money: (value: unknown) => string): string {
  return left < 0 ? `The budget is exceeded by ${money(-left)}` : `${money(left)} of the budget is left`
}

/** The budget and the targets of the brand beside the results. */
export function targetsText(asked: Asked, first: Row): string {
  const { data, data_through } = { ...asked.answer.meta, data: asked.answer.data }
  const campaigns = data.filter(({ level }) => level === 'campaign').length
  const ofCampaigns =
    campaigns === 0 ? '' : ` ${counted(campaigns, 'campaign has', 'campaigns have')} targets or budgets.`
  const isOpen = asked.interpretation.time?.preset === 'this_month'
  const month = isOpen ? ' this month' : daysOf(asked)
  const { pace } = asked.interpretation.filters
  if (pace !== undefined) {
    const names = data.map(({ name }) => String(name)).join(', ')
    return `${counted(campaigns, 'campaign is', 'campaigns are')} ${String(pace)} budget${month}: ${names}.`
  }
  if (first.level !== 'brand') return `The brand as a whole has no target or budget${month}.${ofCampaigns}`
  const money = (value: unknown) => formatValue(value as number | null, 'money', asked.answer.meta)
  const through = data_through === null ? '' : ` through ${day(data_through)}`
  const budget =
    typeof first.budget !== 'number'
      ? ['No budget is set']
      : typeof first.spend_to_date !== 'number'
        ? [`The budget is ${money(first.budget)}, and no day of the month is complete`]
        : [
            `Spend ${isOpen ? 'is' : 'was'} ${money(first.spend_to_date)} of a budget of ${money(first.budget)}${through}`,
            ...(isOpen ? [leftOf(first.budget - first.spend_to_date, money)] : []),
            ...(isOpen ? paceOf(money(first.projected_end_of_period), first) : []),
          ]
  const goals = (['roas', 'cpa'] as const).map((name) => {
    const [target, value] = [first[`${name}_target`], first[name]]
    const label = name === 'roas' ? 'ROAS' : 'CPA'
    const shown = (number: unknown) =>
      formatValue(number as number | null, name === 'roas' ? 'multiple' : 'money', asked.answer.meta)
    if (typeof target !== 'number') return `No ${label} target is set`
    if (typeof value !== 'number') return `The ${label} target is ${shown(target)}, and ${label} is not known yet`
    const isMet = name === 'roas' ? value >= target : value <= target
    return `${label} is ${shown(value)}, and the target of ${shown(target)} is ${isMet ? 'met' : 'not met'}`
  })
  return `${[...budget, ...goals].join('. ')}.${ofCampaigns}`
}

/** The names of the first rows, with a value each, and the number of the others. */
function named(asked: Asked, rows: readonly Row[], total: number, valueOf?: (row: Row) => string): string {
  const shown = rows.slice(0, besideMax).map((row) => {
    const name = nameOf(asked, row)
    return valueOf ? `${name} ${valueOf(row)}` : name
  })
  const others = total - shown.length
  return shown.join(', ') + (others > 0 ? ` and ${counted(others, 'other', 'others')}` : '')
}
