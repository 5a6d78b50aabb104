import type { Field } from '../ingest/ads/ad_fields.ts'
import type { Call } from './call.ts'
import type { PlatformSettings } from './platform_settings.ts'

export type { Addresses, AppCredentials, PlatformSettings } from './platform_settings.ts'

/** The platforms that a brand can connect accounts of. Their variables begin with the name in capitals, such as `GOOGLE_ADS_`. */
export const platformNames = ['google_ads', 'meta', 'tiktok', 'ga4', 'shopify'] as const
export type PlatformName = (typeof platformNames)[number]

/** The names of the platforms for people. */
export const platformTitles: Readonly<Record<PlatformName, string>> = {
  google_ads: 'Google Ads',
  meta: 'Meta Ads',
  tiktok: 'TikTok Ads',
  ga4: 'Google Analytics 4',
  shopify: 'Shopify',
}

/** Where the person goes to give access. */
export interface AuthorizationRequest {
  /** Bound to the session of the person (RFC 6749, section 10.12). */
  state: string
  redirectUri: string
  /** The challenge of PKCE (RFC 7636, S256). Platforms without PKCE ignore it. */
  codeChallenge: string
  /** The domain of a shop, for Shopify only. */
  shop?: string
}

/** What the platform sent to the redirect address, still unchecked. */
export interface AuthorizationResponse {
  parameters: URLSearchParams
  redirectUri: string
  codeVerifier: string
  /** The domain that the authorization was requested for, for Shopify only. */
  shop?: string
}

/** The access that a platform gave. It is sealed by the key ring before it is stored. Instants are in ISO 8601. */
export interface Grant {
  accessToken: string
  accessExpiresAt?: string
  refreshToken?: string
  refreshExpiresAt?: string
  scopes: string[]
  /** The person or shop at the platform, if the platform names it. */
  subject?: string
}

/** An account that a grant reaches: an ad account, a GA4 property or a shop. */
export interface PlatformAccount {
  /** The platform's id, always text. */
  id: string
  name: string
  /** ISO 4217. Empty if the account cannot be read. */
  currency: string
  /** Of the tz database. Empty if the account cannot be read. */
  timezone: string
  /** The account through which it is reached, such as the login-customer-id of Google Ads. */
  managerId?: string
  managerName?: string
  /** Why it cannot be read, such as a closed account. Absent if it can. */
  unavailable?: string
}

/** Local days of the account, both inclusive, as YYYY-MM-DD. For `orders` they are the days of the last change. */
export interface Window {
  from: string
  to: string
  /** Reads only what changed since this instant, for reports whose replies have `updatedUntil`. */
  changedSince?: string
}

/**
 * A report that a platform gives about an account. `read` returns the whole reply of one window, checked: status, type,
 * form, required fields, number of rows, no repeated keys, and no day outside the window. It throws SourceError.
 */
export interface Report {
  name: ReportName
  /** The longest window of one request, in days. */
  daysMax: number
  /** How many days back the platform has data, if it is limited. */
  daysBackMax?: number
  /** How many days back the platform has data for a grant without a scope that the platform gives on request only. */
  daysBackMaxWithout?: { scope: string; days: number }
  /**
   * Requests an asynchronous report and returns the platform's id of it, or undefined if this window is read at once. Absent if every
   * window is read at once.
   */
  request?: (call: Call, account: PlatformAccount, window: Window) => Promise<string | undefined>
  /** Whether a requested report can be read. Throws SourceError if it failed. */
  isReady?: (call: Call, account: PlatformAccount, reportId: string) => Promise<boolean>
  read: (call: Call, account: PlatformAccount, window: Window, reportId?: string) => Promise<Reply>
  /** Reads single objects, such as an order whose journey was not ready. The reply has their ids in `only`. */
  readObjects?: (call: Call, account: PlatformAccount, ids: readonly string[]) => Promise<Reply>
}

export type ReportName = 'ads_daily' | 'ads_hourly' | 'sessions' | 'transactions' | 'orders' | 'products'

/** Fields that a reply had beyond the known ones. They are counted and ignored. */
interface ReplyBase {
  unknownFields: string[]
}

/**
 * Facts of ads, each at the finest entity that the platform reports (ad, or campaign for spend without ads). A row is a list of
 * texts in the order of `fields`; undefined means not reported. Money is decimal text in the currency of the account.
 */
export interface AdsReply extends ReplyBase {
  kind: 'ads'
  fields: readonly Field[]
  rows: (string | undefined)[][]
  /**
   * The first day that was read, if the platform no longer keeps all days of the window: a day after the window if it keeps none. Days
   * before stay as they are stored.
   */
  readFrom?: string
}

/** Sessions of GA4 by hour of the property and source, and its transactions. Numbers are decimal text. */
export interface SessionsReply extends ReplyBase {
  kind: 'sessions'
  rows: {
    day: string
    hour: number
    source: string
    medium: string
    campaign: string
    sessions: string
    key_events: string
    purchases: string
    revenue: string
  }[]
  /** What the platform says about completeness, such as `sampled`. */
  limitations: string[]
}

export interface TransactionsReply extends ReplyBase {
  kind: 'transactions'
  rows: { transaction_id: string; day: string; hour: number; source: string; medium: string; campaign: string }[]
  limitations: string[]
}

/** Orders that changed in a window, or single ones. Test orders are left out. */
export interface OrdersReply extends ReplyBase {
  kind: 'orders'
  orders: ShopOrder[]
  /** Ids of orders whose journey is not ready. They are read again later. */
  unreadyJourneys: string[]
  /** When the read began, from which the next read continues. Absent if single orders were read, or a window that ended before. */
  updatedUntil?: string
  /** The first instant of the changes that were read. Absent if single orders were read. */
  updatedFrom?: string
  /** The end of the changes that were read, exclusive. Absent if the read has no end, or if single orders were read. */
  updatedTo?: string
  /** Orders before this instant are invisible with the scopes of the grant. Absent if all are visible. */
  visibleSince?: string
  /** The ids that were asked for, if single orders were read. Those that are not in `orders` do not exist. */
  only?: string[]
}

export interface ShopOrder {
  order_id: string
  updated_at: string
  ordered_at: string
  customer_id?: string
  /** Decimal text in the currency of the shop. */
  revenue: string
  refunded: string
  /** The time of the last refund. */
  refunded_at?: string
  canceled_at?: string
  currency: string
  /** Absent if the platform does not say it. */
  is_new_customer?: boolean
  /** The visits that led to the order. Empty until the journey is ready. */
  visits: ShopVisit[]
}

export interface ShopVisit {
  visit_id: string
  occurred_at: string
  channel: string
  /** The name or id that the link had. */
  campaign?: string
}

/** All products of a shop, or single ones. Only products that the shop sells are in it. */
export interface ProductsReply extends ReplyBase {
  kind: 'products'
  products: ShopProduct[]
  /** The ids of products that were asked for. Their variants that are not in `products` do not exist. Absent: all products. */
  only?: string[]
}

/** A variant of a product, in the fields of the generic product file (shared/ingest/README.md), with amounts as decimal text. */
export type ShopProduct = Record<string, unknown> & { id: string; item_group_id: string }

export type Reply = AdsReply | SessionsReply | TransactionsReply | OrdersReply | ProductsReply

/** How many days each kind of synchronization reads again, because platforms restate them. */
export interface RestatementDays {
  hourly: number
  nightly: number
  weekly: number
}

/** A platform: how its accounts are connected and read. Each is a folder of shared/sources/. */
export interface Platform {
  name: PlatformName
  title: string
  /** The version of its API, unless `<PLATFORM>_API_VERSION` names another. */
  version: string
  /** The days on which versions end, as far as the platform has published them. */
  versionEnds?: Readonly<Record<string, string>>
  scopes: readonly string[]
  /** The days that it may restate. `<PLATFORM>_RESTATEMENT_DAYS` replaces `nightly`. */
  restatementDays: RestatementDays
  authorizationUrl: (settings: PlatformSettings, request: AuthorizationRequest) => string
  /** Whether the redirect of a person who denied has neither a code nor an error. */
  deniesWithoutCode?: true
  /** Checks the redirect and exchanges its code. Throws SourceError, for example if the person denied. */
  exchangeCode: (call: Call, response: AuthorizationResponse) => Promise<Grant>
  /** Absent if the platform has nothing to refresh or extend. */
  refresh?: (call: Call, grant: Grant) => Promise<Grant>
  /**
   * What `revoke` ends: the token of this grant only, or all grants of the person (or shop) for the registration of Vitrine. Of the latter,
   * the last one that ends calls `revoke`.
   */
  revocation: 'token' | 'person'
  /** Ends the access at the platform. */
  revoke: (call: Call, grant: Grant) => Promise<void>
  /** The accounts that the access token of the call reaches. */
  listAccounts: (call: Call) => Promise<PlatformAccount[]>
  reports: readonly Report[]
}
