import { z } from 'zod'
import { operation } from '../../operation.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { hiddenProduct } from './hidden_products.ts'

export const hideProduct = operation({
  name: 'storefront.hide_product',
  method: 'post',
  path: `${storefrontRoot}/hidden-products`,
  scope: 'write:storefront',
  summary: 'Hide a product',
  description:
    'Takes a product out of search, lists, comparisons, bundles, feeds and sessions of agents. It cannot be ordered. Imports update ' +
    'a hidden product and do not show it. A repeated request changes nothing.',
  input: z.object({ brand_id: shopId, product_id: productId }),
  output: hiddenProduct,
})
