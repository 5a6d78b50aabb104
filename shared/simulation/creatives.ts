import { liveAd } from './delivery.ts'
import type { AdPlan, CampaignPlan, WorldPlan } from './plan.ts'

/** The content of an ad of a simulated or demo brand. */
export interface CreativePlan {
  platform: string
  creativeId: string
  name: string
  format: NonNullable<AdPlan['format']>
  headline: string
  callToAction: string
  landingUrl: string
}

/** Returns the creatives that run on any day from firstDay to lastDay. */
export function creativesOf(plan: WorldPlan, firstDay: number, lastDay: number): CreativePlan[] {
  return plan.campaigns.flatMap((campaign) =>
    campaign.ads.flatMap((ad, index) => {
      const step = ad.runDays ?? Infinity
      const days = [firstDay, lastDay]
      for (let day = firstDay + step; day < lastDay; day += step) days.push(day)
      const live = new Map(days.map((day) => liveAd(campaign, index, day)).map((found) => [found.creativeId, found]))
      return [...live.values()].flatMap(({ creativeId, adName }) =>
        creativeId && adName ? [describe(plan, campaign, ad, creativeId, adName)] : [],
      )
    }),
  )
}

/** Returns the creative with this id, or undefined. */
export function findCreative(plan: WorldPlan, creativeId: string): CreativePlan | undefined {
  for (const campaign of plan.campaigns) {
    for (const ad of campaign.ads) {
      if (!ad.creativeId || !ad.adName) continue
      const isOne = ad.runDays
        ? creativeId.startsWith(ad.creativeId) && /^\d{3}$/.test(creativeId.slice(ad.creativeId.length))
        : creativeId === ad.creativeId
      if (!isOne) continue
      const run = ad.runDays ? ` ${Number(creativeId.slice(-3))}` : ''
      return describe(plan, campaign, ad, creativeId, ad.adName + run)
    }
  }
  return undefined
}

function describe(plan: WorldPlan, campaign: CampaignPlan, ad: AdPlan, creativeId: string, name: string): CreativePlan {
  return {
    platform: campaign.platform,
    creativeId,
    name,
    format: ad.format ?? 'image',
    headline: ad.headline ?? campaign.name,
    callToAction: 'Shop now',
    landingUrl: `${plan.website}/`,
  }
}

/** Returns the path of the picture of a creative in this service. */
export function picturePath(brand: string, creativeId: string): string {
  return `/docs/pictures/${brand}/${creativeId}.svg`
}
