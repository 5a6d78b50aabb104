import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'
import { delivery, endpointId, webhooksRoot } from '../../schema/webhook.ts'

export const testEndpoint = operation({
  name: 'webhooks.test_endpoint',
  method: 'post',
  path: `${webhooksRoot}/{id}/test`,
  scope: 'write:webhooks',
  summary: 'Send an endpoint a test',
  description:
    'A delivery of the type webhook.test, signed and retried like any other, whatever types the endpoint wants.',
  input: z.object({ id: endpointId }),
  output: z.object({ data: delivery, meta }),
})
