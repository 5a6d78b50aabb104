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
  summary: 'Send an event again',
  description:
    'Under the same webhook-id, whatever became of it before, with the whole schedule of retries ahead of it.',
  input: z.object({ id: endpointId, delivery_id: text(1, 100) }),
  output: z.object({ data: delivery, meta }),
})
