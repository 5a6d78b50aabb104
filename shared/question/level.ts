import type { Cues, Intent } from './intents.ts'
import type { EntityName } from './names.ts'

interface Evidence {
  cues: Cues
  levels: readonly string[]
  platforms: readonly string[]
  names: readonly EntityName[]
  isBounded: boolean
}

export interface Level {
  level: string
  groupBy: string | null
  /** Platforms or names stand beside each other, not times. */
  comparesThings: boolean
}

/** The level of the things that an answer is about, and by what it is broken down. */
export function levelOf(intent: Intent, { cues, levels, platforms, names, isBounded }: Evidence): Level {
  const entityLevel = ['adset', 'ad', 'campaign'].find((name) => levels.includes(name)) ?? null
  const isSplit = ['timeseries', 'comparison'].includes(intent) && cues.isBroken && entityLevel !== null
  const isByEntity = ['breakdown', 'ranking', 'list', 'creatives'].includes(intent) || isBounded || isSplit
  const isNamesCompared = intent === 'comparison' && names.length > 1
  const level =
    intent === 'creatives'
      ? 'ad'
      : intent === 'budget_recommendations'
        ? entityLevel === 'adset'
          ? 'adset'
          : 'campaign'
        : isNamesCompared
          ? (names[0]?.level ?? 'campaign')
          : isByEntity && entityLevel
            ? entityLevel
            : 'account'
  const comparesPlatforms = platforms.length > 1 && ['comparison', 'breakdown', 'ranking'].includes(intent)
  const byPlatform =
    level === 'account' &&
    (comparesPlatforms || (levels.includes('platform') && ['breakdown', 'ranking', 'comparison'].includes(intent)))
  return {
    level,
    groupBy: byPlatform ? 'platform' : level === 'account' || !isByEntity ? null : level,
    comparesThings: comparesPlatforms || isNamesCompared,
  }
}
