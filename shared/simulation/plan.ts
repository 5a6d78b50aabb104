/** The initial conditions of a simulation. Amounts are in units of the brand's currency. */
export interface WorldPlan {
  seed: string
  currency: string
  /** IANA name of the brand's time zone. */
  timezone: string
  /** Prefix of the ids of customers and orders. */
  customerPrefix: string
  orderPrefix: string
  website: string
  platforms: PlatformPlan[]
  campaigns: CampaignPlan[]
  products: ProductPlan[]
  /** New customers without an ad, on an ordinary day. */
  organicCustomers: number
  /** Known visitors of an ordinary day who do not buy. */
  visitorsWithoutOrder: number
  /** Delivery is free from this amount on; below it costs `price`. */
  delivery: { freeFrom: number; price: number }
  /** The fraction of sold products that are reviewed, and of orders that an assistant reports on. */
  reviewShare: number
  signalShare: number
  /** Returns the anomaly that is planted in a campaign on a day. */
  plantedOn: (day: number, campaign: CampaignPlan) => Detector | undefined
}

/** The detector that must find a planted anomaly. */
export type Detector = 'cpa_spike' | 'roas_drop' | 'spend_surge'

export interface PlatformPlan {
  name: string
  accountId: string
  accountName: string
  /** A platform claims an order within this many days after a click or a view. */
  clickDays: number
  viewDays: number
  /** The fraction of all orders that the platform claims by views and devices that cannot be verified. */
  unseenShare: number
  /** Whether it divides an order among its own ads, as data-driven attribution does. */
  isFractional: boolean
}

/** `discovery` finds new customers, `closing` and `brand` meet them again, `retention` brings customers back. */
export type Role = 'discovery' | 'shopping' | 'closing' | 'brand' | 'retention'

export interface CampaignPlan {
  id: string
  /** From 1, in the order of the plan. */
  number: number
  platform: string
  name: string
  objective: string
  role: Role
  /** Spend of an ordinary day. */
  spend: number
  /** Daily budget. */
  budget: number
  /** Cost per thousand impressions. */
  cpm: number
  /** Clicks per impression. */
  ctr: number
  /** New customers per click. */
  newRate: number
  ads: AdPlan[]
}

export interface AdPlan {
  /** Fraction of the campaign's spend. */
  share: number
  adsetId?: string
  adsetName?: string
  adId?: string
  adName?: string
  creativeId?: string
  format?: 'image' | 'video' | 'carousel'
  headline?: string
  /** After this many days another ad with another video replaces it; without it the ad always runs. */
  runDays?: number
}

export interface ProductPlan {
  id: string
  groupId: string
  title: string
  description: string
  /** Path on the website. */
  path: string
  image: string
  price: number
  listPrice?: number
  /** Cost of the goods as a fraction of the price. */
  costShare: number
  brand: string
  category: string
  mpn: string
  attributes: Record<string, string>
  /** Average rating of buyers, in stars. */
  quality: number
  /** Fixed stock. Without it stock follows from sales since the last delivery. */
  stock?: { availability: 'in_stock' | 'low_stock' | 'out_of_stock' | 'preorder'; quantity: number }
}
