import type { SpendChange } from '../../../shared/question/answer/scenario_changes.ts'
import { fieldOf } from '../plan/entered_changes.ts'
import { address } from '../parts/choices.ts'
import { count, formatValue, platformName, signed } from '../parts/format.ts'
import type { Asked, Row } from './asked.ts'
import { counted, dayRange, inDays } from './wording.ts'

interface Outcome {
  change: number
  low: number
  high: number
}

/** The change of spend, and its expected effect. The first row is the total. */
export function scenarioSentence(asked: Asked, first: Row): string {
  const money = (value: unknown) => formatValue(value as number, 'money', asked.answer.meta)
  const { campaigns_known: known, campaigns_changed: changed, known_spend_change: spend } = first
  const outcome = first.revenue as Outcome | null
  const planned = `The spend of the brand changes from ${money(first.current_daily_spend)} to ${money(first.daily_spend)} a day`
  if (known === 0) return `${planned}${inDays(first)}. The effect on revenue is not known. The table says why.`
  const of = known === changed ? '' : `, for ${count(known as number)} of ${count(changed as number)} campaigns`
  const added = `${money(Math.abs(spend as number))} ${Number(spend) < 0 ? 'less' : 'more'} spend${inDays(first)}${of}`
  const others = known === changed ? '' : ` ${planned} with all ${count(changed as number)} campaigns.`
  if (outcome === null) return `${added}: the effect on revenue is not known.${others}`
  const text = ({ change, low, high }: Outcome) => {
    const [changed, from, to] = [change, low, high].map((value) => signed(value, 'money', asked.answer.meta))
    return { changed, interval: `80% interval ${from} to ${to}` }
  }
  const revenue = text(outcome)
  const gain = first.profit ? text(first.profit as Outcome) : null
  const profit = gain === null ? '' : ` Profit: ${gain.changed}, ${gain.interval}.`
  return `${added}: ${revenue.changed} revenue, ${revenue.interval}.${profit}${others}`
}

/** What the columns of the table are of: a day, or all days of the scenario. */
export function scenarioCaption(first: Row): string {
  const days = counted(Number(first.horizon_days), 'day', 'days')
  return `Changes of revenue and conversions are those of ${days}, ${dayRange(first)}, with their 80% interval. Spend is the amount of a day.`
}

/** Returns the understood change of spend in words: "Meta Ads +20 %". */
export function changeText(change: SpendChange, { answer }: Asked): string {
  const money = (value: number) => formatValue(value, 'money', answer.meta)
  const { platform, campaign_name, change_pct, daily_spend, daily_change = 0 } = change
  const name = campaign_name ?? (platform === undefined ? 'All spend' : platformName(platform))
  if (change_pct !== undefined) return `${name} ${percentText(change_pct)}`
  if (daily_spend !== undefined) return `${name} ${money(daily_spend)} a day`
  return `${name} ${signed(daily_change, 'money', answer.meta)} a day`
}

function percentText(percent: number): string {
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${count(Math.abs(percent))} %`
}

/** Returns the address of the plan with the changes of a scenario. */
export function planLink({ interpretation, answer }: Asked, root: string): string {
  const { spend_changes = [], horizon_days } = interpretation
  const rows = answer.data.filter(({ level }) => level === 'campaign')
  const fields = spend_changes.flatMap((change) => {
    const meant = rows.filter(
      (row) =>
        (change.platform === undefined || row.platform === change.platform) &&
        (change.campaign_name === undefined || (row.campaign as Row).name === change.campaign_name),
    )
    const fieldsOf = (row: Row) =>
      change.campaign_name === undefined
        ? fieldOf(String(row.platform))
        : fieldOf(String(row.platform), String((row.campaign as Row).id))
    return [...new Set(meant.map(fieldsOf))].map((field) => {
      const ofField = meant.filter((row) => fieldsOf(row) === field)
      const planned = ofField.reduce((sum, row) => sum + Number(row.daily_spend), 0)
      return [field, change.change_pct === undefined ? planned.toFixed(2) : percentText(change.change_pct)]
    })
  })
  return address(`${root}/plan`, { horizon_days, ...Object.fromEntries(fields) })
}
