import { z } from 'zod'
import { operation } from '../../operation.ts'
import { number } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { paymentMethodTypes } from '../../schema/storefront/shop/payment_methods.ts'
import { text } from '../../schema/text.ts'
import { publicationStates } from './storefront_settings.ts'

const texts = z.array(z.string())
const days = z.object({ min: z.int(), max: z.int() })
const maybeDays = z.object({ min: z.int().nullable(), max: z.int().nullable() })

export const fulfillmentSettings = operation({
  name: 'console.fulfillment_settings',
  method: 'get',
  path: '/console/brands/{brand_id}/settings/fulfillment',
  scope: 'console',
  summary: 'Get the shipping options and payment methods of a shop',
  description:
    'Returns the shipping options and payment methods that a shop states. With a country, also what an agent sees for an ' +
    'order to it.',
  input: z.object({
    brand_id: shopId,
    country: text(1, 60).optional().describe('ISO 3166 code or English name of the country of the preview.'),
    items_amount: number(0, 1_000_000_000)
      .default(0)
      .describe('Amount of the products of the order of the preview, in the currency of the brand.'),
  }),
  output: z.object({
    version: z.int().describe('Version of what is published about the shop. 0: nothing.'),
    currency: z.string(),
    shipping_state: z.enum(publicationStates),
    payment_state: z.enum(publicationStates),
    options: z.array(
      z.object({
        service: z.string(),
        countries: texts,
        regions: texts,
        postal_codes: texts,
        price: z.number().nullable().describe('Null: not published.'),
        free_over: z.number().nullable(),
        currency: z.string().nullable(),
        handling_days: days.nullable(),
        transit_days: days.nullable(),
      }),
    ),
    payment_methods: z.array(z.object({ type: z.enum(paymentMethodTypes), brands: texts })),
    preview: z
      .object({
        country: z.string().nullable().describe('Null: no country has this name.'),
        items_amount: z.number(),
        options: z.array(
          z.object({
            service: z.string(),
            price: z.number().nullable().describe('Null: the cost is not known.'),
            handling_days: maybeDays,
            transit_days: maybeDays,
          }),
        ),
      })
      .nullable(),
  }),
})
