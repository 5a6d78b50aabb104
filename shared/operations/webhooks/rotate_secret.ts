import { z } from 'zod'
import { operation } from '../../operation.ts'
import { flag } from '../../schema/flag.ts'
import { endpointId, endpointWithSecretAnswer, webhooksRoot } from '../../schema/webhook.ts'
import { makeSecret } from '../../webhooks/secret.ts'
import type { WebhookOptions } from '../../webhooks/options.ts'

export const rotateSecret = operation({
  name: 'webhooks.rotate_secret',
  method: 'post',
  path: `${webhooksRoot}/{id}/rotate-secret`,
  scope: 'write:webhooks',
  summary: 'Rotate a webhook secret',
  description:
    'Creates a new signing secret. The response shows it once. For 24 hours, deliveries carry signatures of both the ' +
    'new and the previous secret. Use `end_previous` when the previous secret leaked.',
  input: z.object({
    id: endpointId,
    end_previous: flag.optional().describe('true: the previous secrets stop signing immediately.'),
  }),
  prepare: {
    operation: 'webhooks.require_endpoint',
    adds: ['sealed_secret'],
    run: async (input, _, { webhooks }) => {
      const { secret, sealed_secret } = await makeSecret(input.id as string, webhooks as WebhookOptions)
      return {
        input: { ...input, sealed_secret },
        complete: (answer) => ({ ...answer, data: { ...(answer.data as object), secret } }),
      }
    },
  },
  output: endpointWithSecretAnswer,
})
