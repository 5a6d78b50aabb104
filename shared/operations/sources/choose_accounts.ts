import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const chooseAccounts = operation({
  name: 'sources.choose_accounts',
  method: 'post',
  path: '/console/brands/{brand_id}/sources/connections/{connection_id}',
  scope: 'console',
  summary: 'Choose accounts',
  description: 'Connects accounts that a grant reaches to the brand. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    connection_id: text(1, 100),
    account_ids: z.array(text(1, 200)).min(1, 'must have at least one account.'),
  }),
  output: z.object({
    data: z.array(z.object({ id: z.string(), account_id: z.string(), name: z.string() })),
    kept: z
      .array(z.object({ brand_id: z.string(), source_id: z.string(), account_id: z.string() }))
      .describe('The sources of the brands of the person that keep the access that the chosen accounts had before.'),
  }),
})
