import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'
import { endpoint, webhooksRoot } from '../../schema/webhook.ts'

export const endpoints = operation({
  name: 'webhooks.endpoints',
  method: 'get',
  path: webhooksRoot,
  scope: 'write:webhooks',
  summary: 'Endpoints of webhooks',
  description: 'The endpoints that the key reaches, oldest first; those of one brand with a key of one brand.',
  input: z.object({}),
  output: z.object({ data: z.array(endpoint), meta }),
})
