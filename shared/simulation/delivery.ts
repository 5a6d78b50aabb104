import { demand } from './calendar.ts'
import type { AdPlan, CampaignPlan, Detector, WorldPlan } from './plan.ts'
import { RandomStream } from './random_stream.ts'

/** An ad on a day. An ad whose videos rotate is represented by the current one. */
export interface LiveAd {
  key: string
  campaign: CampaignPlan
  plan: AdPlan
  adId: string | undefined
  adName: string | undefined
  creativeId: string | undefined
  /** Days since this video started; undefined for an ad that always runs. */
  age: number | undefined
}

/** The delivery of an ad on a day. Spend is in cents. */
export interface Delivery {
  ad: LiveAd
  spendCents: number
  impressions: number
  clicks: number
  reach: number
  /** New customers of the day that the ad caused. */
  newCustomers: number
  planted: Detector | undefined
}

export function deliver(plan: WorldPlan, day: number): Delivery[] {
  const level = demand(day)
  return plan.campaigns.flatMap((campaign) => {
    const planted = plan.plantedOn(day, campaign)
    return campaign.ads.map((_, index) => deliverAd(plan, campaign, index, day, level, planted))
  })
}

function deliverAd(
  plan: WorldPlan,
  campaign: CampaignPlan,
  index: number,
  day: number,
  level: number,
  planted: Delivery['planted'],
): Delivery {
  const ad = liveAd(campaign, index, day)
  const random = new RandomStream(`${plan.seed}/delivery/${campaign.id}/${index}/${day}`)
  const vary = (spread: number) => 1 + (random.next() - 0.5) * 2 * spread
  // Budgets follow demand only partly, and auctions are more expensive on days of high demand.
  const times = planted === 'spend_surge' ? 2.8 : 1
  const spend = campaign.spend * ad.plan.share * (0.35 + 0.65 * level) * vary(0.12) * times
  const impressions = Math.round((spend / (campaign.cpm * (0.85 + 0.15 * level) * vary(0.08))) * 1000)
  const clicks = Math.round(impressions * campaign.ctr * wear(ad) * vary(0.07))
  const surge = planted === 'spend_surge' ? 1 / times : planted === 'cpa_spike' ? 0.2 : 1
  return {
    ad,
    spendCents: Math.round(spend * 100),
    impressions,
    clicks,
    reach: Math.round(impressions * (ad.age === undefined ? 0.74 : Math.max(0.45, 0.84 - ad.age / 400))),
    newCustomers: clicks * campaign.newRate * (0.55 + 0.45 * level) * surge,
    planted,
  }
}

/** Returns the ad of a slot in a campaign. Every `runDays` a new ad with its own number takes the slot. */
export function liveAd(campaign: CampaignPlan, index: number, day: number): LiveAd {
  const plan = campaign.ads[index] as AdPlan
  const { runDays, adId, adName, creativeId } = plan
  const key = `${campaign.id}/${index}`
  if (runDays === undefined) return { key, campaign, plan, adId, adName, creativeId, age: undefined }
  const since = day + campaign.number * 17 + index * 43
  const run = Math.floor(since / runDays)
  const suffix = String(run % 1000).padStart(3, '0')
  return {
    key: `${key}/${run}`,
    campaign,
    plan,
    adId: adId && `${adId}${suffix}`,
    adName: adName && `${adName} ${run}`,
    creativeId: creativeId && `${creativeId}${suffix}`,
    age: since - run * runDays,
  }
}

/** Creative fatigue: the click rate falls from 25 % above to 40 % below average over the run. */
function wear({ age, plan: { runDays } }: LiveAd): number {
  return age === undefined || runDays === undefined ? 1 : 1.25 - (0.7 * age) / runDays
}
