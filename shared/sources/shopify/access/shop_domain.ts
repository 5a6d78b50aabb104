import { z } from 'zod'
import type { Call } from '../../call.ts'
import type { PlatformSettings } from '../../platform.ts'
import { SourceError } from '../../source_error.ts'

/** The domain of a shop at Shopify. */
export const shopDomain = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/)

/** Returns the domain of a shop from what a person writes: the domain, an address, that of the admin, or the name at Shopify. Undefined for nothing. */
export function shopNamed(given: string): string | undefined {
  const domain = given
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^admin\.shopify\.com\/store\/([\w-]+).*$/, '$1')
    .replace(/(?<=\.myshopify\.com)\/admin(\/.*)?$/, '')
    .replace(/\/$/, '')
  return (/^[\w-]+$/.test(domain) ? `${domain}.myshopify.com` : domain) || undefined
}

/**
 * Returns the base address of a shop. Throws SourceError unless the domain is one of Shopify, because requests to the address carry the
 * client secret or a token.
 */
export function shopAddress({ addresses }: PlatformSettings, shop: string | undefined): string {
  const { success, data } = shopDomain.safeParse(shop)
  if (!success) throw new SourceError('request_is_refused', 'stop', { field: 'shop' })
  return addresses.SHOPIFY_BASE_URL.replace('{shop}', data)
}

/** Returns the address of the shop of a call. */
export function addressOf({ settings, shop }: Call): string {
  return shopAddress(settings, shop)
}
