import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'
import { text } from '../../schema/text.ts'
import { delivery, endpointId, webhooksRoot } from '../../schema/webhook.ts'

export const replayDelivery = operation({
  name: 'webhooks.replay_delivery',
  method: 'post',
  path: `${webhooksRoot}/{id}/deliveries/{delivery_id}/replay`,
  scope: 'write:webhooks',
  summary: 'Replay a webhook delivery',
  description:
    'Sends an event again with the same webhook-id, whatever its delivery status is. Failures are retried on the ' +
    'complete retry schedule.',
  input: z.object({ id: endpointId, delivery_id: text(1, 100) }),
  output: z.object({ data: delivery, meta }),
})
