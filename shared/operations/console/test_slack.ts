import { z } from 'zod'
import { operation } from '../../operation.ts'
import { slackChannel } from '../../schema/console/slack.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

export const testSlack = operation({
  name: 'console.test_slack',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/notifications/slack/test',
  scope: 'console',
  summary: 'Send a test message to Slack',
  description:
    'Sends a test message to the Slack channel of a brand. It is tried for ten minutes, in quiet hours too. Requires the role admin.',
  input: z.object({ brand_id: shopId }),
  output: z.object({ slack: slackChannel }),
})
