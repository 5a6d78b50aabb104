import { z } from 'zod'
import { availability, money } from './commerce.ts'

const string = z.string().nullable()

export const holdAnswer = z.object({
  id: z.string(),
  brand_id: z.string(),
  status: z.enum(['active', 'consumed', 'released', 'expired']),
  version: z.int(),
  product_id: string,
  bundle_id: string,
  quantity: z.int(),
  availability,
  unit_price: money,
  currency: z.string(),
  terms: z.record(z.string(), z.unknown()).describe('What was agreed on beside the price, such as free_shipping.'),
  source: z.enum(['list', 'sale', 'negotiation', 'exclusive_offer']),
  price_source: z.object({ observed_at: z.string() }).describe('When the shop last said what the price is made from.'),
  negotiation_id: string,
  offer_id: string,
  transaction_id: string,
  stock_reserved: z.literal(false).describe('A price is held, never stock.'),
  quote_token: string.describe(
    'Compact JWS (ES256) over hold, brand, product, quantity and price, by a key of the manifest; null unless active.',
  ),
  expires_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
