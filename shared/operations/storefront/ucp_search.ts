import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { wordUcpAnswer } from '../../storefront/sentences.ts'
import { ucpEnvelope, ucpMessages, ucpProduct } from '../../schema/storefront/ucp.ts'

const minor = integer(0, 999_999_999).optional().describe('In minor units of the currency.')

/** Universal Commerce Protocol 2026-04-08, catalog search. */
export const ucpSearch = operation({
  name: 'storefront.ucp_search',
  method: 'post',
  path: `${storefrontRoot}/catalog/search`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Search the UCP catalog',
  description: 'Catalog search of the Universal Commerce Protocol, with the ranking of GET /search.',
  input: z.object({
    brand_id: shopId,
    query: text(1, 500).optional(),
    filters: z
      .object({
        categories: z.array(text(1, 200)).max(10).optional(),
        price: z.object({ min: minor, max: minor }).optional(),
      })
      .default({}),
    context: z.object({ currency: text(3, 3).optional() }).default({}),
    pagination: z
      .object({
        cursor: text(1, 12).regex(/^\d+$/, 'must be the cursor of an answer.').optional(),
        limit: integer(1, 50).default(10),
      })
      .optional(),
  }),
  output: z.object({
    ucp: ucpEnvelope,
    products: z.array(ucpProduct),
    pagination: z.object({ cursor: z.string().optional(), has_next_page: z.boolean(), total_count: z.int() }),
    messages: ucpMessages,
  }),
  complete: wordUcpAnswer,
})
