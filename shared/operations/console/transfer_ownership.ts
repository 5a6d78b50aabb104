import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const transferOwnership = operation({
  name: 'console.transfer_ownership',
  method: 'post',
  path: '/console/brands/{brand_id}/people/{person_id}/transfer',
  scope: 'console',
  summary: 'Transfer ownership',
  description: 'Makes a member an owner, and the signed-in owner an admin.',
  input: z.object({ brand_id: shopId, person_id: text(1, 100) }),
  output: z.object({ id: z.string(), role: z.string() }),
})
