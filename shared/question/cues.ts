import type { Cues } from './intents.ts'
import type { Reading } from './spans.ts'

/** Words that break an answer down by something. */
export const brokenDown = /\b(by|per|each|every|across|split|breakdown|broken|break|segment\w*|grouped?|individual)\b/

/** The words of a question that say what kind of answer is wanted. */
export function readCues(reading: Reading): Cues {
  const top =
    reading.take(/\b(?:top|best|highest|biggest|largest|bottom|worst|lowest|smallest) (\d{1,3})\b/) ??
    reading.take(/\b(\d{1,3}) (?:best|worst|top|highest|lowest|biggest|cheapest)\b/)
  const has = (pattern: RegExp) => reading.has(pattern) || (top !== null && pattern.test(top[0]))
  return {
    limit: top ? Number(top[1]) : null,
    isBest: has(/\b(best|top|better|winning|winners?|strongest|outperform\w*|efficient)\b/),
    isWorst: has(/\b(worst|bottom|worse|losing|losers?|weakest|underperform\w*|poorest|inefficient)\b/),
    isMost: has(/\b(most|highest|biggest|largest|greatest|max(imum)?|expensive)\b/),
    isLeast: has(/\b(least|lowest|smallest|cheapest|fewest|min(imum)?|cheap)\b/),
    isRanked: has(/\b(rank|ranked|ranking|sort(ed)?|order(ed)? by|leaderboard)\b/),
    isSingular: has(/\bwhich (campaign|ad set|adset|ad group|ad|platform|channel)\b(?!s)/) && !has(/\b(rank|top)\b/),
    isBroken:
      has(/\b(by|per|each|every|across|split|breakdown|broken|break|segment\w*|grouped?|individual)\b/) ||
      has(/\bper-/),
    isTrend: has(
      /\b(trend\w*|over time|daily|weekly|monthly|hourly|(?:by|per|each|every) (?:day|week|month|hour)|day by day|week by week|month by month|day-by-day|time ?series|graph|chart|plot|evol\w+|history)\b/,
    ),
    granularity: granularityOf(reading.text),
    isCompared: has(
      /\b(compare\w*|comparison|vs|versus|against|relative to|difference|differ|beats?|than|wow|mom|yoy|qoq|week over week|month over month|year over year|quarter over quarter|change|changed|up or down)\b/,
    ),
    over: overOf(reading.text),
    isAnomaly: has(
      /\b(anomal\w*|outliers?|unusual|weird|strange|abnormal\w*|spikes?|spiked|suspicious|odd|out of the ordinary|alerts?|irregular\w*|sudden)\b/,
    ),
    isForecast: has(
      /\b(forecast\w*|predict\w*|project(?:ed|ions?|ing)|expect\w*|will|going to|outlook|estimate for|anticipate\w*)\b/,
    ),
    isAttribution: has(
      /\b(attribut\w*|touch ?points?|touchpoints?|assisted|assists?|credit(?:ed)?|customer journeys?|conversion paths?|incremental\w*)\b/,
    ),
    isCreative: has(
      /\b(creatives?|video ads?|image ads?|carousels?|fatigue\w*|thumbnails?|headlines?|videos?|visuals?|hooks?)\b/,
    ),
    isBudget: has(
      /\b((?:should|could|can) (?:get|i|we|receive|have)\b.*\b(?:more|less|budget|spend|money|scale|cut|invest|increase)|budget recommend\w*|recommend\w*|re-?allocat\w*|where (?:should|to) .*(?:spend|invest|put)|shift(?:ing)? (?:the |my |our )?(?:budget|spend|money)|move (?:the |my |our )?budget|scale(?: up)?|deserve|optimi[sz]e (?:my |our |the )?(?:budget|spend)|wast(?:e|ed|ing)|overspend\w*|underfunded|budget (?:advice|suggestions?|changes?|ideas?))\b/,
    ),
    isPacing: has(/\b(pacing|on pace|on track|run rate|burn rate|pace)\b/),
    isWhy: has(
      /\b(why|what caused|reasons?|what drove|explain|what happened|what changed|how come|drivers?|what is driving|responsible for)\b/,
    ),
    isList: has(
      /\b(list|which campaigns are|what campaigns|how many (?:campaigns|ads|ad sets|adsets|accounts|platforms)|names? of|do we (?:have|run)|are running|are active)\b/,
    ),
    isDefinition: has(
      /\b(what (?:is|does|do|are)(?: a| an| the)? [a-z -]+ (?:mean|stand for|measure)|define|definition|meaning|how (?:is|are|do (?:you|we)) [a-z -]+ (?:calculated?|computed?|defined?|measured?)|formula|explain what)\b/,
    ),
    isGeneral: has(
      /\b(performance|perform\w*|doing|overview|summary|summari[sz]e|report|results?|how are (?:we|things)|how is (?:it|everything|business)|how did (?:we|it)|status|numbers|stats|kpis?|metrics|look(?:ing)?|going)\b/,
    ),
  }
}

function granularityOf(text: string): Cues['granularity'] {
  if (/\b(hourly|(?:by|per|each|every) hour|hour by hour)\b/.test(text)) return 'hour'
  if (/\b(weekly|(?:by|per|each|every) week|week by week)\b/.test(text)) return 'week'
  if (/\b(monthly|(?:by|per|each|every) month|month by month)\b/.test(text)) return 'month'
  if (/\b(daily|(?:by|per|each|every) day|day by day|day-by-day)\b/.test(text)) return 'day'
  return null
}

function overOf(text: string): Cues['over'] {
  if (/\b(wow|week over week|week-over-week)\b/.test(text)) return 'week'
  if (/\b(mom|month over month|month-over-month)\b/.test(text)) return 'month'
  if (/\b(qoq|quarter over quarter)\b/.test(text)) return 'quarter'
  if (
    /\b(yoy|year over year|year-over-year|(?:vs|versus|than|compared (?:to|with)) (?:the )?(?:same (?:time|period|day|week|month) )?last year)\b/.test(
      text,
    )
  )
    return 'year'
  if (
    /\b(?:vs|versus|against|than|compared (?:to|with)) (?:the )?(?:previous|prior|preceding|last) (?:period|one)\b|\bperiod over period\b/.test(
      text,
    )
  )
    return 'period'
  return null
}
