import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'
import { delivery, endpointId, webhooksRoot } from '../../schema/webhook.ts'

export const deliveries = operation({
  name: 'webhooks.deliveries',
  method: 'get',
  path: `${webhooksRoot}/{id}/deliveries`,
  scope: 'write:webhooks',
  summary: 'List webhook deliveries',
  description: 'Returns the deliveries of the last 30 days with all attempts, newest first.',
  input: z.object({
    id: endpointId,
    status: choice(['pending', 'delivered', 'failed']).optional(),
    cursor: text(1, 100).optional().describe('`next_cursor` of the previous page.'),
    limit: integer(1, 100).default(50),
  }),
  output: z.object({ data: z.array(delivery), next_cursor: z.string().nullable(), meta }),
})
