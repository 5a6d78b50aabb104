import type { Call } from '../../call.ts'
import type { PlatformSettings } from '../../platform.ts'
import { SourceError } from '../../source_error.ts'

/**
 * Returns the base address of a shop. Throws SourceError unless the domain is one of Shopify, because requests to the address carry the
 * client secret or a token.
 */
export function shopAddress({ addresses }: PlatformSettings, shop: string | undefined): string {
  if (shop === undefined || !/^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/.test(shop)) {
    throw new SourceError('request_is_refused', 'stop', { field: 'shop' })
  }
  return addresses.SHOPIFY_BASE_URL.replace('{shop}', shop)
}

/** Returns the address of the shop of a call. */
export function addressOf({ settings, shop }: Call): string {
  return shopAddress(settings, shop)
}
