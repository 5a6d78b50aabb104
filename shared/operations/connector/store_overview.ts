import { z } from 'zod'
import { contract } from '../../operation.ts'
import { toolMeta } from '../../schema/connector.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

const string = z.string().nullable()

const statement = z.object({
  state: z.enum(['unconfigured', 'configured', 'partial', 'not_offered']),
  statement: z.string(),
})

export const storeOverview = contract({
  name: 'connector.store_overview',
  scope: 'read:commerce',
  isPublicInConnector: true,
  input: z.object({ brand_id: shopId }),
  output: z.object({
    brand_id: z.string(),
    name: string,
    currency: z.string(),
    description: string,
    website: string,
    products: z.int(),
    categories: z.array(z.object({ name: z.string(), products: z.int() })).describe('The 50 largest categories.'),
    categories_total: z.int(),
    bundles: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          price: z.string(),
          apart: z.string().describe('Sum of the individual prices.'),
          product_ids: z.array(z.string()),
        }),
      )
      .describe('The first 20 bundles.'),
    bundles_total: z.int(),
    fulfillment: statement.describe(
      'unconfigured: the shop published nothing. It does not mean that nothing is shipped.',
    ),
    payment: statement,
    feeds: z.array(z.object({ format: z.string(), url: z.string() })),
    policies: z.object({ privacy: string, terms: string, returns: string }),
    data_freshness: string.describe('Time of the last catalog import. Null when there was none.'),
    meta: toolMeta,
  }),
})
