import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer, number } from '../../schema/number.ts'
import { paymentMethods } from '../../schema/storefront/shop/payment_methods.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { profileLengths } from '../../schema/storefront/shop/profile_lengths.ts'
import { text } from '../../schema/text.ts'

const line = text(1, profileLengths.line)
const amount = number(0, 1_000_000_000)
const destinationsMax = 500
const days = z
  .object({ min: integer(0, 365), max: integer(0, 365) })
  .refine(({ min, max }) => min <= max, 'must not end before it begins.')

const shippingOption = z.object({
  service: line,
  countries: z
    .array(text(1, 60))
    .min(1, 'must name a country.')
    .max(destinationsMax)
    .describe('ISO 3166 codes or English names.'),
  regions: z.array(line).max(500).default([]),
  postal_codes: z.array(line).max(500).default([]).describe('A code, a prefix as 94*, or a range as 94000-94999.'),
  price: amount.optional().describe('Without it, the price is not published.'),
  free_over: amount.optional().describe('The amount of products from which the option is free.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD.')
    .optional()
    .describe('Default: that of the brand.'),
  handling_days: days.optional(),
  transit_days: days.optional(),
})

export const setFulfillment = operation({
  name: 'console.set_fulfillment',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/fulfillment',
  scope: 'console',
  summary: 'Set the shipping options and payment methods of a shop',
  description:
    'Replaces the shipping options, the payment methods or both that a shop states to agents. A list that is not given ' +
    'stays. Vitrine moves no money: a payment method is one of the checkout of the shop. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    version: integer(0, 999_999_999).describe('The version that the person saw. 0: nothing is published.'),
    options: z
      .array(shippingOption)
      .max(destinationsMax)
      .refine(
        (options) => options.reduce((total, { countries }) => total + countries.length, 0) <= destinationsMax,
        `must have at most ${destinationsMax} countries in all.`,
      )
      .optional(),
    payment_methods: paymentMethods.optional(),
  }),
  output: z.object({ version: z.int() }),
})
