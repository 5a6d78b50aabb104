import { plantedOn } from '../planted_anomalies.ts'
import type { AdPlan, CampaignPlan, Role, WorldPlan } from '../plan.ts'
import { simulatedProducts } from './simulated_products.ts'

type Row = [
  platform: 'google' | 'meta' | 'tiktok',
  name: string,
  objective: string,
  role: Role,
  spend: number,
  cpm: number,
  ctr: number,
  newRate: number,
]

const rows: Row[] = [
  ['google', 'Brand search', 'search', 'brand', 150, 42, 0.092, 0.0032],
  ['google', 'Jackets search', 'search', 'shopping', 130, 38, 0.051, 0.0042],
  ['google', 'Tents search', 'search', 'shopping', 110, 35, 0.047, 0.004],
  ['google', 'Shopping all products', 'shopping', 'shopping', 380, 12, 0.015, 0.0088],
  ['google', 'Shopping best sellers', 'shopping', 'shopping', 190, 14, 0.017, 0.005],
  ['google', 'Performance Max', 'performance_max', 'shopping', 560, 9.5, 0.0135, 0.0082],
  ['google', 'YouTube spring films', 'video', 'discovery', 70, 8, 0.0042, 0.006],
  ['meta', 'Prospecting broad', 'sales', 'discovery', 680, 9, 0.016, 0.006],
  ['meta', 'Prospecting lookalikes', 'sales', 'discovery', 190, 13, 0.0138, 0.0056],
  ['meta', 'Retargeting visitors', 'sales', 'closing', 90, 18, 0.021, 0.003],
  ['meta', 'Retargeting carts', 'sales', 'closing', 60, 21, 0.024, 0.004],
  ['meta', 'Catalog ads', 'sales', 'closing', 110, 10.5, 0.0156, 0.0028],
  ['meta', 'New collection', 'traffic', 'discovery', 80, 9.8, 0.0161, 0.0026],
  ['meta', 'Gift guide', 'sales', 'discovery', 70, 12.4, 0.0147, 0.0045],
  ['meta', 'Loyalty members', 'sales', 'retention', 40, 16.5, 0.0265, 0],
  ['tiktok', 'Trail stories', 'sales', 'discovery', 120, 6.2, 0.0098, 0.0024],
  ['tiktok', 'Creator films', 'sales', 'discovery', 150, 5.8, 0.0112, 0.0026],
  ['tiktok', 'Packing list', 'traffic', 'discovery', 50, 5.4, 0.0129, 0.0014],
  ['tiktok', 'Retargeting viewers', 'sales', 'closing', 45, 8.9, 0.0154, 0.002],
  ['tiktok', 'Weekend offers', 'sales', 'discovery', 60, 6.6, 0.0107, 0.0026],
]

const films = {
  google: [],
  meta: [
    ['Women 25-54', 'summit film', 'video', 34, 150],
    ['Women 25-54', 'jacket still', 'image', 21],
    ['Men 25-54', 'ridge film', 'video', 27, 210],
    ['Men 25-54', 'gear carousel', 'carousel', 18],
  ],
  tiktok: [
    ['Everybody 18-44', 'first light', 'video', 58, 180],
    ['Everybody 18-44', 'unboxing', 'video', 42],
  ],
} as const

/** The brand behind test keys. Ids of campaigns and products never change. */
export const simulatedWorld: WorldPlan = {
  seed: 'simulated',
  currency: 'USD',
  timezone: 'America/New_York',
  customerPrefix: 'v',
  orderPrefix: 'o',
  website: 'https://simulated.example',
  platforms: [
    platform('google', { clickDays: 30, viewDays: 1, unseenShare: 0.2, isFractional: true }),
    platform('meta', { clickDays: 7, viewDays: 1, unseenShare: 0.26, isFractional: false }),
    platform('tiktok', { clickDays: 7, viewDays: 1, unseenShare: 0.07, isFractional: false }),
  ],
  campaigns: rows.map(campaign),
  products: simulatedProducts,
  organicCustomers: 5,
  visitorsWithoutOrder: 12,
  delivery: { freeFrom: 80, price: 6.5 },
  reviewShare: 0.011,
  signalShare: 0.0018,
  plantedOn,
}

function platform(
  name: string,
  claims: Pick<WorldPlan['platforms'][number], 'clickDays' | 'viewDays' | 'unseenShare' | 'isFractional'>,
) {
  const label = `${name[0]?.toUpperCase()}${name.slice(1)} (simulated)`
  return { name, accountId: `sim-${name}`, accountName: label, ...claims }
}

function campaign([platformName, name, objective, role, spend, cpm, ctr, newRate]: Row, index: number): CampaignPlan {
  const number = index + 1
  return {
    id: String(70_000_000 + number),
    number,
    platform: platformName,
    name,
    objective,
    role,
    spend,
    budget: Math.round(spend * 1.5),
    cpm,
    ctr,
    newRate,
    ads:
      platformName === 'google'
        ? [{ share: 1 }]
        : films[platformName].map((film, place) => ad(number, name, film, place)),
  }
}

type Film = (typeof films)[keyof typeof films][number]

function ad(campaignNumber: number, campaignName: string, film: Film, place: number): AdPlan {
  const [adsetName, filmName, format, percent, runDays] = film as readonly [
    string,
    string,
    'video' | 'image' | 'carousel',
    number,
    number?,
  ]
  const number = campaignNumber * 10 + place + 1
  return {
    share: percent / 100,
    adsetId: String(80_000_000 + campaignNumber * 10 + Math.floor(place / 2) + 1),
    adsetName,
    adId: String(90_000_000 + number),
    adName: `${campaignName} - ${filmName}`,
    creativeId: String(60_000_000 + number),
    format,
    headline: 'Made for the weather you get',
    ...(runDays ? { runDays } : {}),
  }
}
