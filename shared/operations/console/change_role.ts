import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { roles } from './people.ts'

export const changeRole = operation({
  name: 'console.change_role',
  method: 'post',
  path: '/console/brands/{brand_id}/people/{person_id}/role',
  scope: 'console',
  summary: 'Change a role',
  description:
    'Changes the role of a member. Requires the role admin; only owners make or change owners. The last owner cannot be changed.',
  input: z.object({ brand_id: shopId, person_id: text(1, 100), role: choice(roles) }),
  output: z.object({ id: z.string(), role: z.string() }),
})
