import { addDays, daysBetween, period, weekday } from '../../calendar/days.ts'
import type { Range } from '../../calendar/days.ts'
import type { Interpretation } from '../interpretation.ts'
import { nothingUnderstood } from './refusals.ts'
import { normalize } from '../language/normalize.ts'
import type { QuestionParts } from '../read_question.ts'
import { changesIn } from './scenario_changes.ts'
import type { SpendChange, TargetOf } from './scenario_changes.ts'
import { monthName } from '../time/time_words.ts'
import { comingMonth } from '../time/years.ts'

const daysUsual = 30
const outcome = '(?: to (?:our |the |my )?(?:revenue|sales|conversions|results))?'
const happens = `what (?:happens|would happen|will happen)${outcome}`
const earned =
  'how much (?:more|less|extra)(?: (?:revenue|sales|conversions))? (?:do|would|will|could) (?:we|i) (?:get|make|earn|have)|how much (?:revenue|sales) (?:do|would|will|could) (?:we|i) (?:gain|lose)'
const days = '(?:for|in|over|during|within) the (?:next|coming) (?<$count>\\d{1,2}) (?<$unit>days?|weeks?)'
const asked = new RegExp(
  `^(?:and |so |but )?(?:${happens}|${earned}|what about|what)?(?: ${named(days, 'first')})? ?if (?:(?:we|i) )?(?:(?:would|could|were to|just|also|now|only) )*(?<body>.+?)` +
    `(?: ${named(days, 'last')}| (?:in |for |over )?(?<week>(?:the )?next week)| (?:in |for |over |during )?(?<month>(?:the )?next month|${monthName}(?: 20\\d\\d)?))?(?: ,)?(?: ${happens}| ${earned})?$`,
)

function named(pattern: string, at: string): string {
  return pattern.replace('$count', `${at}Count`).replace('$unit', `${at}Unit`)
}

/**
 * Returns the interpretation of a question such as "What if we spend 20 % more on Meta and pause TikTok?", or null. It must consist of
 * changes of platforms, campaigns or the whole brand, so that no word of it is ignored.
 */
export function readScenario(parts: QuestionParts, today: string): Interpretation | null {
  if (parts.excluded.platforms.length > 0 || parts.excluded.names.length > 0) return null
  const groups = asked.exec(parts.plain.trim().replace(/\s*\?+$/, ''))?.groups
  if (!groups) return null
  const month = groups.month === undefined ? null : nextMonth(parts, today)
  const horizon_days = groups.month === undefined ? daysOf(groups, today) : month && daysBetween(month)
  const spend_changes = changesIn(groups.body as string, targetIn(parts))
  if (horizon_days === null || spend_changes === null || hasTwice(spend_changes)) return null
  return {
    ...nothingUnderstood,
    intent: 'scenario',
    metrics: ['revenue', 'conversions'],
    level: 'campaign',
    spend_changes,
    horizon_days,
    confidence: 1,
    warnings: month
      ? [
          `"${groups.month}" is read as its ${horizon_days} days. A scenario begins tomorrow: the days are ${addDays(today, 1)} to ${addDays(today, horizon_days)}.`,
        ]
      : [],
  }
}

/** Returns the next month, if it is the only time of the question. A scenario of a later one would need its season. */
function nextMonth({ ranges }: QuestionParts, today: string): Range | null {
  const next = period('month', today, 1)
  const [range, ...others] = ranges.map((given) => comingMonth(given, today))
  return range && others.length === 0 && range.date_from === next.date_from && range.date_to === next.date_to
    ? next
    : null
}

/** A scenario begins tomorrow, so that it is one of next week only on a Sunday. */
function daysOf(groups: Record<string, string | undefined>, today: string): number | null {
  if (groups.week !== undefined) return weekday(addDays(today, 1)) === 1 ? 7 : null
  const [count, unit] = [groups.firstCount ?? groups.lastCount, groups.firstUnit ?? groups.lastUnit]
  if (groups.firstCount !== undefined && groups.lastCount !== undefined) return null
  if (count === undefined) return daysUsual
  const number = Number(count) * (unit?.startsWith('week') ? 7 : 1)
  return number < 7 || number > 90 ? null : number
}

/** Whether a platform, a campaign or the brand has two changes. */
function hasTwice(changes: readonly SpendChange[]): boolean {
  const targets = changes.map(({ platform, campaign_name }) => JSON.stringify([platform, campaign_name]))
  return (
    new Set(targets).size < targets.length || (targets.length > 1 && targets.includes(JSON.stringify([null, null])))
  )
}

const moneyWord = '(?:(?:daily )?(?:ad )?(?:spend|spending|budgets?))'
const everything = /^(?:(?:all )?(?:ads|advertising|marketing|campaigns|platforms)|everything|all)$/

function targetIn({ text, platformSpans, names }: QuestionParts): TargetOf {
  return (words) => {
    const thing = words?.trim().replace(/^(?:the |our |my )+/, '')
    if (thing === undefined || new RegExp(`^${moneyWord}$`).test(thing) || everything.test(thing)) return {}
    const bare = thing
      .replace(new RegExp(` ${moneyWord}$`), '')
      .replace(/ (?:ads|campaigns?)$/, '')
      .replace(/^campaigns? /, '')
    const platform = platformSpans.find((span) => [thing, bare].includes(span.text.trim()))
    if (platform) return { platform: platform.name }
    const named = names.filter(({ name, level, index, length }) => {
      const typed = ` ${text}`.slice(index, index + length)
      return level === 'campaign' && [normalize(name), typed].some((own) => own.trim() === bare)
    })
    const [first] = named
    return first && new Set(named.map(({ name }) => name)).size === 1 ? { campaign_name: first.name } : null
  }
}
