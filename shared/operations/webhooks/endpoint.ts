import { z } from 'zod'
import { operation } from '../../operation.ts'
import { endpointAnswer, endpointId, webhooksRoot } from '../../schema/webhook.ts'

export const endpoint = operation({
  name: 'webhooks.endpoint',
  method: 'get',
  path: `${webhooksRoot}/{id}`,
  scope: 'write:webhooks',
  summary: 'Get a webhook endpoint',
  description: 'Returns the URL, event types and status of an endpoint. The secret is not shown again.',
  input: z.object({ id: endpointId }),
  output: endpointAnswer,
})
