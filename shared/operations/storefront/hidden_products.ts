import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

/** A product that the shop hides, as GET /hidden-products lists it. */
export const hiddenProduct = z.object({
  product_id: z.string(),
  title: z.string(),
  price: z
    .object({ amount: z.number(), currency: z.string() })
    .nullable()
    .describe(
      'Current price, which a restore shows. Null if the newest complete file, or the connected shop, no longer has it.',
    ),
  hidden_at: z.string(),
  hidden_by: z
    .string()
    .nullable()
    .describe(
      'Id of the key that hid the product. In the console, the e-mail address of the person. Null for API callers if a person hid it, and for a deleted user.',
    ),
  is_restorable: z
    .boolean()
    .describe('Whether a restore shows it: the newest complete file, or the connected shop, still has it.'),
  updated_at: z.string().describe('When an import last changed the product.'),
})

export const hiddenProducts = operation({
  name: 'storefront.hidden_products',
  method: 'get',
  path: `${storefrontRoot}/hidden-products`,
  scope: 'write:storefront',
  summary: 'List hidden products',
  description: 'Returns the products that the shop hides from agents, the newest hidden first.',
  input: z.object({
    brand_id: shopId,
    limit: integer(1, 100).default(20),
    page: integer(1, 1_000_000).default(1),
    product_id: productId.optional().describe('Returns this product only, if it is hidden.'),
    q: text(0, 500).optional().describe('Returns the products whose title and id contain all of these words.'),
  }),
  output: z.object({ products: z.array(hiddenProduct), total: z.int(), page: z.int() }),
})
