import { z } from 'zod'
import { operation } from '../../operation.ts'
import { flag } from '../../schema/flag.ts'
import { endpointId, endpointWithSecretAnswer, webhooksRoot } from '../../schema/webhook.ts'
import { makeSecret } from '../../webhooks/make_secret.ts'
import type { WebhookOptions } from '../../webhooks/options.ts'

export const rotateSecret = operation({
  name: 'webhooks.rotate_secret',
  method: 'post',
  path: `${webhooksRoot}/{id}/rotate-secret`,
  scope: 'write:webhooks',
  summary: 'Give an endpoint a new secret',
  description:
    'The answer shows it once. For 24 hours deliveries carry a signature of the secret before, too, so that it still verifies them. ' +
    'Of a secret that leaked, end_previous makes an end at once.',
  input: z.object({
    id: endpointId,
    end_previous: flag.optional().describe('true: no secret before signs any more, from now on.'),
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
