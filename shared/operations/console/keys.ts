import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

const instant = z.string().nullable()

export const keys = operation({
  name: 'console.keys',
  method: 'get',
  path: '/console/brands/{brand_id}/keys',
  scope: 'console',
  summary: 'List API keys',
  description:
    'Returns the keys of a brand and the kinds of key that can be created. Members of all brands of the account also ' +
    'see the keys of the account.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        display: z.string(),
        brand_id: z.string().nullable(),
        kind: z.string(),
        is_live: z.boolean(),
        scopes: z.array(z.string()),
        state: z.enum(['active', 'expired', 'revoked']),
        created_at: z.string(),
        expires_at: instant,
        revoked_at: instant,
        last_used_at: instant,
        /** The origin of the platform (UCP) that a secret key acts for. */
        platform_origin: z.string().nullable(),
      }),
    ),
    kinds: z.array(
      z.object({ prefix: z.string(), kind: z.string(), is_live: z.boolean(), scopes: z.array(z.string()) }),
    ),
  }),
})
