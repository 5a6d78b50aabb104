import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const reachableAccounts = operation({
  name: 'sources.reachable_accounts',
  method: 'get',
  path: '/console/brands/{brand_id}/sources/connections/{connection_id}',
  scope: 'console',
  summary: 'List reachable accounts',
  description: 'Returns the accounts of a platform that a grant reaches. Requires the role admin.',
  input: z.object({ brand_id: shopId, connection_id: text(1, 100) }),
  output: z.object({
    connection_id: z.string(),
    platform: z.string(),
    data: z.array(
      z.object({
        account_id: z.string(),
        name: z.string(),
        currency: z.string(),
        timezone: z.string(),
        manager_id: z.string().nullable(),
        unavailable: z.string().nullable().describe('Why the account cannot be read.'),
        is_connected: z.boolean(),
      }),
    ),
  }),
})
