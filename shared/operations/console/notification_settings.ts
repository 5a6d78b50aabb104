import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { notificationKinds } from '../../schema/console/notification_kinds.ts'
import { slackChannel } from '../../schema/console/slack.ts'

export const notificationSettings = operation({
  name: 'console.notification_settings',
  method: 'get',
  path: '/console/brands/{brand_id}/settings/notifications',
  scope: 'console',
  summary: 'Get notification settings',
  description:
    'Returns which mails about a brand the signed-in person gets, how the last mail of each kind ended, and the quiet hours and the ' +
    'Slack channel of the brand.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    data: z.array(
      z.object({
        kind: z.enum(notificationKinds),
        role: z.string().describe('The lowest role that gets these mails.'),
        is_allowed: z.boolean().describe('Whether the role of the person allows them.'),
        is_on: z.boolean().describe('Whether the person gets them now: by choice, otherwise by default.'),
        is_chosen: z.boolean(),
        sent_at: z.string().nullable(),
        failed_at: z.string().nullable().describe('When the last mail was given up. Null if it was sent.'),
        refusal: z
          .object({ smtp_code: z.int().nullable().describe('Null if the mail server did not answer.') })
          .nullable()
          .describe('Why the last attempt failed. Null if it was sent.'),
      }),
    ),
    version: z.int().describe('Of the settings of the brand.'),
    timezone: z.string(),
    quiet_hours: z
      .object({
        starts_at: z.string(),
        ends_at: z.string(),
        days: z.array(z.int()).describe('The weekdays on which they begin, from 1 for Monday to 7.'),
        quiet_until: z.string().nullable().describe('When they end, if they hold now.'),
      })
      .nullable()
      .describe('In which no mail about alerts, accounts and experiments and no digest is sent. Null: there are none.'),
    slack: slackChannel,
  }),
})
