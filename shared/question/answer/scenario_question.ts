import type { Interpretation } from '../interpretation.ts'
import { nothingUnderstood } from './refusals.ts'
import { normalize } from '../language/normalize.ts'
import type { QuestionParts } from '../read_question.ts'

const daysUsual = 30
const percentage = '(?<digits>\\d{1,3}(?:\\.\\d+)?) ?(?:%|percent|per cent)'
const money = '(?:spend|spending|budgets?|ad spend)'
const asks =
  '(?:and |so |but )?(?:what|what happens|what would happen|what will happen|how much (?:revenue|more) (?:do|would|will) (?:we|i) (?:get|make))'
const who = ' if (?:we|i)(?: (?:would|could|were to|just))?'
const end = '(?: (?:for|in|over) the next (?<days>\\d{1,2}) days)?'
/** Each phrase as a whole: the words beside the change, and what is changed. */
const phrases: readonly { pattern: RegExp; percentOf: (match: Record<string, string | undefined>) => number }[] = [
  {
    pattern: phrase(
      ` (?:spend|spent|invest|invested) ${percentage} (?<way>more|less)`,
      '(?: (?:on|in|for) (?<thing>.+?))?',
    ),
    percentOf: ({ digits, way }) => Number(digits) * (way === 'less' ? -1 : 1),
  },
  {
    pattern: phrase(
      ` (?<way>increase|increased|raise|raised|decrease|decreased|reduce|reduced|lower|lowered|cut) (?:the |our |my )?`,
      `(?:${money} (?:of|on|for|in) (?<thing>.+?)|(?<owner>.+?)(?: ${money})?|${money}) by ${percentage}`,
    ),
    percentOf: ({ digits, way = '' }) => Number(digits) * (/^(?:incr|rais)/.test(way) ? 1 : -1),
  },
  {
    pattern: phrase(
      ' (?<way>double|doubled|halve|halved) (?:the |our |my )?',
      `(?:${money} (?:of|on|for|in) (?<thing>.+?)|(?<owner>.+?)(?: ${money})?|${money})`,
    ),
    percentOf: ({ way = '' }) => (way.startsWith('double') ? 100 : -50),
  },
]

function phrase(change: string, thing: string): RegExp {
  return new RegExp(`^${asks}?${who}${change}${thing}${end}$`)
}

/**
 * Returns the interpretation of a question such as "What if we spend 20 % more on Meta?", or null. It must consist of the change and one
 * platform or campaign, or the whole brand, so that no word of it is ignored.
 */
export function readScenario(parts: QuestionParts): Interpretation | null {
  const asked = parts.plain.trim().replace(/\s*\?+$/, '')
  for (const { pattern, percentOf } of phrases) {
    const groups = pattern.exec(asked)?.groups
    if (!groups) continue
    const days = Number(groups.days ?? daysUsual)
    const filters = filtersOf(parts, (groups.thing ?? groups.owner)?.replace(/^(?:the|our|my) /, ''))
    if (filters === null || days < 7 || days > 90) return null
    return {
      ...nothingUnderstood,
      intent: 'scenario',
      metrics: ['revenue', 'conversions'],
      level: 'campaign',
      filters,
      spend_change_pct: percentOf(groups),
      horizon_days: days,
      confidence: 1,
    }
  }
  return null
}

/** Returns the filter of one platform or campaign, none for the whole brand, or null for other words. */
function filtersOf(
  { platformSpans, names, excluded }: QuestionParts,
  thing: string | undefined,
): Record<string, unknown> | null {
  if (excluded.platforms.length > 0 || excluded.names.length > 0) return null
  if (thing === undefined || /^(?:ads|advertising|marketing|everything|all platforms)$/.test(thing)) return {}
  const bare = thing.replace(/(?:'s)? (?:ads|campaigns?)$/, '')
  const platform = platformSpans.find(({ text }) => [thing, bare].includes(text.trim()))
  if (platform && names.length === 0) return { platform: [platform.name] }
  const [name] = names
  const isNamed = name?.level === 'campaign' && names.length === 1 && platformSpans.length === 0
  return isNamed && normalize(name.name).trim() === bare ? { campaign_name: name.name } : null
}
