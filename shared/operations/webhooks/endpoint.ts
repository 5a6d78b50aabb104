import { z } from 'zod'
import { operation } from '../../operation.ts'
import { endpointAnswer, endpointId, webhooksRoot } from '../../schema/webhook.ts'

export const endpoint = operation({
  name: 'webhooks.endpoint',
  method: 'get',
  path: `${webhooksRoot}/{id}`,
  scope: 'write:webhooks',
  summary: 'One endpoint',
  description: 'Where it is, what it hears of and how it fares. Its secret is not shown again.',
  input: z.object({ id: endpointId }),
  output: endpointAnswer,
})
