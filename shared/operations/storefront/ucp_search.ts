import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import {
  ucpCatalog,
  ucpContext,
  ucpEnvelope,
  ucpFilters,
  ucpMessages,
  ucpProduct,
} from '../../schema/storefront/ucp.ts'
import { renderUcpAnswer } from '../../storefront/ucp_messages.ts'

/** Universal Commerce Protocol, catalog search. */
export const ucpSearch = operation({
  ...ucpCatalog,
  name: 'storefront.ucp_search',
  method: 'post',
  path: `${storefrontRoot}/catalog/search`,
  summary: 'Search the UCP catalog',
  description:
    'Catalog search of the Universal Commerce Protocol, with the ranking of GET /search. A page has at most 50 products.',
  input: z.object({
    brand_id: shopId,
    query: text(1, 500).optional(),
    filters: ucpFilters,
    context: ucpContext,
    pagination: z
      .object({
        cursor: text(1, 12).regex(/^\d+$/, 'must be the cursor of a response.').optional(),
        limit: integer(1, 1_000_000).default(10),
      })
      .optional(),
  }),
  output: z.object({
    ucp: ucpEnvelope,
    products: z.array(ucpProduct),
    pagination: z.object({ cursor: z.string().optional(), has_next_page: z.boolean(), total_count: z.int() }),
    messages: ucpMessages,
  }),
  complete: renderUcpAnswer,
})
