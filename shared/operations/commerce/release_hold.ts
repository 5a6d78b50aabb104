import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce/commerce.ts'
import { holdAnswer } from '../../schema/commerce/price_hold.ts'
import { withQuoteToken } from '../../commerce/quotes.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const releaseHold = operation({
  name: 'commerce.release_hold',
  method: 'delete',
  path: `${storefrontRoot}/holds/{hold_id}`,
  scope: 'write:negotiation',
  summary: 'Release a price hold',
  description: 'Releases a price hold before it expires. The agreement that the hold came from lapses.',
  input: z.object({ brand_id: shopId, hold_id: recordId }),
  output: holdAnswer,
  complete: withQuoteToken,
})
