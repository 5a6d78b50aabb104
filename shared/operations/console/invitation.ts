import { z } from 'zod'
import { operation } from '../../operation.ts'
import { text } from '../../schema/text.ts'
import { roles } from './people.ts'

export const invitation = operation({
  name: 'console.invitation',
  method: 'get',
  path: '/console/invitations/{invitation_id}',
  scope: 'console',
  summary: 'Show an invitation',
  description: 'Returns an invitation of the signed-in person. Invitations of other addresses are refused.',
  input: z.object({ invitation_id: text(1, 100) }),
  output: z.object({
    id: z.string(),
    brand: z.string(),
    role: z.enum(roles),
    invited_by: z.string().nullable(),
    expires_at: z.string(),
  }),
})
