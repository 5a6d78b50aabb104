import { ga4 } from './ga4/ga4.ts'
import { googleAds } from './google_ads/google_ads.ts'
import { meta } from './meta/meta.ts'
import type { Platform } from './platform.ts'
import { shopify } from './shopify/shopify.ts'
import { tiktok } from './tiktok/tiktok.ts'

/** All platforms, in the order of lists. */
export const platforms: readonly Platform[] = [googleAds, meta, tiktok, ga4, shopify]

/** Returns the platform of this name. Throws an Error if there is none. */
export function platformOf(name: string): Platform {
  const found = platforms.find((platform) => platform.name === name)
  if (!found) throw new Error(`There is no platform ${name}. Known: ${platforms.map((each) => each.name).join(', ')}.`)
  return found
}
