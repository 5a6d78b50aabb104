import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce/commerce.ts'
import { holdAnswer } from '../../schema/commerce/price_hold.ts'
import { withQuoteToken } from '../../commerce/quotes.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const hold = operation({
  name: 'commerce.hold',
  method: 'get',
  path: `${storefrontRoot}/holds/{hold_id}`,
  scope: 'write:negotiation',
  summary: 'Get a price hold',
  description:
    'Returns a price hold. An active hold has a signed `quote_token`. The checkout of the merchant verifies the ' +
    'token with the keys of the manifest.',
  input: z.object({ brand_id: shopId, hold_id: recordId }),
  output: holdAnswer,
  complete: withQuoteToken,
})
