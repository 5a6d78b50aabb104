import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { text } from '../../schema/text.ts'

export const answerInvitation = operation({
  name: 'console.answer_invitation',
  method: 'post',
  path: '/console/invitations/{invitation_id}',
  scope: 'console',
  summary: 'Answer an invitation',
  description: 'Accepts or declines an invitation of the signed-in person.',
  input: z.object({ invitation_id: text(1, 100), answer: choice(['accept', 'decline']) }),
  output: z.object({ id: z.string(), brand_id: z.string() }),
})
