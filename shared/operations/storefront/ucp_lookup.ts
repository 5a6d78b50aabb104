import { z } from 'zod'
import { operation } from '../../operation.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpEnvelope, ucpMessages, ucpProduct } from '../../schema/storefront/ucp.ts'

/** Universal Commerce Protocol 2026-04-08, catalog lookup. */
export const ucpLookup = operation({
  name: 'storefront.ucp_lookup',
  method: 'post',
  path: `${storefrontRoot}/catalog/lookup`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Look up UCP products',
  description:
    'Catalog lookup of the Universal Commerce Protocol. Returns up to 50 products by id. `messages` lists unknown ' +
    'ids.',
  input: z.object({
    brand_id: shopId,
    ids: z.array(productId).min(1, 'must have at least one id.').max(50, 'must have at most 50 ids.'),
  }),
  output: z.object({ ucp: ucpEnvelope, products: z.array(ucpProduct), messages: ucpMessages }),
})
