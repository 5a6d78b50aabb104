import { groupingOf } from '../../../shared/question/corrections/grouping.ts'
import { daysBetween } from '../../../shared/calendar/days.ts'
import { isInNumbers } from '../../../shared/question/corrections/correctable.ts'
import { address } from '../parts/choices.ts'
import type { Query } from '../parts/view.ts'
import type { Asked } from './asked.ts'
import { planLink } from './scenario.ts'

interface Link {
  text: string
  link: string
}

/** Links to the pages that show the same numbers, without those that cannot filter as the question does. */
export function related(asked: Asked): Link[] {
  const { pageContext, interpretation, query, today } = asked
  const { intent, metrics, time, model } = interpretation
  const root = pageContext.path.replace(/\/ask$/, '')
  const [metric] = metrics ?? []
  const days: Query =
    query.period !== undefined ? { period: query.period } : { date_from: time?.date_from, date_to: time?.date_to }
  if (intent === 'forecast') {
    const horizon_days = Math.max(7, daysBetween({ date_from: today, date_to: time?.date_to ?? today }) - 1)
    return horizon_days > 365
      ? []
      : [{ text: 'Open in Forecasts', link: address(`${root}/forecasts`, { metric, horizon_days }) }]
  }
  if (intent === 'experiments') return [{ text: 'Open in Experiments', link: `${root}/experiments` }]
  if (intent === 'scenario') return [{ text: 'Open in Plan', link: planLink(asked, root) }]
  const { status: statuses, ...named } = interpretation.filters
  const [status, ...otherStatuses] = [statuses ?? []].flat().map(String)
  const filters =
    otherStatuses.length > 0 ? null : filtersOf({ ...asked, interpretation: { ...interpretation, filters: named } })
  if (filters === null || time === null) return []
  if (intent === 'targets') return [{ text: 'Open the targets', link: `${root}/settings/targets` }]
  // Attribution has no MER, and the overview no orders by channel.
  if (intent === 'orders' && metric === 'mer') return [{ text: 'Open in Overview', link: address(root, days) }]
  if (intent === 'orders') return [{ text: 'Open in Attribution', link: address(`${root}/attribution`, days) }]
  if (intent === 'attribution') {
    const link = address(`${root}/attribution`, {
      ...days,
      ...filters,
      model: model?.length === 1 ? model[0] : undefined,
    })
    return [{ text: 'Open in Attribution', link }]
  }
  if (intent === 'creatives') {
    return [{ text: 'Open in Creatives', link: address(`${root}/creatives`, { ...days, ...filters, sort: metric }) }]
  }
  if (intent === 'anomalies') {
    const { date_from, date_to } = time
    return [{ text: 'Open in Anomalies', link: address(`${root}/anomalies`, { date_from, date_to, status }) }]
  }
  if (!isInNumbers(intent) || interpretation.thresholds.length > 0) return []
  const compare_to = time.compare_from ? (time.comparison ?? null) : 'none'
  if (compare_to === null) return []
  const view = { ...days, compare_to, ...filters }
  const level = { campaign: 'campaign', adset: 'adset', ad: 'ad' }[groupingOf(interpretation)] ?? 'ad_account'
  const sorted = intent === 'ranking' ? { sort: metric, order: interpretation.sort === 'asc' ? 'asc' : undefined } : {}
  const performance = { ...view, level, metrics: metrics?.join(','), ...sorted }
  // Attribution has the orders that ad reports lack.
  const ofOrders = metrics?.some((name) => interpretation.unmatched.includes(name)) ?? false
  return [
    ...(ofOrders ? [{ text: 'Open in Attribution', link: address(`${root}/attribution`, days) }] : []),
    { text: 'Open in Performance', link: address(`${root}/performance`, performance) },
    { text: 'Open in Overview', link: address(root, view) },
  ]
}

/** Returns the filters as parameters of a view, or null if a view cannot filter so. */
function filtersOf({ interpretation: { filters }, offered }: Asked): Query | null {
  const { platform, channel, campaign_name, ...others } = filters as Record<string, string | string[] | undefined>
  if (Object.keys(others).length > 0) return null
  const listed = (given: string | string[] | undefined) => (given === undefined ? [] : [given].flat())
  const named = listed(campaign_name)
  const campaigns = offered.campaigns.filter(({ name }) => name !== null && named.includes(name))
  if (named.some((name) => !campaigns.some((campaign) => campaign.name === name))) return null
  // The view of attribution has a row for each channel, and filters platforms only.
  const given = listed(platform ?? channel)
  const platforms = given.every((name) => platform !== undefined || offered.platforms.includes(name)) ? given : []
  return {
    platform: platforms.length > 0 ? platforms.join(',') : undefined,
    campaign_ids: campaigns.length > 0 ? campaigns.map(({ id }) => id).join(',') : undefined,
  }
}
