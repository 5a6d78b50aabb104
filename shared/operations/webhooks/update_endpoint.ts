import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import {
  endpointAnswer,
  endpointDescription,
  endpointId,
  endpointTypes,
  endpointUrl,
  webhooksRoot,
} from '../../schema/webhook.ts'
import { requireEndpointAddress } from '../../webhooks/address.ts'
import type { WebhookOptions } from '../../webhooks/options.ts'

export const updateEndpoint = operation({
  name: 'webhooks.update_endpoint',
  method: 'patch',
  path: `${webhooksRoot}/{id}`,
  scope: 'write:webhooks',
  summary: 'Update a webhook endpoint',
  description:
    'Updates the given fields. A disabled endpoint receives no events that occur while it is disabled. Deliveries ' +
    'that were pending before are sent when it is active again.',
  input: z.object({
    id: endpointId,
    url: endpointUrl.optional(),
    types: endpointTypes.optional(),
    description: endpointDescription.optional(),
    status: choice(['active', 'disabled']).optional(),
  }),
  prepare: {
    operation: 'webhooks.require_endpoint',
    adds: [],
    run: async (input, _, { webhooks }) => {
      if (input.url === undefined) return { input }
      return { input: { ...input, url: await requireEndpointAddress(input.url as string, webhooks as WebhookOptions) } }
    },
  },
  output: endpointAnswer,
})
