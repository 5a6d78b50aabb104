import { z } from 'zod'
import { availability, money } from './commerce.ts'

const string = z.string().nullable()

export const holdStatuses = ['active', 'consumed', 'released', 'expired'] as const

export const holdAnswer = z.object({
  id: z.string(),
  brand_id: z.string(),
  status: z.enum(holdStatuses),
  version: z.int(),
  product_id: string,
  bundle_id: string,
  quantity: z.int(),
  availability,
  unit_price: money,
  currency: z.string(),
  terms: z.record(z.string(), z.unknown()).describe('Agreed terms in addition to the price, such as `free_shipping`.'),
  source: z.enum(['list', 'sale', 'negotiation', 'exclusive_offer']),
  price_source: z
    .object({ observed_at: z.string() })
    .describe('Time at which the shop last reported the underlying price.'),
  negotiation_id: string,
  offer_id: string,
  transaction_id: string,
  stock_reserved: z.literal(false).describe('Always false: a price hold reserves no stock.'),
  quote_token: string.describe(
    'Compact JWS (ES256) of hold, brand, product, quantity and price, signed with a key of the manifest. `jti` is the ' +
      'id of the hold, `iss` the `api_base_url` of the manifest, `aud` the brand. Null unless the hold is active.',
  ),
  expires_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
