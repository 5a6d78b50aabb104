import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce.ts'
import { holdAnswer } from '../../schema/price_hold.ts'
import { withQuoteToken } from '../../commerce/quotes.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const hold = operation({
  name: 'commerce.hold',
  method: 'get',
  path: `${storefrontRoot}/holds/{hold_id}`,
  scope: 'write:negotiation',
  summary: 'One held price',
  description:
    'With a signed token while it is active, which the merchant’s checkout verifies by the keys of the manifest.',
  input: z.object({ brand_id: shopId, hold_id: recordId }),
  output: holdAnswer,
  complete: withQuoteToken,
})
