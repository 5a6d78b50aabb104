import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

/** The roles of a brand, from the most to the least powerful. */
export const roles = ['owner', 'admin', 'analyst', 'viewer'] as const

export const people = operation({
  name: 'console.people',
  method: 'get',
  path: '/console/brands/{brand_id}/people',
  scope: 'console',
  summary: 'List people',
  description: 'Returns the members of a brand with their roles. Admins also see the open invitations.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        name: z.string().nullable(),
        role: z.enum(roles),
        is_you: z.boolean(),
        created_at: z.string(),
      }),
    ),
    invitations: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        role: z.enum(roles),
        invited_by: z.string().nullable(),
        created_at: z.string(),
        expires_at: z.string(),
        is_expired: z.boolean(),
        mailed_at: z.string().nullable().describe('When the mail server accepted the mail. Null until then.'),
        is_mail_given_up: z.boolean().describe('Whether the mail was not sent within a day.'),
      }),
    ),
  }),
})
