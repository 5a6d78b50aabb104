import { z } from 'zod'
import { operation } from '../../operation.ts'
import { flag } from '../../schema/flag.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { notificationSettings } from './notification_settings.ts'

const choice = flag.optional()

export const setNotifications = operation({
  name: 'console.set_notifications',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/notifications',
  scope: 'console',
  summary: 'Change notification settings',
  description:
    'Turns mails about a brand on or off for the signed-in person. A kind that is not given stays as it is. Mails about ' +
    'accounts, proposals, the shop and imports require the role admin, and those about experiments the role analyst.',
  input: z.object({
    brand_id: shopId,
    alerts: choice,
    sources: choice,
    proposals: choice,
    shop: choice,
    experiments: choice,
    imports: choice,
    digest: choice,
  }),
  output: notificationSettings.output,
})
