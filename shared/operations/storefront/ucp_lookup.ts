import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpCatalog } from '../../schema/storefront/ucp.ts'
import {
  ucpContext,
  ucpEnvelope,
  ucpFilters,
  ucpId,
  ucpLookupProduct,
  ucpMessages,
} from '../../schema/storefront/ucp.ts'
import { renderUcpLookup } from '../../storefront/ucp_messages.ts'

/** Universal Commerce Protocol, catalog lookup. */
export const ucpLookup = operation({
  ...ucpCatalog,
  name: 'storefront.ucp_lookup',
  method: 'post',
  path: `${storefrontRoot}/catalog/lookup`,
  summary: 'Look up UCP products',
  description:
    'Catalog lookup of the Universal Commerce Protocol. Returns products by up to 50 ids of products or variants. Each ' +
    'variant has the ids that it answers in `inputs`. `messages` lists unknown ids. More ids are `request_too_large`.',
  input: z.object({
    brand_id: shopId,
    ids: z.array(ucpId).min(1, 'must have at least one id.').describe('At most 50 ids of products or variants.'),
    filters: ucpFilters,
    context: ucpContext,
  }),
  output: z.object({ ucp: ucpEnvelope, products: z.array(ucpLookupProduct), messages: ucpMessages }),
  complete: renderUcpLookup,
})
