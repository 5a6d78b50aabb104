import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { hash, platformChoice } from './start_authorization.ts'

/** An encrypted grant, as `sources.add_connection` stores it. */
export const sealedGrant = z.object({
  connection_id: text(1, 100),
  platform: platformChoice,
  client_id: text(1, 500).optional(),
  state_hash: hash.optional(),
  subject: text(1, 500).optional(),
  shop: text(1, 200).optional(),
  scopes: z.array(text(1, 200)),
  sealed: text(1, 100_000),
  access_expires_at: text(1, 40).optional(),
  refresh_expires_at: text(1, 40).optional(),
  connected_by: text(1, 300),
})

/** An account that a grant reaches. */
export const reachableAccount = z.object({
  external_id: text(1, 200),
  name: text(1, 500),
  currency: text(0, 10),
  timezone: text(0, 100),
  manager_id: text(1, 200).optional(),
  manager_name: text(1, 500).optional(),
  unavailable: text(1, 500).optional(),
})

export const storeConnection = operation({
  name: 'sources.store_connection',
  method: 'post',
  path: '/console/brands/{brand_id}/sources/connections',
  scope: 'console',
  summary: 'Store a platform grant',
  description:
    'Stores the encrypted grant of an authorization with the accounts that it reaches. Only the worker reads it. ' +
    'Requires the role admin.',
  input: z.object({ brand_id: shopId, grant: sealedGrant, accounts: z.array(reachableAccount) }),
  output: z.object({ connection_id: z.string() }),
})
