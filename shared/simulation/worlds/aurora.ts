import { dayNumber } from '../calendar.ts'
import type { AdPlan, CampaignPlan, Detector, WorldPlan } from '../plan.ts'
import { auroraProducts } from './aurora_products.ts'

/** The campaign whose spend surges in the last week, so that the demo contains a decision. */
const surgingCampaign = 3

/**
 * The main demo brand: four platforms, a shop, returning customers. A video with fatigue is replaced by the next one of
 * its slot.
 */
export function auroraWorld(lastDate: string): WorldPlan {
  const lastDay = dayNumber(lastDate)
  // The surge is ongoing, whatever weekday the demo starts on.
  const surges = [lastDay, lastDay - 3, lastDay - 6]
  return {
    seed: 'aurora',
    currency: 'USD',
    timezone: 'America/New_York',
    customerPrefix: 'c',
    orderPrefix: 'A-',
    website: 'https://aurora.example',
    platforms: [
      platform('google', '9100200300', 'Aurora Google Ads', 30, 0.2, true),
      platform('meta', '1100220033', 'Aurora Meta', 7, 0.23, false),
      platform('tiktok', '7200300400', 'Aurora TikTok', 7, 0.07, false),
      platform('microsoft', 'bing-1', 'Aurora Microsoft Ads', 30, 0.01, false),
    ],
    campaigns,
    products: auroraProducts,
    organicCustomers: 2.6,
    visitorsWithoutOrder: 6,
    delivery: { freeFrom: 75, price: 5.95 },
    reviewShare: 0.022,
    signalShare: 0.005,
    plantedOn: (day, { number }): Detector | undefined =>
      number === surgingCampaign && surges.includes(day) ? 'spend_surge' : undefined,
  }
}

function platform(
  name: string,
  accountId: string,
  accountName: string,
  clickDays: number,
  unseenShare: number,
  isFractional: boolean,
): WorldPlan['platforms'][number] {
  return { name, accountId, accountName, clickDays, viewDays: 1, unseenShare, isFractional }
}

const search = { platform: 'google', objective: 'Search', ads: [{ share: 1 }] }
const meta = { platform: 'meta', objective: 'Sales' }
const tiktok = { platform: 'tiktok', objective: 'Website conversions' }

/** Returns two ads of a video campaign: one that is replaced, one that always runs. */
function films(campaignId: string, name: string, adsetName: string, runDays: number): AdPlan[] {
  return [0.6, 0.4].map((share, index): AdPlan => {
    const number = index + 1
    return {
      share,
      adsetId: `${campaignId}0`,
      adsetName,
      adId: `${campaignId}0${number}`,
      adName: `${name} - ${number === 1 ? 'film' : 'still'}`,
      creativeId: `${campaignId}9${number}`,
      format: number === 1 ? 'video' : 'image',
      headline: number === 1 ? 'Out in any weather' : 'Made to be outside',
      ...(number === 1 ? { runDays } : {}),
    }
  })
}

function campaign(number: number, plan: Omit<CampaignPlan, 'number'>): CampaignPlan {
  return { number, ...plan }
}

const campaigns: CampaignPlan[] = [
  campaign(1, {
    ...search,
    id: '20841553001',
    name: 'Aurora | Brand search',
    role: 'brand',
    spend: 55,
    budget: 70,
    cpm: 41,
    ctr: 0.094,
    newRate: 0.006,
  }),
  campaign(2, {
    ...search,
    id: '20841553002',
    name: 'Aurora | Down jackets',
    role: 'shopping',
    spend: 85,
    budget: 100,
    cpm: 36,
    ctr: 0.052,
    newRate: 0.0065,
  }),
  campaign(3, {
    ...search,
    id: '20841553003',
    name: 'Aurora | Tents',
    role: 'shopping',
    spend: 60,
    budget: 70,
    cpm: 33,
    ctr: 0.047,
    newRate: 0.0062,
  }),
  campaign(4, {
    ...search,
    objective: 'Shopping',
    id: '20841553004',
    name: 'Aurora | Shopping',
    role: 'shopping',
    spend: 130,
    budget: 150,
    cpm: 13,
    ctr: 0.016,
    newRate: 0.0082,
  }),
  campaign(5, {
    ...meta,
    id: '120210000000000101',
    name: 'Prospecting | Hikers',
    role: 'discovery',
    spend: 250,
    budget: 300,
    cpm: 9.5,
    ctr: 0.015,
    newRate: 0.005,
    ads: films('120210000000000101', 'Prospecting | Hikers', 'Women 25-54', 160),
  }),
  campaign(6, {
    ...meta,
    id: '120210000000000102',
    name: 'Retargeting | Visitors',
    role: 'closing',
    spend: 52,
    budget: 65,
    cpm: 18,
    ctr: 0.021,
    newRate: 0.003,
    ads: films('120210000000000102', 'Retargeting | Visitors', 'Visitors 30 days', 210),
  }),
  campaign(7, {
    ...meta,
    id: '120210000000000103',
    name: 'Winter collection',
    role: 'discovery',
    spend: 95,
    budget: 120,
    cpm: 12,
    ctr: 0.015,
    newRate: 0.0052,
    ads: films('120210000000000103', 'Winter collection', 'Men 25-54', 130),
  }),
  campaign(8, {
    ...tiktok,
    id: '1790000000000011',
    name: 'Trail films',
    role: 'discovery',
    spend: 48,
    budget: 60,
    cpm: 6.1,
    ctr: 0.01,
    newRate: 0.0036,
    ads: films('1790000000000011', 'Trail films', 'Everybody', 140),
  }),
  campaign(9, {
    ...tiktok,
    id: '1790000000000012',
    name: 'Creators',
    role: 'discovery',
    spend: 42,
    budget: 55,
    cpm: 5.7,
    ctr: 0.012,
    newRate: 0.0032,
    ads: films('1790000000000012', 'Creators', 'Everybody', 190),
  }),
  campaign(10, {
    platform: 'microsoft',
    objective: 'Search',
    id: 'ms-1',
    name: 'Bing brand',
    role: 'brand',
    spend: 30,
    budget: 40,
    cpm: 30,
    ctr: 0.07,
    newRate: 0.006,
    ads: [{ share: 1 }],
  }),
]
