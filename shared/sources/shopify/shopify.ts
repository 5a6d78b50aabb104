import { z } from 'zod'
import type { Call } from '../call.ts'
import { platformTitles } from '../platform.ts'
import type { Platform, PlatformAccount } from '../platform.ts'
import { askShop, version } from './admin_api.ts'
import { authorizationUrl, exchangeCode, refresh, revoke, scopes } from './access/authorize.ts'
import { orders } from './orders/orders.ts'
import { products } from './products/products.ts'

/** Shopify: orders with refunds and journeys, and the catalog of a shop. A grant reaches one shop. */
export const shopify: Platform = {
  name: 'shopify',
  title: platformTitles.shopify,
  version,
  // Shopify supports each version for a year: shopify.dev/docs/api/usage/versioning.
  versionEnds: { '2026-01': '2027-01-01', '2026-04': '2027-04-01', '2026-07': '2027-07-01', '2026-10': '2027-10-01' },
  scopes,
  // Days are days of the last change here, so a restatement is a new change. The days before are read again for changes that were missed.
  restatementDays: { hourly: 1, nightly: 3, weekly: 30 },
  authorizationUrl,
  exchangeCode,
  refresh,
  revocation: 'person',
  revoke,
  listAccounts,
  reports: [orders, products],
}

const form = z.object({
  shop: z.object({ name: z.string(), currencyCode: z.string().length(3), ianaTimezone: z.string().min(1) }),
})

async function listAccounts(call: Call): Promise<PlatformAccount[]> {
  const { shop } = await askShop(call, form, '{ shop { name currencyCode ianaTimezone } }')
  return [{ id: call.shop as string, name: shop.name, currency: shop.currencyCode, timezone: shop.ianaTimezone }]
}
