import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'
import { endpointId, webhooksRoot } from '../../schema/webhook.ts'

export const deleteEndpoint = operation({
  name: 'webhooks.delete_endpoint',
  method: 'delete',
  path: `${webhooksRoot}/{id}`,
  scope: 'write:webhooks',
  summary: 'Forget an endpoint',
  description: 'With its secrets and its deliveries, at once. An attempt that is under way still arrives.',
  input: z.object({ id: endpointId }),
  output: z.object({ data: z.object({ id: z.string(), deleted: z.boolean() }), meta }),
})
