import { z } from 'zod'
import { operation } from '../../operation.ts'
import { certification as certificationSchema } from '../../schema/storefront/certification.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const certification = operation({
  name: 'storefront.certification',
  method: 'get',
  path: `${storefrontRoot}/certification`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Get certification',
  description:
    'Returns the current certificate of a shop, or null. Operators issue certificates; a trust score never creates ' +
    'one.',
  input: z.object({ brand_id: shopId }),
  output: certificationSchema,
})
