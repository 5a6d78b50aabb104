import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { hash } from './start_authorization.ts'

export const takeAuthorization = operation({
  name: 'sources.take_authorization',
  method: 'post',
  path: '/console/brands/{brand_id}/sources/authorizations/{state_hash}',
  scope: 'console',
  summary: 'Take a platform authorization',
  description:
    'Takes a pending authorization when the platform sends the person back. An authorization of another session, an ' +
    'expired or a used one is refused. Requires the role admin.',
  input: z.object({ brand_id: shopId, state_hash: hash, bound_to: hash }),
  output: z.object({
    platform: z.string(),
    sealed_verifier: z.string(),
    redirect_uri: z.string(),
    shop: z.string().nullable(),
    renews: z
      .object({ connection_id: z.string(), account_ids: z.array(z.string()) })
      .nullable()
      .describe('The connection whose access the person renews, and its accounts in the brand.'),
  }),
})
