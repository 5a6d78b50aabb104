import { z } from 'zod'
import { operation } from '../../operation.ts'
import { slackChannel } from '../../schema/console/slack.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import type { WebhookOptions } from '../../webhooks/options.ts'
import { sealSlackAddress } from '../../webhooks/slack_address.ts'

export const connectSlack = operation({
  name: 'console.connect_slack',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/notifications/slack',
  scope: 'console',
  summary: 'Connect a Slack channel',
  description:
    'Sends the alerts, the offers, orders and disputes, the reminders of switches of experiments, and the weekly digest of a brand to a Slack channel, in place of a former channel. ' +
    'The address is stored encrypted and not shown again. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    webhook_url: text(1, 2000).describe('The URL of an incoming webhook of Slack.'),
  }),
  prepare: {
    operation: 'console.admit_slack',
    reads: ['webhook_url'],
    adds: ['receiver_id', 'sealed', 'host', 'ending'],
    run: async (input, context, { webhooks }) => {
      const { receiver_id } = context as { receiver_id: string }
      const address = await sealSlackAddress(input.webhook_url as string, receiver_id, webhooks as WebhookOptions)
      return { input: { ...input, receiver_id, ...address } }
    },
  },
  output: z.object({ slack: slackChannel }),
})
