import { z } from 'zod'
import { operation } from '../../operation.ts'
import { flag } from '../../schema/flag.ts'
import { integer } from '../../schema/number.ts'
import { pageMeta, productCard, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const products = operation({
  name: 'storefront.products',
  method: 'get',
  path: `${storefrontRoot}/products`,
  scope: 'read:commerce',
  isPublic: true,
  isVersioned: true,
  summary: 'List products',
  description: 'Returns all products of a shop, sorted by id. Pages neither overlap nor omit products.',
  input: z.object({
    brand_id: shopId,
    limit: integer(1, 100).default(20),
    page: integer(1, 1_000_000).default(1),
    category: text(1, 200).optional().describe('Part of a category name.'),
    in_stock: flag.optional(),
  }),
  output: z.object({ products: z.array(productCard), meta: pageMeta }),
})
