import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

const state = z.enum(['unconfigured', 'configured', 'partial', 'not_offered'])
const days = z.object({ min: z.int().nullable(), max: z.int().nullable() })

export const fulfillment = operation({
  name: 'storefront.fulfillment',
  method: 'get',
  path: `${storefrontRoot}/fulfillment`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Get fulfillment information',
  description:
    'Returns the shipping destinations and payment methods that the merchant published. The state `unconfigured` ' +
    'means that nothing was published; it does not mean that nothing is shipped.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    brand_id: z.string(),
    shipping: z.object({
      state,
      statement: z.string(),
      destinations: z.array(
        z.object({
          country: z.string().describe('ISO 3166-1 alpha-2 code.'),
          regions: z.array(z.string()),
          postal_codes: z.array(z.string()),
          service: z.string(),
          price: z.number().nullable(),
          free_over: z.number().nullable(),
          currency: z.string().nullable(),
          handling_days: days,
          transit_days: days,
        }),
      ),
    }),
    payment: z.object({
      state,
      statement: z.string(),
      methods: z.array(z.object({ type: z.string(), brands: z.array(z.string()) })),
    }),
  }),
})
