/** The registration of Vitrine at a platform, from the environment: `<PLATFORM>_CLIENT_ID` and `<PLATFORM>_CLIENT_SECRET`. */
export interface AppCredentials {
  clientId: string
  clientSecret: string
}

/** The base addresses of the platforms, without trailing slash, from the environment. */
export interface Addresses {
  GOOGLE_ACCOUNTS_BASE_URL: string
  GOOGLE_OAUTH_BASE_URL: string
  GOOGLE_ADS_BASE_URL: string
  GA4_DATA_BASE_URL: string
  GA4_ADMIN_BASE_URL: string
  META_WWW_BASE_URL: string
  META_GRAPH_BASE_URL: string
  TIKTOK_BASE_URL: string
  /** `{shop}` is replaced by the whole domain of the shop, such as acme.myshopify.com. */
  SHOPIFY_BASE_URL: string
}

/** What the environment says about one platform. */
export interface PlatformSettings {
  app: AppCredentials
  version: string
  addresses: Addresses
  /** For Google Ads only, from `GOOGLE_ADS_DEVELOPER_TOKEN`. Google ignores it since 9 September 2026; older versions need it. */
  developerToken?: string
  /** Scopes that are asked for in addition, such as read_all_orders, which Shopify approves for single apps. */
  extraScopes?: readonly string[]
}
