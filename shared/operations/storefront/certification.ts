import { z } from 'zod'
import { operation } from '../../operation.ts'
import { certification as certificationSchema } from '../../schema/certification.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const certification = operation({
  name: 'storefront.certification',
  method: 'get',
  path: `${storefrontRoot}/certification`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'The certificate of a shop',
  description: 'The certificate that holds now, or null: only an operator issues one, never a score.',
  input: z.object({ brand_id: shopId }),
  output: certificationSchema,
})
