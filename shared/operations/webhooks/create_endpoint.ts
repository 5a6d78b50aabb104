import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import {
  endpointDescription,
  endpointTypes,
  endpointUrl,
  endpointWithSecretAnswer,
  webhooksRoot,
} from '../../schema/webhook.ts'
import { requireEndpointAddress } from '../../webhooks/address.ts'
import { makeSecret } from '../../webhooks/secret.ts'
import type { WebhookOptions } from '../../webhooks/options.ts'

export const createEndpoint = operation({
  name: 'webhooks.create_endpoint',
  method: 'post',
  path: webhooksRoot,
  scope: 'write:webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'Creates an endpoint that receives events by POST, signed with Standard Webhooks 1.0.0. The response shows the ' +
    'signing secret once. Delivery is at least once and unordered; use the webhook-id to detect duplicates.',
  input: z.object({
    url: endpointUrl,
    types: endpointTypes.default(['*']),
    description: endpointDescription.optional(),
    brand_id: brandId.describe(
      'Limits the endpoint to one brand. Default: every brand that the key can access, now and in the future.',
    ),
  }),
  prepare: {
    operation: 'webhooks.admit_endpoint',
    adds: ['endpoint_id', 'sealed_secret'],
    run: async (input, context, { webhooks }) => {
      const { endpoint_id } = context as { endpoint_id: string }
      const url = await requireEndpointAddress(input.url as string, webhooks as WebhookOptions)
      const { secret, sealed_secret } = await makeSecret(endpoint_id, webhooks as WebhookOptions)
      return {
        input: { ...input, url, endpoint_id, sealed_secret },
        complete: (answer) => ({ ...answer, data: { ...(answer.data as object), secret } }),
      }
    },
  },
  output: endpointWithSecretAnswer,
})
