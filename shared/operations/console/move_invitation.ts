import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const moveInvitation = operation({
  name: 'console.move_invitation',
  method: 'post',
  path: '/console/brands/{brand_id}/people/invitations/{invitation_id}',
  scope: 'console',
  summary: 'Resend or withdraw an invitation',
  description:
    'Sends the mail again and extends the invitation to seven days, or withdraws it. Requires the role admin.',
  input: z.object({ brand_id: shopId, invitation_id: text(1, 100), action: choice(['resend', 'withdraw']) }),
  output: z.object({ id: z.string(), email: z.string() }),
})
