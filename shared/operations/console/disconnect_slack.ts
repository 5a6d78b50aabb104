import { z } from 'zod'
import { operation } from '../../operation.ts'
import { slackChannel } from '../../schema/console/slack.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

export const disconnectSlack = operation({
  name: 'console.disconnect_slack',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/notifications/slack/disconnect',
  scope: 'console',
  summary: 'Disconnect the Slack channel',
  description:
    'Deletes the address of the Slack channel of a brand, and the messages that wait. Has no effect without a channel. Requires the role admin.',
  input: z.object({ brand_id: shopId }),
  output: z.object({ slack: slackChannel }),
})
