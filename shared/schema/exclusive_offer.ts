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
      price: money.nullable().describe('With the offer taken off; null where it makes none lower.'),
    }),
  ),
  audience: z.object({ platforms: z.array(z.string()).describe('The assistants it is for; all for every one.') }),
  starts_at: z.string(),
  ends_at: string,
  redemptions_max: z.int().nullable(),
  terms_url: string,
})
