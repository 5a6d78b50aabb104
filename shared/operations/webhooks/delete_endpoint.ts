import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'
import { endpointId, webhooksRoot } from '../../schema/webhook.ts'

export const deleteEndpoint = operation({
  name: 'webhooks.delete_endpoint',
  method: 'delete',
  path: `${webhooksRoot}/{id}`,
  scope: 'write:webhooks',
  summary: 'Delete a webhook endpoint',
  description:
    'Deletes an endpoint with its secrets and deliveries immediately. A delivery attempt in progress may still ' +
    'arrive.',
  input: z.object({ id: endpointId }),
  output: z.object({ data: z.object({ id: z.string(), deleted: z.boolean() }), meta }),
})
