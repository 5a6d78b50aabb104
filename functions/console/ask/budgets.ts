import { formatValue, platformName } from '../parts/format.ts'
import { levelWord } from './asked.ts'
import type { Asked, Row } from './asked.ts'
import { nameOf } from './columns.ts'
import { besideMax, counted } from './wording.ts'

/** The recommended spend of what the question names, now and then, with the raises and the cuts. */
export function budgetsText(asked: Asked): string {
  const { data, meta, budget_total: total } = asked.answer
  const money = (value: unknown) => formatValue(value as number | null, 'money', meta)
  const noun = levelWord(asked.interpretation.level ?? 'campaign')
  const changed = (sign: 1 | -1) => data.filter(({ change_pct }) => Math.sign(Number(change_pct)) === sign)
  const listed = (label: string, rows: readonly Row[], count: number) => {
    const shown = rows
      .slice(0, besideMax)
      .map(
        (row) =>
          `${nameOf(asked, row)} from ${money(row.current_daily_spend)} to ${money(row.recommended_daily_spend)}`,
      )
    const others = count - shown.length
    const more = others > 0 ? [counted(others, 'other', 'others')] : []
    return shown.length === 0 ? '' : ` ${label}: ${[...shown, ...more].join('; ')}.`
  }
  if (!total) return `${counted(meta.total_rows, 'recommendation', 'recommendations')}.`
  const [raises, cuts] = [listed('Raise', changed(1), total.raises), listed('Cut', changed(-1), total.cuts)]
  const hidden = [
    ...(raises === '' && total.raises > 0 ? [counted(total.raises, 'raise', 'raises')] : []),
    ...(cuts === '' && total.cuts > 0 ? [counted(total.cuts, 'cut', 'cuts')] : []),
  ]
  return (
    `The recommended spend of ${counted(total.rows, noun, `${noun}s`)}${partOf(asked)} is ${money(total.recommended_daily_spend)} a day, ` +
    `from ${money(total.current_daily_spend)} now.${raises}${cuts}` +
    (hidden.length > 0 ? ` The total also has ${hidden.join(' and ')}, which the question does not ask for.` : '')
  )
}

function partOf({ interpretation: { filters } }: Asked): string {
  const platforms = [filters.platform ?? []].flat().map((name) => platformName(String(name)))
  return platforms.length > 0 ? ` of ${platforms.join(' and ')}` : ''
}
