import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { roles } from './people.ts'

export const invite = operation({
  name: 'console.invite',
  method: 'post',
  path: '/console/brands/{brand_id}/people',
  scope: 'console',
  summary: 'Invite a person',
  description:
    'Sends a mail with an invitation, which only a person with this address can accept within seven days. Requires the role admin, and the ' +
    'role that is given.',
  input: z.object({ brand_id: shopId, email: text(1, 254), role: choice(roles) }),
  output: z.object({ id: z.string(), email: z.string() }),
})
