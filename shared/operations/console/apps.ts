import { z } from 'zod'
import { operation } from '../../operation.ts'

export const apps = operation({
  name: 'console.apps',
  method: 'get',
  path: '/console/apps',
  scope: 'console',
  summary: 'The apps that a person has connected',
  description: 'With what each may do, for which brands, and until when.',
  input: z.object({}),
  output: z.object({
    person: z.string(),
    data: z.array(
      z.object({
        id: z.string(),
        client_id: z.string(),
        client_name: z.string().nullable(),
        redirect_uri: z.string(),
        resource: z.string(),
        device: z.string().nullable().describe('Browser and operating system in which the consent was given.'),
        scopes: z.array(z.string()),
        permissions: z.array(z.string()),
        brands: z.array(z.object({ id: z.string(), name: z.string() })),
        created_at: z.string(),
        expires_at: z.string(),
        last_used_at: z.string().nullable(),
      }),
    ),
  }),
})
