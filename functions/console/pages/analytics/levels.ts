import { address } from '../../parts/choices.ts'
import type { Query } from '../../parts/view.ts'

/** The levels of ads from the top, with the parameter that selects entities of the level. */
export const levels = [
  { name: 'ad_account', text: 'Ad accounts', one: 'ad account', parameter: 'account_ids', key: 'account' },
  { name: 'campaign', text: 'Campaigns', one: 'campaign', parameter: 'campaign_ids', key: 'campaign' },
  { name: 'adset', text: 'Ad sets', one: 'ad set', parameter: 'adset_ids', key: 'adset' },
  { name: 'ad', text: 'Ads', one: 'ad', parameter: 'ad_ids', key: 'ad' },
] as const
export type Level = (typeof levels)[number]

export interface Entity {
  level: Level
  id: string
}

/** The level of the rows that an opened entity shows: those below it, or the ad itself. */
export function levelWithin(level: Level): Level {
  return levels[levels.indexOf(level) + 1] ?? level
}

/** Returns the deepest entity that an address selects, or null if it selects none or several. */
export function openedEntity(query: Query): Entity | null {
  const level = levels.findLast(({ parameter }) => query[parameter] !== undefined)
  const ids = (level === undefined ? '' : (query[level.parameter] ?? '')).split(',').filter((id) => id.trim() !== '')
  return level === undefined || ids.length !== 1 ? null : { level, id: (ids[0] as string).trim() }
}

/** Returns the address of Performance with the chart of one entity. `view` has the days and the other parameters. */
export function entityAddress(root: string, key: Level['key'], id: string, view: Query): string {
  const level = levels.find((each) => each.key === key) as Level
  return address(`${root}/performance`, { ...view, level: levelWithin(level).name, [level.parameter]: id })
}
