import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { platformNames } from '../../sources/platform.ts'

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
    platform: z.enum(platformNames),
    data: z.array(
      z.object({
        account_id: z.string(),
        name: z.string(),
        currency: z.string(),
        timezone: z.string(),
        manager_id: z.string().nullable(),
        manager_name: z.string().nullable(),
        unavailable: z.string().nullable().describe('Why the account cannot be read.'),
        connected: z
          .array(z.object({ brand_id: z.string(), connection_id: z.string() }))
          .describe('The brands of the person to which the account is connected, with the connection of each source.'),
      }),
    ),
    unreached: z
      .array(
        z.object({
          brand_id: z.string(),
          source_id: z.string(),
          connection_id: z.string(),
          account_id: z.string(),
          name: z.string(),
          status: z.string(),
        }),
      )
      .describe(
        'The connected accounts of the brands of the person that the grant does not reach, with their present connection.',
      ),
  }),
})
