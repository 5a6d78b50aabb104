import type { AdPlan, CampaignPlan, ProductPlan, WorldPlan } from '../plan.ts'

const kinds = [
  ['Tischleuchte Bogen', 'Home > Lamps > Table lamps', 89],
  ['Pendelleuchte Kreis', 'Home > Lamps > Pendant lights', 149],
  ['Stehleuchte Linie', 'Home > Lamps > Floor lamps', 199],
  ['Wandleuchte Welle', 'Home > Lamps > Wall lights', 69],
  ['Leuchtmittel Set', 'Home > Light bulbs', 24],
] as const

const products: ProductPlan[] = kinds.flatMap(([title, category, price], index) =>
  ['Messing', 'Schwarz'].map((color, number): ProductPlan => {
    const groupId = `lu-${index + 1}`
    return {
      id: `${groupId}-${number + 1}`,
      groupId,
      title: `${title}, ${color}`,
      description: `${title} in ${color}.`,
      path: `/p/${groupId}-${number + 1}`,
      image: `/i/${groupId}-${number + 1}.jpg`,
      price: price + number * 10,
      costShare: 0.41,
      brand: 'Lumen',
      category,
      mpn: `LU-${100 + index * 10 + number}`,
      attributes: { color },
      quality: 4.4,
    }
  }),
)

function films(campaignId: string, name: string, runDays: number): AdPlan[] {
  return ['Film', 'Bild'].map((kind, index): AdPlan => {
    const number = index + 1
    return {
      share: index === 0 ? 0.6 : 0.4,
      adsetId: `${campaignId}0`,
      adsetName: 'Frauen 25-54',
      adId: `${campaignId}0${number}`,
      adName: `${name} - ${kind}`,
      creativeId: `${campaignId}9${number}`,
      format: index === 0 ? 'video' : 'image',
      headline: 'Licht, das bleibt',
      ...(index === 0 ? { runDays } : {}),
    }
  })
}

const campaigns: CampaignPlan[] = [
  {
    id: '120330000000000201',
    number: 1,
    platform: 'meta',
    name: 'Leuchten | Neukunden',
    objective: 'Sales',
    role: 'discovery',
    spend: 130,
    budget: 160,
    cpm: 8.4,
    ctr: 0.014,
    newRate: 0.0075,
    ads: films('120330000000000201', 'Leuchten | Neukunden', 150),
  },
  {
    id: '120330000000000202',
    number: 2,
    platform: 'meta',
    name: 'Leuchten | Retargeting',
    objective: 'Sales',
    role: 'closing',
    spend: 40,
    budget: 55,
    cpm: 13,
    ctr: 0.023,
    newRate: 0.004,
    ads: films('120330000000000202', 'Leuchten | Retargeting', 200),
  },
  {
    id: '20990011001',
    number: 3,
    platform: 'google',
    name: 'Lumen | Shopping',
    objective: 'Shopping',
    role: 'shopping',
    spend: 120,
    budget: 150,
    cpm: 12,
    ctr: 0.016,
    newRate: 0.007,
    ads: [{ share: 1 }],
  },
]

/** The demo brand with another currency and time zone. */
export const lumenWorld: WorldPlan = {
  seed: 'lumen',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  customerPrefix: 'k',
  orderPrefix: 'L-',
  website: 'https://lumen.example',
  platforms: [
    {
      name: 'meta',
      accountId: '4400550066',
      accountName: 'Lumen Meta',
      clickDays: 7,
      viewDays: 1,
      unseenShare: 0.34,
      isFractional: false,
    },
    {
      name: 'google',
      accountId: '9100200400',
      accountName: 'Lumen Google Ads',
      clickDays: 30,
      viewDays: 1,
      unseenShare: 0.22,
      isFractional: true,
    },
  ],
  campaigns,
  products,
  organicCustomers: 1.3,
  visitorsWithoutOrder: 5,
  delivery: { freeFrom: 100, price: 6.9 },
  reviewShare: 0.02,
  signalShare: 0,
  plantedOn: () => undefined,
}
