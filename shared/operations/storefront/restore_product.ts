import { z } from 'zod'
import { operation } from '../../operation.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const restoreProduct = operation({
  name: 'storefront.restore_product',
  method: 'delete',
  path: `${storefrontRoot}/hidden-products/{product_id}`,
  scope: 'write:storefront',
  summary: 'Restore a hidden product',
  description:
    'Shows a hidden product again, as the newest import states it. If the newest complete file, or the connected shop, no longer has it, it is ' +
    'no longer hidden, and the next import that has it shows it.',
  input: z.object({ brand_id: shopId, product_id: productId }),
  output: z.object({
    product_id: z.string(),
    is_shown: z.boolean().describe('Whether the catalog has the product now.'),
  }),
})
