/** What a small world consists of before anything happens in it. Amounts are in units of the brand's currency. */
export interface WorldPlan {
  seed: string
  currency: string
  /** IANA name of the brand's zone. */
  timezone: string
  /** Written before the ids of customers and of orders. */
  customerPrefix: string
  orderPrefix: string
  website: string
  platforms: PlatformPlan[]
  campaigns: CampaignPlan[]
  products: ProductPlan[]
  /** New customers of an ordinary day whom no ad brought. */
  organicCustomers: number
  /** People of an ordinary day who are known to the shop, come by an ad or otherwise, and do not buy. */
  visitorsWithoutOrder: number
  /** Free delivery from this amount on, and the price below it. */
  delivery: { freeFrom: number; price: number }
  /** Of the products sold, how many are reviewed; of the orders, how many an assistant reports on. */
  reviewShare: number
  signalShare: number
  /** What goes wrong on purpose with a campaign on a day. */
  plantedOn: (day: number, campaign: CampaignPlan) => Detector | undefined
}

/** The detector that must find a planted anomaly. */
export type Detector = 'cpa_spike' | 'roas_drop' | 'spend_surge'

export interface PlatformPlan {
  name: string
  accountId: string
  accountName: string
  /** A platform claims an order after a click of so many days before it, and after a view of so many. */
  clickDays: number
  viewDays: number
  /** Orders that it claims by views and devices that nobody else can see: the share of all orders. */
  unseenShare: number
  /** Whether it divides an order among its own ads, as data-driven attribution does. */
  isFractional: boolean
}

/** discovery finds new people, closing and brand meet them again, retention brings customers back. */
export type Role = 'discovery' | 'shopping' | 'closing' | 'brand' | 'retention'

export interface CampaignPlan {
  id: string
  /** From 1, in the order of the plan. */
  number: number
  platform: string
  name: string
  objective: string
  role: Role
  /** Of an ordinary day. */
  spend: number
  /** As its owner set it, a day. */
  budget: number
  /** Cost of a thousand impressions. */
  cpm: number
  /** Clicks an impression. */
  ctr: number
  /** New customers a click, because of it. */
  newRate: number
  ads: AdPlan[]
}

export interface AdPlan {
  /** Of the campaign's spend. */
  share: number
  adsetId?: string
  adsetName?: string
  adId?: string
  adName?: string
  creativeId?: string
  format?: 'image' | 'video' | 'carousel'
  headline?: string
  /** After so many days another ad takes its place, with another film; without it the ad runs on. */
  runDays?: number
}

export interface ProductPlan {
  id: string
  groupId: string
  title: string
  description: string
  /** Path below the website. */
  path: string
  image: string
  price: number
  listPrice?: number
  /** Of the price, what the shop itself paid. */
  costShare: number
  brand: string
  category: string
  mpn: string
  attributes: Record<string, string>
  /** Stars that buyers give on average. */
  quality: number
  /** Fixed stock; without it stock follows from what was sold since the last delivery. */
  stock?: { availability: 'in_stock' | 'low_stock' | 'out_of_stock' | 'preorder'; quantity: number }
}
