import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'
import { endpoint, webhooksRoot } from '../../schema/webhook.ts'

export const endpoints = operation({
  name: 'webhooks.endpoints',
  method: 'get',
  path: webhooksRoot,
  scope: 'write:webhooks',
  summary: 'List webhook endpoints',
  description:
    'Returns the endpoints that the key can access, oldest first. A key of one brand lists the endpoints of that ' +
    'brand.',
  input: z.object({}),
  output: z.object({ data: z.array(endpoint), meta }),
})
