import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'

export const openHandoff = operation({
  name: 'commerce.open_handoff',
  method: 'get',
  path: `${storefrontRoot}/handoff/{token}`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Go on to the merchant',
  description:
    'The link that a buyer is given: 303 to the merchant’s page, with the order’s id in the query as agent_order.',
  input: z.object({ brand_id: shopId, token: text(1, 100) }),
  output: z.object({ transaction_id: z.string(), url: z.string() }),
  redirect: ({ url }) => url,
})
