import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'
import { delivery, endpointId, webhooksRoot } from '../../schema/webhook.ts'

export const testEndpoint = operation({
  name: 'webhooks.test_endpoint',
  method: 'post',
  path: `${webhooksRoot}/{id}/test`,
  scope: 'write:webhooks',
  summary: 'Send a test event',
  description:
    'Sends a `webhook.test` event to the endpoint, signed and retried like other events. The event types of the ' +
    'endpoint do not apply.',
  input: z.object({ id: endpointId }),
  output: z.object({ data: delivery, meta }),
})
