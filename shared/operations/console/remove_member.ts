import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const removeMember = operation({
  name: 'console.remove_member',
  method: 'post',
  path: '/console/brands/{brand_id}/people/{person_id}/remove',
  scope: 'console',
  summary: 'Remove a member',
  description:
    'Ends a membership at once, also for the connected apps of the person. Members end their own; admins end those of others up to their role. ' +
    'The last owner cannot be removed.',
  input: z.object({ brand_id: shopId, person_id: text(1, 100) }),
  output: z.object({ id: z.string() }),
})
