import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { integer } from '../../schema/number.ts'
import { pageMeta, productCard, productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const recommend = operation({
  name: 'storefront.recommend',
  method: 'get',
  path: `${storefrontRoot}/recommend`,
  scope: 'read:commerce',
  isPublicInConnector: true,
  isPublic: true,
  summary: 'Recommend products',
  description:
    'Returns products related to one product, strongest relationship first, each with the data that supports it.',
  input: z.object({
    brand_id: shopId,
    product_id: productId,
    type: choice([
      'similar_to',
      'alternative_to',
      'pairs_with',
      'variant_of',
      'complement',
      'upgrade_from',
      'good_for',
    ]).default('similar_to'),
    limit: integer(1, 30).default(10),
  }),
  output: z.object({
    source_product: z.string(),
    recommendation_type: z.string(),
    products: z.array(
      productCard.extend({
        relationship: z.object({ type: z.string(), strength: z.number(), reasoning: z.string().nullable() }),
      }),
    ),
    meta: pageMeta,
  }),
})
