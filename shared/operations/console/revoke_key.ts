import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'

export const revokeKey = operation({
  name: 'console.revoke_key',
  method: 'post',
  path: '/console/brands/{brand_id}/keys/{key_id}/revoke',
  scope: 'console',
  summary: 'End a key',
  description: 'At once. One of the whole account takes an admin of all its brands.',
  input: z.object({ brand_id: shopId, key_id: text(1, 100) }),
  output: z.object({ id: z.string() }),
})
