import { z } from 'zod'
import { operation } from '../../operation.ts'

export const apps = operation({
  name: 'console.apps',
  method: 'get',
  path: '/console/apps',
  scope: 'console',
  summary: 'List connected apps',
  description: 'Returns the apps that the signed-in person connected, with permissions, brands and expiry.',
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
        device: z.string().nullable().describe('Browser and operating system in which the person gave consent.'),
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
