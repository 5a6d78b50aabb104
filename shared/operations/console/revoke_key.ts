import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const revokeKey = operation({
  name: 'console.revoke_key',
  method: 'post',
  path: '/console/brands/{brand_id}/keys/{key_id}/revoke',
  scope: 'console',
  summary: 'Revoke an API key',
  description: 'Revokes a key immediately. A key of the whole account requires the role admin for all of its brands.',
  input: z.object({ brand_id: shopId, key_id: text(1, 100) }),
  output: z.object({ id: z.string() }),
})
