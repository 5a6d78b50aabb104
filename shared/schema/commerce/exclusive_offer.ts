import { z } from 'zod'
import { money } from './commerce.ts'

const string = z.string().nullable()

export const offerTypes = ['percent_off', 'amount_off', 'fixed_price', 'free_shipping', 'gift'] as const

export const exclusiveOfferAnswer = z.object({
  id: z.string(),
  type: z.enum(offerTypes),
  title: z.string(),
  product_ids: z.array(z.string()),
  category: string,
  bundle_id: string,
  percent_off: z.number().nullable(),
  amount: money.nullable(),
  gift: string,
  products: z.array(
    z.object({
      product_id: z.string(),
      list_price: money,
      price: money.nullable().describe('Price after the offer. Null when the offer does not lower the price.'),
    }),
  ),
  audience: z.object({
    platforms: z.array(z.string()).describe('Assistants that may use the offer. `all` means every assistant.'),
  }),
  starts_at: z.string(),
  ends_at: string,
  redemptions_max: z.int().nullable(),
  terms_url: string,
})
